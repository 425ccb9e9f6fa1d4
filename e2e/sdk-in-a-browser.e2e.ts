import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '#contract/identity/sessions.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { buildSdks } from '../scripts/build-sdk.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser
let key: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'browser-sdk-'))
  await buildSdks(folder, ['typescript'])
  t = await testApp()
  url = await listen(t)
  user = await t.account()
  const scopes = ['read', 'write', 'export'] as never
  key = (await t.call(createApiKey, { body: { name: 'Page', scopes, password: user.password } }, user)).body
    .data.key
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await closeProfiles(url)
  await t?.close()
})

/** An application at another origin, with the files of the package. */
const startApplication = () =>
  startLocalServer((request, response) => {
    const name = basename(request.url ?? '')
    if (!name.endsWith('.js'))
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
    response.setHeader('content-type', 'text/javascript')
    response.end(readFileSync(join(folder, 'typescript', name)))
  })

/** Runs in the page: what the package and plain calls reach. */
const TRY_ALL = `async ({ url, key, token, id }) => {
  const { createClient } = await import('/index.js')
  const client = createClient({ url, key, retries: 0 })
  const names = []
  for await (const lead of client.each(client.leads.index, { type: 'local', id, limit: 2 }))
    names.push(lead.values.name)
  const label = await client.labels.create({ name: 'From elsewhere' })
  const refused = await client.lists.rename({ id, name: '' }).catch((error) => error)
  const { data: ticket } = await client.exports.create({ list_id: id, columns: ['name'] })
  const csv = await (await client.files.open(ticket)).text()
  const asKey = { headers: { authorization: 'Bearer ' + key } }
  const reply = await fetch(url + '/api/labels', asKey)
  const reach = (path, init) => fetch(url + path, init).then(({ status }) => status, () => 'nothing')
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  return {
    names,
    label: label.data.name,
    refused: [refused.code, ...Object.keys(refused.fields)],
    csv,
    left: reply.headers.get('ratelimit-remaining'),
    id: reply.headers.get('x-request-id'),
    session: await reach('/api/labels', { headers: { authorization: 'Bearer ' + token } }),
    cookies: await reach('/api/labels', { credentials: 'include', ...asKey }),
    bare: await reach('/api/labels', { credentials: 'include' }),
    form: await reach('/api/labels', { method: 'POST', body: new URLSearchParams({ name: 'Form' }) }),
    signIn: await reach('/auth/login', json),
    admin: await reach('/api/admin/users', asKey),
  }
}`

/** The same call in a frame whose origin is null. */
const TRY_SANDBOXED = `({ url, key }) => new Promise((resolve) => {
  addEventListener('message', ({ data }) => resolve(data), { once: true })
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  const call = "fetch('" + url + "/api/labels', {headers: {authorization: 'Bearer " + key + "'}})"
  frame.srcdoc = '<script>' + call + ".then(() => 'reached', () => 'nothing').then((said) => parent.postMessage(said, '*'))</" + 'script>'
  document.body.append(frame)
})`

it('the TypeScript package works in a page of another origin, with a key and with nothing else', async () => {
  const { id } = await seedList(t, user, { leads: ['a', 'b', 'c'].map((name) => ({ values: { name } })) })
  const elsewhere = await startApplication()
  const { page, close } = await openPage(url)
  const given = JSON.stringify({ url, key, token: user.token, id })
  try {
    await page.goto(elsewhere.url)
    expect(await page.evaluate(`(${TRY_ALL})(${given})`)).toEqual({
      names: ['a', 'b', 'c'],
      label: 'From elsewhere',
      refused: ['validation_failed', 'name'],
      csv: expect.stringContaining('Name'),
      left: expect.stringMatching(/^\d+$/),
      id: expect.stringMatching(/^[\w-]{36}$/),
      session: 'nothing',
      cookies: 'nothing',
      bare: 'nothing',
      form: 'nothing',
      signIn: 'nothing',
      admin: 'nothing',
    })
    expect(await page.evaluate(`(${TRY_SANDBOXED})(${given})`)).toBe('nothing')
  } finally {
    await close()
  }
})
