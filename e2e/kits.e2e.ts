import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { changeSubscription } from '#contract/accounts/subscriptions.ts'
import { webhooks } from '#contract/activity/webhooks.ts'
import { createKit } from '#contract/admin/stored-kits.ts'
import { createLabel, labels } from '#contract/leads/labels.ts'
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

it('a roll-out finds the customers of a reseller below, and leaves out who may not be changed', async () => {
  const reseller = await t.account({ parent: seller, modules: ['leads', 'whitelabel'] })
  const theirs = await t.account({ parent: reseller, modules: ['leads'] })
  const closed = await t.account({ parent: reseller, modules: ['leads'] })
  await t.app.database.pool.query(
    `update plan_version set log_in_as = 'never'
      where id = (select plan_version_id from subscription where account_id = $1 and is_current)`,
    [closed.accountId],
  )
  await t.app.database.pool.query('update account set name = $2 where id = $1', [
    reseller.accountId,
    'Fox Studio',
  ])
  const body = { document: { kit: 'Deep', labels: { Deep: {} } } }
  const { id } = (await t.call(createKit, { body }, seller)).body.data
  const { page, faults, close } = await openPage(url, { as: seller })
  await page.goto(`/whitelabel/kits/${id}/roll-out`)
  await page.getByRole('row', { name: new RegExp(theirs.email) }).waitFor()
  expect(await page.getByText(closed.email).count()).toBe(0)
  await page.getByLabel('Reseller', { exact: true }).selectOption({ label: 'Fox Studio (1)' })
  await page.getByRole('row', { name: new RegExp(`Fox Studio.*${theirs.email}`) }).waitFor()
  await expect.poll(() => page.getByText(customer.email).count()).toBe(0)
  await expectAccessible(page)
  await page
    .getByRole('checkbox', { name: /^Select .*/ })
    .nth(0)
    .check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Roll out to 1 account' }).click()
  await page.getByRole('row', { name: /Changed.*1 added/ }).waitFor()
  expect((await t.call(labels, {}, theirs)).body.data).toMatchObject([{ name: 'Deep' }])
  expect(faults).toEqual([])
  await close()
})

it('a customer changes its package, and one click in the notice leads the seller to a dry run of its kit', async () => {
  const body = { document: { kit: 'For Pro', labels: { Pro: {} } } }
  const { id } = (await t.call(createKit, { body }, seller)).body.data
  const pro = { name: 'Pro', credits: 10, kit_id: id, modules: ['leads' as const] }
  const package_id = (await t.call(createPackage, { body: pro }, seller)).body.data.id
  const change = { action: 'change_package' as const, package_id }
  await t.call(changeSubscription, { params: { id: customer.accountId }, body: change }, seller)
  const { page, faults, close } = await openPage(url, { as: seller })
  await page.goto('/notifications')
  await page.getByRole('link', { name: /Roll the kit For Pro out to/ }).click()
  await page.getByText('Nothing has changed yet').waitFor()
  await page.getByRole('row', { name: /Possible/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('radio', { name: /^Only / }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  expect((await t.call(labels, {}, customer)).body.data).toEqual([])
  await page.getByRole('button', { name: 'Roll out to 1 account' }).click()
  await page.getByRole('row', { name: /Changed.*1 added/ }).waitFor()
  expect((await t.call(labels, {}, customer)).body.data).toMatchObject([{ name: 'Pro' }])
  expect(faults).toEqual([])
  await close()
})

it('a download says when the part that writes it can’t be loaded, and works once it can', async () => {
  const body = { document: { kit: 'Plain', labels: { Plain: {} } } }
  await t.call(createKit, { body }, seller)
  const { page, waitForRequests, close } = await openPage(url, { as: seller })
  const files = '**/assets/**'
  await page.goto('/whitelabel/kits')
  await waitForRequests()
  const download = async () => {
    await page.getByRole('button', { name: 'Actions for Plain' }).click()
    await page.getByRole('menuitem', { name: 'Download as YAML' }).click()
  }
  await page.route(files, (route) => route.abort())
  await download()
  await page.getByText('This page must be reloaded.').waitFor()
  await page.unroute(files)
  const [file] = await Promise.all([page.waitForEvent('download'), download()])
  expect(file.suggestedFilename()).toBe('plain.yaml')
  await close()
})
