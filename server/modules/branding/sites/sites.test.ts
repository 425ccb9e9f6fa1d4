import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteSettings } from '#contract/branding/sites.ts'
import { CRMS } from '#contract/core/crms/index.ts'
import { listTypes, logAppError } from '#contract/core/system.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createSite } from './create-site.ts'
import { siteSettingsWithoutDatabase } from './sites.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  // The platform's own sign-up plan comes with its first account.
  await t.admin()
})
afterAll(() => t.close())

const brandOf = async (domain: string) => (await t.call(siteSettings, { body: { domain } })).body.data

/** Of the platform, on a host of its own. */
const DEFAULT_BRAND = {
  name: 'Leadwright',
  logo_dark: null,
  icon: '/site-icon?v=0',
  blue_color: '#3BA1FF',
  light_blue_color: '#00C0F7',
  chat: null,
  script: null,
  logo: null,
  content: null,
  login_page_bg_color: '#FFFFFF',
  sidebar_background_color: '#FFFFFF',
  button_color: '#573BFF',
  secondary_color: '#01C0F6',
  text_color: '#A0AEC0',
  heading_color: '#202633',
  crms: [...CRMS],
  menu: [
    { label: 'WLS Setup', url: '/whitelabel/setup' },
    { label: 'Help & Support', url: '/help' },
  ],
  show_training_center: true,
  support_email: null,
  sign_up: true,
  password_min_length: 6,
  social: { google: null, facebook: null },
  terms: null,
  map_tiles: null,
}

describe('the brand of a domain', () => {
  it("is the product's on unbranded hosts of the platform", async () => {
    expect(await brandOf('localhost')).toEqual({ ...DEFAULT_BRAND, domain: 'localhost' })
  })

  it.each(['unknown.example', `'; drop table site; --.example`, '🦊.example'])(
    'is neutral at %s',
    async (domain) => {
      const neutral = { ...DEFAULT_BRAND, name: 'White Label', sign_up: false }
      expect(await brandOf(domain)).toEqual({ ...neutral, domain })
    },
  )

  it("is the site's once the domain is verified, with defaults for what it leaves open", async () => {
    const owner = await t.account({ modules: ['whitelabel'] })
    const account = await findAccount(t.app.ctx, owner.accountId)
    const site = { account_id: owner.accountId, realm_id: account?.realm_id as number, name: 'Fox Leads' }
    const menu = [{ label: 'Help', url: 'https://help.example' }]
    const own = { button_color: '#112233', show_training_center: false, crms: ['keap'], menu }
    await createSite(t.app.ctx, { ...site, ...own, domain: 'fox.example', verified_at: new Date() })
    await createSite(t.app.ctx, { ...site, domain: 'later.example' })
    const branded = { ...DEFAULT_BRAND, ...own, name: 'Fox Leads', domain: 'fox.example' }
    expect(await brandOf('Fox.Example:443')).toEqual(branded)
    expect((await brandOf('later.example')).name).toBe('White Label')
    expect((await brandOf('fox.example/../x')).name).toBe('White Label')
  })

  it('of a reseller without one is called White Label, never the product', async () => {
    const owner = await t.account({ modules: ['whitelabel'] })
    const account = await findAccount(t.app.ctx, owner.accountId)
    const site = { account_id: owner.accountId, realm_id: account?.realm_id as number }
    await createSite(t.app.ctx, { ...site, domain: 'new.example', verified_at: new Date() })
    expect((await brandOf('new.example')).name).toBe('White Label')
  })

  it("falls back to the product's on its own domain only while the database is down", () => {
    const nameOf = (domain: string) => siteSettingsWithoutDatabase(t.app.ctx, domain).name
    expect(nameOf('127.0.0.1:443')).toBe('Leadwright')
    expect(nameOf('fox.example')).toBe('White Label')
  })

  it.each([{}, { domain: '' }, { domain: 'x'.repeat(254) }, { domain: 5 }, { domain: null }])(
    'is refused for %j',
    async (body) => {
      const { status, error } = await t.call(siteSettings, { body: body as never })
      expect([status, Object.keys(error.fields)]).toEqual([422, ['domain']])
    },
  )
})

describe('the list types', () => {
  it('are the four of the specification, in order', async () => {
    const user = await t.account({ modules: [] })
    expect((await t.call(listTypes, {}, user)).body.data).toEqual([
      {
        id: 1,
        name: 'Local business',
        label: 'Industry / local business',
        type: 'local',
        search_code: 'industry',
      },
      { id: 2, name: 'People', label: 'People', type: 'people', search_code: 'people' },
      { id: 3, name: 'Company websites', label: 'Company websites', type: 'single', search_code: 'single' },
      { id: 4, name: 'Influencer', label: 'Influencer', type: 'influencer', search_code: 'influencer' },
    ])
  })
})

describe('web application errors', () => {
  const stored = () => t.app.database.db.selectFrom('app_error').selectAll().orderBy('id', 'desc').execute()

  it('are accepted from anybody, with the user when known', async () => {
    const user = await t.account()
    const body = { message: 'Boom <b>', err: 'at x.js:1', info: 'render' }
    expect((await t.call(logAppError, { body })).body).toEqual({ success: true })
    expect((await t.call(logAppError, { body: { message: 'Bang' } }, user)).body).toEqual({ success: true })
    const gone = await t.call(logAppError, { body: { message: 'Old token' } }, { token: 'x'.repeat(43) })
    expect(gone.status).toBe(200)
    expect(await stored()).toMatchObject([
      { message: 'Old token', user_id: null },
      { message: 'Bang', user_id: user.id, account_id: user.accountId, err: null, info: null },
      { ...body, user_id: null, account_id: null },
    ])
  })

  it('are refused when too long', async () => {
    const { status, error } = await t.call(logAppError, { body: { message: 'x'.repeat(4001) } })
    expect([status, error.fields]).toEqual([422, { message: 'Field must be max 4000' }])
  })

  it('are limited per address', async () => {
    const from = '192.0.2.3'
    const report = () => t.call(logAppError, { body: { message: 'again' } }, null, { from })
    const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await report()).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(Number((await report()).headers['retry-after'])).toBeGreaterThan(0)
  })
})
