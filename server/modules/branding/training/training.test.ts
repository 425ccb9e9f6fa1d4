import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courseItems, courses, markCourseItem, topics } from '#contract/branding/courses.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { readPageFile } from './built-in.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const shown = async (user: TestUser) => (await t.call(topics, {}, user)).body.data
async function firstCourse(user: TestUser) {
  const [topic] = await shown(user)
  const course = topic?.courses[0]
  if (!course) throw new Error('there is no course')
  return (await t.call(courseItems, { params: { id: course.id } }, user)).body.data
}
const mark = (id: number, done: boolean, user: TestUser) =>
  t.call(markCourseItem, { params: { id }, body: { done } }, user)

describe('the built-in course', () => {
  it('has plain texts, and progress per person', async () => {
    const ann = await t.account({ modules: ['ai_suggest'] })
    const ben = await t.member(ann)
    const { course, items, next } = await firstCourse(ann)
    expect(course).toMatchObject({ title: 'From nothing to verified leads', hasContent: true, done: 0 })
    expect(items.length).toBeGreaterThanOrEqual(6)
    expect(next).toBe(items[0]?.id)
    const marked = await mark(items[0]!.id, true, ann)
    expect(marked.body.data).toEqual({ done: true, next: items[1]!.id })
    await mark(items[0]!.id, true, ann)
    expect((await firstCourse(ann)).course.done).toBe(1)
    expect((await firstCourse(ben)).course.done).toBe(0)
    expect((await mark(items[0]!.id, false, ann)).body.data.next).toBe(items[0]!.id)
  })

  it('says when everything is done', async () => {
    const ann = await t.account()
    const { items } = await firstCourse(ann)
    for (const { id } of items) await mark(id, true, ann)
    expect((await firstCourse(ann)).next).toBe(null)
  })

  it('names no brand, and every picture exists and is small', () => {
    const folder = join(import.meta.dirname, 'courses/first-leads')
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
    expect(text).not.toMatch(/leadwright/i)
    const pictures = [...text.matchAll(/!\[[^\]]+\]\(([\w-]+\.webp)\)/g)].map(([, name]) => name as string)
    expect(pictures.length).toBeGreaterThanOrEqual(5)
    const files = join(import.meta.dirname, 'pictures')
    const names = readdirSync(files)
    expect([...new Set(names.map((name) => name.replace('-dark.', '.')))].sort()).toEqual(
      [...new Set(pictures)].sort(),
    )
    for (const name of names) expect(statSync(join(files, name)).size).toBeLessThanOrEqual(60_000)
  })

  it('starts each file with its title', () => {
    expect(readPageFile('a', '# Title\n\nText\n')).toEqual({ key: 'a', title: 'Title', markdown: 'Text' })
    expect(() => readPageFile('a', 'Text')).toThrow('begins without')
  })
})

describe('a site with its training center off', () => {
  it('shows nothing of it', async () => {
    const owner = await t.account()
    const { course, items } = await firstCourse(owner)
    const { realm_id } = (await findAccount(t.app.ctx, owner.accountId))!
    const domain = 'quiet.example'
    const brand = { name: 'Quiet', verified_at: new Date(), show_training_center: false }
    await createSite(t.app.ctx, {
      ...brand,
      account_id: owner.accountId,
      realm_id: realm_id as number,
      domain,
    })
    const onDomain = { headers: { host: domain } }
    const { login } = await import('#contract/identity/auth.ts')
    const { email, password } = owner
    const { token } = (await t.call(login, { body: { email, password } }, null, onDomain)).body.data
      .authorisation
    const user = { ...owner, token }
    expect((await t.call(topics, {}, user, onDomain)).body.data).toEqual([])
    expect((await t.call(courses, {}, user, onDomain)).body.total).toBe(0)
    expect((await t.call(courseItems, { params: { id: course.id } }, user, onDomain)).status).toBe(404)
    const params = { id: items[0]!.id }
    expect((await t.call(markCourseItem, { params, body: { done: true } }, user, onDomain)).status).toBe(404)
  })
})
