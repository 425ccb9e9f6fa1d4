import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage, packages, setSalesSettings, showPackage } from '#contract/accounts/plans.ts'
import { subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  admin = await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const findPro = async () =>
  (await t.call(packages, { query: { search: 'Pro' } }, admin)).body.data.find(({ name }) => name === 'Pro')!

it('a package is created, sold, edited, and its customers are moved', async () => {
  const { page, faults, close } = await openPage(url, { as: admin })
  await page.goto('/whitelabel/packages')
  await page.getByRole('link', { name: 'Create package' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pro')
  await page.getByLabel('Credits', { exact: true }).fill('500')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('49.001')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Enter an amount in USD, such as 49.00').waitFor()
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('49')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('row', { name: /Pro.*\$49\.00 per month.*500.*Published, version 1/ }).waitFor()

  const { id } = await findPro()
  await visit(page, `/whitelabel/packages/${id}/sales-settings`)
  await page.getByRole('switch', { name: 'Public page' }).check()
  await page.getByLabel('Terms').fill('Cancel any time.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Share' }).waitFor()
  await expectAccessible(page)

  const visitor = await openPage(url)
  await visitor.page.goto(`/packages/${id}`)
  await visitor.page.getByText('$49.00 per month').waitFor()
  await visitor.page.getByText('Cancel any time.').waitFor()
  await expectAccessible(visitor.page)
  await visitor.page.getByLabel('Name', { exact: true }).fill('Vic')
  await visitor.page.getByLabel('Email').fill('vic@people.example')
  await visitor.page.getByRole('button', { name: 'Request' }).click()
  await visitor.page.getByText('Request sent').waitFor()
  expect(visitor.faults).toEqual([])
  await visitor.close()

  const customer = await t.account()
  const detail = await findPro()
  const sold = await t.call(showPackage, { params: { id: detail.id } }, admin)
  await subscribeToPlan(t.app.ctx, customer.accountId, sold.body.data.versions[0]!.id)
  await visit(page, `/whitelabel/packages/${id}/edit`)
  await page.getByRole('checkbox', { name: 'AI Tools' }).uncheck()
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('59')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText(/Version 2: Published/).waitFor()
  await page.getByRole('row', { name: /Loses AI Tools.*\$49\.00 → \$59\.00/ }).waitFor()
  await page.getByRole('button', { name: 'Move customers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move customers' }).click()
  await page.getByText(/1 customer will move to version 2/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo move' }).click()
  await page.getByRole('button', { name: 'Move customers' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

it('everyone sees what other packages add, and users without a module see how to get it', async () => {
  const terms = { name: 'Team', modules: ['leads' as const, 'ai_suggest' as const], seats: 5 }
  const created = await t.call(
    createPackage,
    { body: { ...terms, price_minor: 900, currency: 'USD', period: 'month' } },
    admin,
  )
  const params = { id: created.body.data.id }
  await t.call(setSalesSettings, { params, body: { is_public: true } }, admin)
  const customer = await t.account({ modules: ['leads'] })
  const { page, faults, close } = await openPage(url, { as: customer })
  await page.goto('/whitelabel/packages')
  await page.getByText('Your account doesn’t include Packages').waitFor()
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await page.getByRole('heading', { name: /^Team/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Request Team' }).click()
  await page.getByRole('button', { name: 'Requested' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
