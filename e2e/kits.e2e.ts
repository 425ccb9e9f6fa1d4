import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhooks } from '#contract/activity/webhooks.ts'
import { createKit } from '#contract/admin/stored-kits.ts'
import { createLabel } from '#contract/leads/labels.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let seller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  seller = await t.account({ modules: ['leads', 'whitelabel'] })
  customer = await t.account({ parent: seller, modules: ['leads'] })
  await t.call(createLabel, { body: { name: 'Needs a website', color: 'red' } }, seller)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('a reseller makes a kit and rolls it out, the customer finds its label, and the rollback takes it away', async () => {
  const { page, faults, close } = await openPage(url, { as: seller })
  await page.goto('/whitelabel/kits')
  await page.getByText('No kits yet').waitFor()
  await page.getByRole('button', { name: 'New kit' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Web agency')
  await dialog.getByRole('checkbox', { name: 'Services' }).uncheck()
  await dialog.getByLabel('Note').fill('The first one')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  await page.getByRole('heading', { name: 'Web agency' }).waitFor()
  await page.getByRole('row', { name: /Labels and their rules.*Needs a website/ }).waitFor()
  await page.getByText('No account has it yet').waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Roll out' }).click()
  await page
    .getByRole('checkbox', { name: /^Select .*/ })
    .nth(0)
    .check()
  await page.getByRole('radio', { name: 'Accounts that I choose (1 chosen)' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  const preview = page.getByRole('row', { name: /Possible/ })
  await preview.getByRole('button').click()
  await page.getByText('Labels and their rules: Needs a website').waitFor()
  await page.getByRole('button', { name: 'Show before and after' }).click()
  await page.getByText('color: red').waitFor()
  await page.getByText('Not there').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Roll out to 1 account' }).click()
  await page.getByRole('heading', { name: 'Roll-out of Web agency, version 1' }).waitFor()
  await page.getByRole('row', { name: /Changed.*1 added/ }).waitFor()
  await expectAccessible(page)

  const theirs = await openPage(url, { as: customer })
  await theirs.page.goto('/lead-search/custom-labels')
  await theirs.page.getByText('Needs a website').first().waitFor()

  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('heading', { name: 'Rollback of Web agency, version 1' }).waitFor()
  await page.getByRole('row', { name: /Changed.*1 removed/ }).waitFor()
  await theirs.page.goto('/lead-search/custom-labels')
  await theirs.page.getByRole('heading', { level: 1 }).waitFor()
  await theirs.page.getByText('No labels yet').waitFor()
  expect([...faults, ...theirs.faults]).toEqual([])
  await theirs.close()
  await close()
})

it('a kit that needs a value asks for it, and the webhook that it brings is off', async () => {
  const address = `https://example.com/?token=\${env:${'HOOK_TOKEN'}}`
  const webhook = { Intake: { url: address, events: ['lead.added' as const] } }
  const body = { document: { kit: 'Hooks', webhooks: webhook } }
  const { id } = (await t.call(createKit, { body }, seller)).body.data
  const { page, faults, close } = await openPage(url, { as: seller })
  await page.goto(`/whitelabel/kits/${id}/roll-out`)
  await page
    .getByRole('checkbox', { name: /^Select .*/ })
    .nth(0)
    .check()
  const next = page.getByRole('button', { name: 'Continue' })
  await expect.poll(() => next.isDisabled()).toBe(true)
  await page.getByLabel('HOOK_TOKEN', { exact: true }).fill('secret')
  await expectAccessible(page)
  await next.click()
  await page.getByRole('row', { name: /Possible/ }).waitFor()
  await page.getByRole('button', { name: 'Roll out to 1 account' }).click()
  await page.getByRole('row', { name: /Changed.*1 added/ }).waitFor()
  const found = (await t.call(webhooks, { query: {} }, customer)).body.data
  expect(found).toMatchObject([{ url: 'https://example.com/?token=secret', active: false }])
  expect(faults).toEqual([])
  await close()
})
