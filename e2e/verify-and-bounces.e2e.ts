import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { createList } from '#contract/leads/lists.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { sampleCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let websites: SampleWebsites
let smtp: FakeSmtp
let folder: string

beforeAll(async () => {
  smtp = await startFakeSmtp({ rcpt: { 'info@acme.example': '250 2.1.5 Ok' } })
  websites = await startSampleWebsites({ 'acme.example': sampleCompany('acme.example') })
  t = await testApp({
    hostMap: websites.hostMap,
    mxMap: `acme.example=${smtp.address}`,
    crawl: { delayMs: 0 },
  })
  url = await listen(t)
  folder = await mkdtemp(join(tmpdir(), 'bounces-'))
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await websites?.close()
  await smtp?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('checking addresses', () => {
  it('checks one with its evidence, and many with their states as a table and a file', async () => {
    const user = await t.account()
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/email-verification')
    const singleAddress = page.getByRole('region', { name: 'Single address' })
    await singleAddress.getByRole('textbox', { name: 'Email address' }).fill('info@acme.example')
    await singleAddress.getByRole('button', { name: 'Verify', exact: true }).click()
    await singleAddress.getByText('Verified').waitFor()
    await singleAddress.getByText('Mail server log').click()
    await singleAddress.getByText('RCPT TO:<info@acme.example>').waitFor()
    await expectAccessible(page)

    const many = page.getByRole('region', { name: 'Multiple addresses' })
    await many
      .getByRole('textbox', { name: 'Email addresses' })
      .fill('Info <info@acme.example>\nnobody@acme.example, not-an-address')
    await many.getByText('1 entry without an address left out').waitFor()
    await many.getByRole('button', { name: 'Verify 2 addresses · free' }).click()
    await page.waitForURL('**/lead-search/email-verification?run=*')
    const bar = page.getByRole('img', { name: 'States of the addresses: Verified 1, Invalid 1' })
    await bar.waitFor()
    await page.getByRole('row', { name: /nobody@acme\.example/ }).waitFor()
    await page.getByRole('combobox', { name: 'State' }).selectOption('Verified')
    await page.getByRole('row', { name: /nobody@acme\.example/ }).waitFor({ state: 'detached' })
    await page.reload()
    await bar.waitFor()
    expect(await page.getByRole('row', { name: /nobody@acme\.example/ }).count()).toBe(0)
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain('nobody@acme.example')
    expect(file.trim().split(/\r?\n/)).toHaveLength(3)

    await page.getByRole('button', { name: 'Show all checks' }).click()
    await page.getByRole('link', { name: 'Verified by you (2)' }).waitFor()
    await page.getByRole('row', { name: /nobody@acme\.example/ }).waitFor()
    await page.getByRole('link', { name: 'From searches (0)' }).click()
    await page.getByText('No addresses verified yet').waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })
})

describe('bounces', () => {
  it('an imported report marks the lead, refunds the credit and counts in source quality', async () => {
    const user = await t.account({ credits: 300 })
    const search = { domains: ['acme.example'], only_published: true }
    const created = await t.call(createList, { body: { name: 'Acme', type: 'single', search } }, user)
    const run = await t.finished(created.body.data.run.id, user)
    expect(run.counts.charged).toBe(1)
    const report = join(folder, 'report.csv')
    await writeFile(report, 'Email,Type,Reason\ninfo@acme.example,hard,550 no such user\n')

    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/sources')
    await page.getByText('No bounces yet').waitFor()
    await page.getByRole('button', { name: 'Import bounces' }).first().click()
    const panel = page.getByRole('region', { name: 'Import bounces' })
    await panel.locator('input[type=file]').setInputFiles(report)
    await panel.getByText('100%').waitFor()
    await panel.getByRole('button', { name: 'Import bounces' }).click()
    await panel.getByText('1 credit refunded to your wallet.').waitFor()
    const bounces = page.getByRole('region', { name: 'Bounces' })
    await bounces.getByRole('row', { name: /info@acme\.example Hard/ }).waitFor()
    await page.getByRole('region', { name: 'Source statistics' }).getByRole('row').nth(1).waitFor()
    await page.getByText('Bounce rate', { exact: true }).last().click()
    const plot = page.getByRole('slider', { name: 'Bounce rate per week, plotted' })
    await plot.press('Home')
    await plot.locator('strong').waitFor()
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/: .+ \d+%/)
    await page.getByText('Show as a table').click()
    await page.getByRole('region', { name: 'Bounce rate per week' }).waitFor()
    await expectAccessible(page)

    await visit(page, `/saved-lists/single-${created.body.data.id}`)
    await page.getByRole('button', { name: /Invalid evidence for info@acme\.example/ }).click()
    await page
      .getByRole('dialog', { name: 'evidence for info@acme.example' })
      .getByText('Bounced', { exact: true })
      .waitFor()
    expect((await t.call(userLimits, {}, user)).body.data.available).toBe(300)
    expect(faults).toEqual([])
    await close()
  })
})
