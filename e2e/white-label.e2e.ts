import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { addDomain, verifyDomain } from '#contract/branding/domains.ts'
import { updateSite, uploadSiteImage } from '#contract/branding/site.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const PASSWORD = 'a long enough sample password'

let box: MailBox
let dns: FakeDns
let t: TestApp
let url: string
/** Address of a brand's domain on this machine. */
const at = (host: string) => `http://${host}:${new URL(url).port}`

beforeAll(async () => {
  box = await startMailBox()
  dns = await startFakeDns({})
  t = await testApp({ smtpUrl: box.url, dnsServers: dns.address })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await box?.close()
  await dns?.close()
})

async function reseller(brand_name: string, host?: string): Promise<TestUser> {
  const owner = await t.account()
  const body = { owner_email: owner.email, brand_name, ...(host ? { domain: host } : {}) }
  const created = await t.call(createReseller, { body }, await t.admin())
  expect(created.status).toBe(201)
  return owner
}

/** Registers by form and mailed code. */
async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Sample')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByLabel('Code', { exact: true }).fill(codeIn(await box.waitFor(email)))
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

async function saveChanges(page: Page): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await saved
}

it('a reseller brands a domain without help, and customers register and sign in there', async () => {
  const owner = await reseller('Fox Leads')
  const host = 'leads.fox.brands.example'
  dns.zones[host] = { a: ['192.0.2.7'] }
  const { page, faults, close } = await openPage(url, { as: owner })
  await page.goto('/whitelabel/setup')
  await page.getByRole('link', { name: /^Set up: Use your own domain/ }).click()
  await page.getByText('No domain yet').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Add a domain').fill(host)
  await page.getByRole('button', { name: 'Add domain' }).click()
  const card = page.getByRole('listitem').filter({ hasText: host })
  await card.getByText('Waiting for DNS').waitFor()
  const [name, value] = await card.locator('fieldset code').allInnerTexts()
  await card.getByRole('button', { name: `Check ${host} now` }).click()
  await card.getByRole('status').waitFor()
  await expectAccessible(page)
  dns.zones[name as string] = { txt: [value as string] }
  await card.getByRole('button', { name: `Check ${host} now` }).click()
  await card.getByText('Active').waitFor()

  await page.getByRole('link', { name: 'Brand', exact: true }).click()
  await page.getByLabel('Buttons and links', { exact: true }).fill('#0A7B55')
  await page.getByRole('textbox', { name: 'Text beside the form' }).fill('Find your next customer')
  await page.getByRole('complementary', { name: 'Preview' }).getByText('Find your next customer').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await saveChanges(page)
  expect(faults).toEqual([])
  await close()

  // Rendered before any script of the application has loaded.
  const bare = await openPage(url, { dark: true })
  await bare.page.route(/\.js$/, (route) => route.abort())
  await bare.page.goto(`${at(host)}/login`)
  const fillOf = `getComputedStyle(document.documentElement).getPropertyValue('--app-fill')`
  const drawn = [
    await bare.page.evaluate<string>(fillOf),
    await bare.page.evaluate<string>('getComputedStyle(document.body).backgroundColor'),
  ]
  expect(drawn).toEqual(['#0a7b55', 'rgb(17, 19, 24)'])
  await bare.close()

  const visitor = await openPage(url)
  await visitor.page.goto(`${at(host)}/register`)
  expect(await visitor.page.title()).toContain('Fox Leads')
  await visitor.page.getByText('Find your next customer').waitFor()
  const fill = await visitor.page.evaluate<string>(fillOf)
  expect(fill.toLowerCase()).toBe('#0a7b55')
  await expectAccessible(visitor.page)
  await register(visitor.page, 'customer@people.example')
  expect(await visitor.page.title()).toContain('Fox Leads')
  expect(await visitor.page.content()).not.toMatch(/leadwright/i)
  expect(visitor.faults).toEqual([])
  await visitor.close()
})

it('two resellers never see each other, and customers of one cannot sign in at the other', async () => {
  const oak = await reseller('Oak Leads', 'leads.oak.brands.example')
  await reseller('Elm Leads', 'leads.elm.brands.example')
  const { page, close } = await openPage(url)
  for (const [host, own, other] of [
    ['leads.oak.brands.example', 'Oak Leads', 'Elm Leads'],
    ['leads.elm.brands.example', 'Elm Leads', 'Oak Leads'],
  ] as const) {
    await page.goto(`${at(host)}/login`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.title()).toContain(own)
    expect(await page.content()).not.toContain(other)
  }
  // Another account's claim waits for its record and serves nothing.
  const claim = await t.call(addDomain, { body: { host: 'leads.elm.brands.example' } }, oak)
  expect(claim.body.data.active).toBe(false)
  const params = { host: 'leads.elm.brands.example' }
  const checked = await t.call(verifyDomain, { params, body: {} }, oak)
  expect(checked.body.data.active).toBe(false)
  await page.goto(`${at('leads.elm.brands.example')}/login`)
  expect(await page.title()).toContain('Elm Leads')
  await close()
})

it('an extreme brand stays readable, light and dark', async () => {
  const host = 'leads.wild.brands.example'
  const owner = await reseller('x', host)
  const white = '#FFFFFF'
  const body = {
    name: 'שיווק לידים $$ ואסטרטגיה בע״מ עם שם ארוך במיוחד',
    button_color: white,
    secondary_color: white,
    heading_color: white,
    text_color: white,
    blue_color: white,
    light_blue_color: white,
    sidebar_background_color: white,
    login_page_bg_color: white,
    content: '<h2>ברוכים הבאים</h2><p onclick="x()">Hello <script>window.hacked=1</script></p>',
  }
  const huge = { create: { width: 6000, height: 300, channels: 3, background: '#aa3311' } } as const
  const added = await t.app.http.inject({
    method: 'POST',
    url: `${uploadSiteImage.path}?kind=logo`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    payload: await sharp(huge).png().toBuffer(),
  })
  const logo = added.json().data.url as string
  expect((await t.call(updateSite, { body: { ...body, logo } }, owner)).status).toBe(200)
  for (const width of [1280, 390]) {
    const { page, faults, close } = await openPage(url, { width })
    await page.goto(`${at(host)}/login`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.title()).toContain('$$')
    await page.getByRole('heading', { name: 'ברוכים הבאים' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await page.evaluate('"hacked" in window')).toBe(false)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await expectAccessible(page, 'colours')
    expect(faults).toEqual([])
    await close()
  }
})

it('pages with and without site scripts share no document, and signing out leaves none behind', async () => {
  const host = 'leads.script.brands.example'
  const owner = await reseller('Ash Leads', host)
  const script = '<script>window.siteScript = (window.siteScript ?? 0) + 1</script>'
  expect((await t.call(updateSite, { body: { script } }, owner)).status).toBe(200)
  const { page, faults, close } = await openPage(url)
  const ran = () => page.evaluate<number>('window.siteScript ?? 0')
  await page.goto(`${at(host)}/login`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await ran()).toBe(0)
  await page.getByRole('link', { name: 'Register' }).click()
  await register(page, 'ash@people.example')
  await expect.poll(ran).toBe(1)
  await page.getByRole('link', { name: 'Integration', exact: true }).click()
  await page.getByRole('heading', { name: 'Integration' }).waitFor()
  expect(await ran()).toBe(0)
  await page.goBack()
  await expect.poll(ran).toBe(1)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await ran()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

it('site scripts do not run while someone is logged in as another user, and run again afterwards', async () => {
  const host = 'leads.acting.brands.example'
  const owner = await reseller('Fir Leads', host)
  const script = '<script>window.siteScript = (window.siteScript ?? 0) + 1</script>'
  expect((await t.call(updateSite, { body: { script } }, owner)).status).toBe(200)
  const seller = await t.account({ parent: owner, modules: ['leads', 'whitelabel'] })
  const customer = await t.account({ parent: seller })
  const { page, close } = await openPage(url)
  const ran = () => page.evaluate<number>('window.siteScript ?? 0')
  await page.goto(`${at(host)}/login`)
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // A reseller's first sign-in opens the setup of their brand, which runs no scripts.
  await page.waitForURL('**/whitelabel/setup')
  expect(await ran()).toBe(0)
  await page.goto(`${at(host)}/lead-search/new-search`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await expect.poll(ran).toBe(1)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Log in as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in as' })
  await dialog.getByRole('combobox', { name: 'Person' }).fill(customer.email)
  await page.getByRole('option', { name: new RegExp(customer.email) }).click()
  await dialog.getByLabel('Reason').fill('Looking at an import')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  const bar = page.getByRole('region', { name: 'Logged in as someone else' })
  await bar.waitFor()
  await page.goto(`${at(host)}/lead-search/new-search`)
  await bar.waitFor()
  expect(await ran()).toBe(0)
  // Nor in a tab opened in the meantime, on any page.
  const other = await page.context().newPage()
  await other.goto(`${at(host)}/lead-search/saved-lists`)
  await other.getByRole('region', { name: 'Logged in as someone else' }).waitFor()
  expect(await other.evaluate('window.siteScript ?? 0')).toBe(0)
  await other.close()

  await bar.getByRole('button', { name: 'Back to my account' }).click()
  await bar.waitFor({ state: 'detached' })
  await page.goto(`${at(host)}/lead-search/new-search`)
  await expect.poll(ran).toBe(1)
  await close()
})

it('Resources links are sorted by keyboard and drag, and shown on the domain', async () => {
  const host = 'leads.links.brands.example'
  const owner = await reseller('Yew Leads', host)
  const { page, faults, close } = await openPage(url, { as: owner })
  await page.goto('/whitelabel/custom-links')
  await page.getByRole('button', { name: 'Add link' }).click()
  const address = page.getByLabel('Address of link 3')
  await address.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Field must be a valid url').first().waitFor()
  await expectAccessible(page)
  await address.fill('https://community.example/')
  await page.getByRole('button', { name: 'Move Community up' }).focus()
  await page.keyboard.press('Enter')
  const grip = page.locator('[data-grip]')
  const to = await grip.first().boundingBox()
  await grip.nth(2).hover()
  await page.mouse.down()
  await page.mouse.move(to?.x ?? 0, to?.y ?? 0, { steps: 5 })
  await page.mouse.up()
  await saveChanges(page)
  const { menu } = (await t.call(siteSettings, { body: { domain: host } })).body.data
  expect(menu.map(({ label }) => label)).toEqual(['Help & Support', 'WLS Setup', 'Community'])
  expect(faults).toEqual([])
  await close()
})
