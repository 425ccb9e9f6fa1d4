import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { showSite, updateSite } from '#contract/branding/site.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import { sendMail, showMail } from '#server/modules/branding/mail/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  admin = await t.admin()
})
afterAll(() => t.close())

const save = (body: object) => t.call(updateSite, { body }, admin)
const shown = async (domain = 'localhost') => (await t.call(siteSettings, { body: { domain } })).body.data

describe("the platform's own brand", () => {
  it('is the default until an administrator changes it, and again after a reset', async () => {
    const first = await t.call(showSite, {}, admin)
    expect(first.body.data).toMatchObject({ id: null, is_platform: true, name: null, sign_up: true })
    const { icon: _icon, ...before } = await shown()
    const saved = await save({ name: 'Acorn', button_color: '#0A7B55', menu: [] })
    expect([saved.status, saved.body.data?.name]).toEqual([200, 'Acorn'])
    expect(await shown()).toMatchObject({ ...before, name: 'Acorn', button_color: '#0A7B55', menu: [] })
    await save({ button_color: null, menu: null })
    expect(await shown()).toMatchObject({ ...before, name: 'Acorn' })
  })

  it("is used in the platform's mails", async () => {
    await save({ name: 'Acorn Mail', button_color: '#0A7B55' })
    const { db } = t.app.database
    const id = await sendMail(t.app.ctx, {
      siteId: null,
      to: 'ann@people.example',
      template: 'reset-unknown',
      variables: {},
      secrets: {},
    })
    await db.selectFrom('mail_message').select('id').where('id', '=', id).executeTakeFirstOrThrow()
    expect((await showMail(t.app.ctx, id)).text).toContain('Acorn Mail')
  })

  it('does not apply to a reseller', async () => {
    const owner = await t.account()
    await save({ name: 'Acorn', button_color: '#0A7B55' })
    const body = { owner_email: owner.email, brand_name: 'Oak', domain: 'oak.example' }
    expect((await t.call(createReseller, { body }, admin)).status).toBe(201)
    expect(await shown('oak.example')).toMatchObject({ name: 'Oak', button_color: '#573BFF' })
  })

  it('gives new registrations the credits that administrators choose', async () => {
    await save({ sign_up_credits: 7 })
    expect((await t.call(showSite, {}, admin)).body.data).toMatchObject({ sign_up: true, sign_up_credits: 7 })
    await save({ sign_up: false })
    expect((await shown()).sign_up).toBe(false)
    await save({ sign_up: true })
    expect((await shown()).sign_up).toBe(true)
  })

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['button_color', 'red'],
    ['button_color', '#12345'],
    ['logo', 'https://elsewhere.example/logo.png'],
    ['logo', `/brand-images/${'a'.repeat(32)}.png`],
    ['script_hosts.0', ['https://cdn.example.com']],
    ['menu.0.url', [{ label: 'x', url: 'javascript:alert(1)' }]],
    ['menu.0.url', [{ label: 'x', url: '/\\evil.example' }]],
    ['menu.0.url', [{ label: 'x', url: '/..//evil.example' }]],
    ['menu.0.url', [{ label: 'x', url: '/%5cevil.example' }]],
    ['menu.0.url', [{ label: 'x', url: 'https://?' }]],
  ])('rejects a %s that cannot be shown: %j', async (field, value) => {
    const { status, error } = await save({ [field.split('.')[0] as string]: value })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  })
})
