import { afterAll, beforeAll, expect, it } from 'vitest'
import { googlePlacesSource } from '#contract/sources/source-kinds/google-places.ts'
import { expireLeadValues } from '#server/modules/leads/exports/index.ts'
import { storeCredential } from '#server/modules/sources/sources/index.ts'

import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeGooglePlaces } from '#server/testing/fake-vendors/google-places.ts'
import { startFakeOsm } from '#server/testing/fake-vendors/osm.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const DAY_MS = 86_400_000

let google: Awaited<ReturnType<typeof startFakeGooglePlaces>>
let osm: Awaited<ReturnType<typeof startFakeOsm>>
let t: TestApp
let url: string
beforeAll(async () => {
  google = await startFakeGooglePlaces({ places: 12 })
  osm = await startFakeOsm({ places: 8 })
  t = await testApp({ vendorUrls: { 'google-places': google.url, osm: osm.url, nominatim: osm.url } })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await google.close()
  await osm.close()
})

it('searches two sources as one, and deletes what Google does not allow to be kept', async () => {
  const owner = await t.admin()
  await storeCredential(t.app.ctx, { accountId: owner.accountId, userId: owner.id }, googlePlacesSource, {
    key: FAKE_KEY,
  })
  const user = await t.account({ credits: 100 })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/new-search')
  await page.getByRole('textbox', { name: 'Category' }).fill('brewery')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('textbox', { name: 'Near' }).fill('Portland, Oreg')
  await page
    .getByRole('option', { name: /Portland, Oregon/ })
    .first()
    .click()
  await page.getByLabel('Source').selectOption({ label: 'All your sources, in order' })
  await page.getByText('Values from Google Places are deleted after 30 days').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Start search/ }).click()
  await page.waitForURL('**/saved-lists/local-*')
  await page.getByText('11 leads').first().waitFor()
  await page.getByText('Done').first().waitFor()

  await page.getByText('Invented Brewery 10', { exact: true }).first().click()
  const panel = page.getByRole('dialog').or(page.getByRole('complementary'))
  await panel.getByText('Google place ID').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await expireLeadValues(t.app.ctx, new Date(Date.now() + 31 * DAY_MS))
  await page.reload()
  await page.getByText('Invented Brewery 7', { exact: true }).first().waitFor()
  expect(await page.getByText('Invented Brewery 10', { exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})
