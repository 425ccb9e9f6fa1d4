import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentTopics, createCourse, createPage, publishPage } from '#contract/branding/training-content.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { runCli, temporaryFolder } from '../testing/run-cli.ts'

let t: TestApp
let url: string
let reseller: TestUser
let other: TestUser
let course: number
const scratch = temporaryFolder()
beforeAll(async () => {
  t = await sharedWebApp()
  url = await t.listen()
  reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  other = await t.account({ modules: ['leads', 'whitelabel'] })
  const topic_id = (await t.call(contentTopics, {}, reseller)).body.data[0]!.id
  course = (await t.call(createCourse, { body: { topic_id, title: 'House rules' } }, reseller)).body.data.id
  const uploaded = await t.app.http.inject({
    method: 'POST',
    url: '/api/wl/training/files?kind=file&name=Prices%20%C3%BC.pdf',
    headers: { authorization: `Bearer ${reseller.token}`, 'content-type': 'application/octet-stream' },
    payload: Readable.from([Buffer.from('%PDF-1.7 x')]),
  })
  const html = `<p>See <a href="${uploaded.json().data.url}">prices</a></p>`
  const add = async (title: string, text: string) =>
    (await t.call(createPage, { params: { id: course }, body: { title, html: text } }, reseller)).body.data
  const page = await add('Prices', html)
  await t.call(publishPage, { params: { id: page.id }, body: { version: page.version } }, reseller)
  await add('Draft', '<p>Later</p>')
})
afterAll(async () => {
  scratch.remove()
  await t.close()
})

const run = (as: TestUser, ...args: string[]) =>
  runCli(['courses', ...args], {
    cwd: scratch.path,
    env: { LEADWRIGHT_HOME: join(scratch.path, 'home'), LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: as.token },
  })
async function json(as: TestUser, ...args: string[]) {
  const { code, stdout } = await run(as, ...args, '--json')
  return [code, JSON.parse(stdout)]
}

it('lists and shows courses', async () => {
  expect((await run(reseller, 'list')).stdout).toMatch(/2 +own +published +House rules/)
  expect(await json(reseller, 'show', String(course))).toMatchObject([
    0,
    { course: { title: 'House rules' }, pages: [{ state: 'published' }, { state: 'draft' }] },
  ])
})

it('copies a course with its files from one reseller to another', async () => {
  expect(await json(reseller, 'export', String(course), '--out', 'course.json')).toEqual([
    0,
    { file: 'course.json', pages: 2, files: 1 },
  ])
  const file = JSON.parse(readFileSync(join(scratch.path, 'course.json'), 'utf8'))
  expect(file.files).toMatchObject([
    { name: 'Prices ü.pdf', base64: Buffer.from('%PDF-1.7 x').toString('base64') },
  ])
  const [code, created] = await json(other, 'import', 'course.json', '--publish')
  expect([code, created]).toEqual([0, { course_id: expect.any(Number), pages: 2, published: 1 }])
  const [, copy] = await json(other, 'export', String(created.course_id))
  expect(copy.files[0].url).not.toBe(file.files[0].url)
  const withoutUrls = (text: unknown) => JSON.stringify(text).replace(/\/training-files\/\w+/g, '')
  expect(withoutUrls(copy)).toBe(withoutUrls(file))
})

it('leaves nothing of a course whose import failed', async () => {
  const file = JSON.parse(readFileSync(join(scratch.path, 'course.json'), 'utf8'))
  const broken = {
    ...file,
    title: 'Broken',
    pages: [
      ...file.pages,
      { title: 'Frame', html: '<iframe src="https://evil.example">', is_published: true },
    ],
  }
  writeFileSync(join(scratch.path, 'broken.json'), JSON.stringify(broken))
  const { code, stderr } = await run(other, 'import', 'broken.json')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Videos can be embedded from')])
  expect((await run(other, 'list')).stdout).not.toContain('Broken')
})

it.each([
  [['show', 'x'], 'COURSE_ID must be a number'],
  [['import', 'list.json'], 'wasn’t created by leadwright courses export'],
  [
    ['import', 'course.json', '--topic', 'Nowhere'],
    'There is no topic "Nowhere". Choose one with --topic: Getting started',
  ],
])('%j explains what is wrong', async (args, sentence) => {
  writeFileSync(join(scratch.path, 'list.json'), '[]')
  const { code, stderr } = await run(other, ...args)
  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})
