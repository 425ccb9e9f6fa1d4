import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { sampleCompany, samplePage } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let websites: SampleWebsites
let smtp: FakeSmtp
/** Lets the waiting website answer. */
let letAnswer: () => void = () => {}

beforeAll(async () => {
  const held = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  smtp = await startFakeSmtp({
    rcpt: { 'info@acme.example': '250 2.1.5 Ok', 'anna.berger@acme.example': '250 2.1.5 Ok' },
  })
  websites = await startSampleWebsites({
    'acme.example': sampleCompany('acme.example'),
    'held.example': {
      '/': (_request, response) =>
        void held.then(() => {
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          response.end(samplePage('Held', '<p>Nobody to write to.</p>'))
        }),
    },
    'closed.example': {
      '/robots.txt': 'User-agent: *\nDisallow: /',
      '/': samplePage('Closed', '<p>Closed</p>'),
    },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    mxMap: `acme.example=${smtp.address}`,
    crawl: { delayMs: 0 },
  })
  url = await listen(t)
})
afterAll(async () => {
  letAnswer()
  await closeProfiles(url)
  await t?.close()
  await websites?.close()
  await smtp?.close()
})

describe('a search that needs corrections', () => {
  it('names skipped entries with the reason', async () => {
    const { page, faults, close } = await openPage(url, { as: await t.account() })
    await page.goto('/lead-search/new-search')
    await page.getByRole('radio', { name: /Company websites/ }).click()
    await page.getByRole('textbox', { name: 'Domains' }).fill('acme.example, acme.exampel')
    await page.getByText('1 invalid entry skipped:').waitFor()
    await page.getByText('acme.exampel – No domain ends in .exampel').waitFor()
    await page.getByRole('button', { name: /Start search · up to 20 credits/ }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })

  it('reports missing data and who can import it', async () => {
    const member = await openPage(url, { as: await t.account() })
    await member.page.goto('/lead-search/new-search?category=tax%20adviser')
    await member.page.getByText(/Ask your administrator to import some/).waitFor()
    await member.close()
    const admin = await openPage(url, { as: await t.admin() })
    await admin.page.goto('/lead-search/new-search?category=brewery')
    await admin.page.getByRole('link', { name: 'Import data' }).click()
    await admin.page.waitForURL('**/admin/corpus')
    await admin.close()
  })
})

describe('from domains to people', () => {
  it('reads websites with progress, shows the companies with their evidence, and collects their people', async () => {
    const user = await t.account({ credits: 50 })
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/new-search')
    await page.getByRole('radio', { name: /Company websites/ }).click()
    const domains = page.getByRole('textbox', { name: 'Domains' })
    await domains.fill('https://www.acme.example/about, closed.example\ninfo@held.example nothing')
    await page.getByText('3 domains', { exact: true }).first().waitFor()
    await page.getByText('1 invalid entry skipped: not a domain').waitFor()
    await page.getByRole('button', { name: 'Remove invalid entries' }).click()
    await expect.poll(() => domains.inputValue()).toBe('acme.example\nclosed.example\nheld.example')
    await page.waitForURL(/held\.example(?!.*nothing)/)
    await page.reload()
    expect(await domains.inputValue()).toBe('acme.example\nclosed.example\nheld.example')
    // The wallet cannot pay for 60 emails, so the run stops by itself.
    await page.getByText('About 12 emails · up to 60 credits').waitFor()
    await page.getByText('Details', { exact: true }).click()
    await page.getByText('up to 20 emails each').waitFor()
    await page.getByRole('button', { name: 'Start and stop at 50 credits' }).click()

    await page.waitForURL('**/saved-lists/single-*')
    await page.getByText('info@acme.example').first().waitFor()
    const toggle = page.getByRole('button', { name: /^3 websites/ }).first()
    await toggle.click()
    const visits = page.getByRole('region', { name: 'Websites of this run' })
    await visits.getByRole('row', { name: /held\.example Reading/ }).waitFor()
    await visits.getByRole('row', { name: /closed\.example Not read/ }).waitFor()
    await visits.getByText(/^The website blocks automated reading/).waitFor()
    await expectAccessible(page)
    letAnswer()
    await toggle.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Companies' }).click()
    await page.getByRole('link', { name: 'acme.example', exact: true }).waitFor()
    await page
      .getByRole('row', { name: /acme\.example/ })
      .getByText('info@acme.example')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Everything about acme.example' }).click()
    await page.getByRole('button', { name: /evidence for \+12025550143/ }).click()
    const evidence = page.getByRole('dialog', { name: 'evidence for +12025550143' })
    await evidence.getByRole('link', { name: 'acme.example/contact' }).waitFor()
    await evidence.getByText(/Found in a phone link/).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await evidence.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Search by domain' }).fill('closed')
    await page.getByText('1 company', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Leads', exact: true }).click()
    await page.getByRole('button', { name: /Verified evidence for info@acme/ }).click()
    const proof = page.getByRole('dialog', { name: 'evidence for info@acme.example' })
    await proof.getByRole('link', { name: /acme\.example\/contact/ }).waitFor()
    await proof.getByText('Mail server log').click()
    await proof.getByText('RCPT TO:<info@acme.example>').waitFor()
    const requested = smtp.recipients().filter((address) => address === 'info@acme.example').length
    await proof.getByRole('button', { name: 'Verify again' }).click()
    await expect
      .poll(() => smtp.recipients().filter((address) => address === 'info@acme.example').length)
      .toBe(requested + 1)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'List menu' }).click()
    await page.getByRole('menuitem', { name: /Get employees/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Get employees' })
    await dialog.getByRole('textbox', { name: 'List name' }).fill('People of Acme')
    await dialog.getByRole('button', { name: 'Get employees · free' }).dblclick()
    await page.getByRole('link', { name: 'Open the people list' }).click()
    await page.waitForURL('**/saved-lists/people-*')
    await page.getByText('People of Acme').first().waitFor()
    await page.getByText('Clara Lindner').first().waitFor()

    const { available, reserved, spent } = (await t.call(userLimits, {}, user)).body.data
    expect({ available, reserved, spent }).toEqual({ available: 48, reserved: 0, spent: 2 })
    expect(faults).toEqual([])
    await close()
  })
})

describe('finding emails for local leads', () => {
  it('shows the price and what it skips, fills in the leads, and returns the focus', async () => {
    await t.places('Sample firms', [
      { name: 'Firm Acme', website: 'http://www.acme.example/' },
      { name: 'Firm Gone', website: 'http://gone.example/' },
      { name: 'Firm Silent' },
    ])
    const user = await t.account({ credits: 50 })
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/new-search?keywords=Firm')
    await page.getByRole('button', { name: /Start search · up to 3 credits/ }).click()
    await page.waitForURL('**/saved-lists/local-*')
    await page.locator('[data-lead-grid]').getByText('Firm Silent').waitFor()

    await page
      .getByRole('checkbox', { name: 'Select this page' })
      .or(page.getByRole('checkbox', { name: /all/i }))
      .first()
      .click()
    const enrich = page
      .getByRole('region', { name: 'Selected leads' })
      .getByRole('button', { name: 'Enrich' })
    await enrich.click()
    await page.getByRole('menuitem', { name: /Find emails/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Find emails' })
    await dialog.getByText('1 has no website').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'Enrich' }).waitFor()

    await enrich.click()
    await page.getByRole('menuitem', { name: /Find emails/ }).click()
    await dialog.getByRole('button', { name: /^Find emails · up to/ }).click()
    await page.locator('[data-lead-grid]').getByText('info@acme.example', { exact: true }).waitFor()
    await page.getByText('1 found').first().waitFor()
    await page.getByText('Done, 1 could not be read').first().waitFor()
    const grid = page.locator('[data-lead-grid]')
    await grid.getByText(/^Couldn’t read the website: /).waitFor()
    await grid.getByText('Not tried: it has no website').waitFor()
    await page.getByRole('link', { name: 'See which' }).first().click()
    await page.getByText('1 match').waitFor()
    await grid.getByText('Firm Acme').waitFor({ state: 'detached' })
    await grid.getByText('Firm Gone').waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })
})
