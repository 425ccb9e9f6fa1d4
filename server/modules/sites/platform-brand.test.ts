import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReseller } from '#contract/resellers.ts'
import { platformBrand, siteSettings, updatePlatformBrand } from '#contract/sites.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  admin = await t.admin()
})
afterAll(() => t.close())

const LOGO = 'data:image/png;base64,iVBORw0KGgo='
const nothing = {
  name: null,
  logo: null,
  button_color: null,
  secondary_color: null,
  heading_color: null,
  text_color: null,
  sidebar_background_color: null,
  login_page_bg_color: null,
}
const save = (change: object) => t.call(updatePlatformBrand, { body: { ...nothing, ...change } }, admin)
const shown = async (domain = 'anything.example') =>
  (await t.call(siteSettings, { body: { domain } })).body.data

describe("the platform's own brand", () => {
  it('is the default until an administrator decides, and again for what is taken back', async () => {
    expect((await t.call(platformBrand, {}, admin)).body.data).toEqual(nothing)
    const before = await shown()
    const saved = await save({ name: 'Acorn', logo: LOGO, button_color: '#0A7B55' })
    expect([saved.status, saved.body.data.name]).toEqual([200, 'Acorn'])
    expect(await shown()).toEqual({ ...before, name: 'Acorn', logo: LOGO, button_color: '#0A7B55' })
    await save({ name: 'Acorn' })
    expect(await shown()).toEqual({ ...before, name: 'Acorn' })
  })

  it('speaks in the mails of the platform', async () => {
    await save({ name: 'Acorn Mail', button_color: '#0A7B55' })
    const { db } = t.app.database
    const id = await t.app.modules.mail.send({
      siteId: null,
      to: 'ann@people.example',
      template: 'reset-unknown',
      variables: {},
      secrets: {},
    })
    await db.selectFrom('mail_message').select('id').where('id', '=', id).executeTakeFirstOrThrow()
    expect((await t.app.modules.mail.show(id)).text).toContain('Acorn Mail')
  })

  it('is not that of a reseller', async () => {
    const owner = await t.account()
    await save({ name: 'Acorn', button_color: '#0A7B55' })
    const body = { owner_email: owner.email, brand_name: 'Oak', domain: 'oak.example' }
    expect((await t.call(createReseller, { body }, admin)).status).toBe(201)
    expect(await shown('oak.example')).toMatchObject({ name: 'Oak', button_color: '#573BFF' })
  })

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['button_color', 'red'],
    ['button_color', '#12345'],
    ['logo', 'https://elsewhere.example/logo.png'],
    ['logo', 'data:text/html;base64,PGI+'],
    ['logo', `data:image/png;base64,${'A'.repeat(70_000)}`],
  ])('takes no %s that cannot be shown: %s', async (field, value) => {
    const { status, error } = await save({ [field]: value })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  })
})
