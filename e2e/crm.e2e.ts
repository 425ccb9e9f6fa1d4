import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import type { FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

/** More than a batch. */
const PEOPLE = 60

let ghl: FakeCrm
let t: TestApp
let url: string
let user: TestUser
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({
    crms: {
      ghl: {
        baseUrl: ghl.url,
        consentUrl: `${ghl.url}/consent`,
        clientId: 'ghl-client',
        clientSecret: 'ghl-secret',
      },
    },
  })
  url = await listen(t)
  user = await t.account()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await ghl?.close()
})

it('connects GoHighLevel by consent, maps fields, previews and pushes leads, retries the failed one', async () => {
  const list = await seedList(t, user, {
    name: 'Prospects',
    type: 'people',
    leads: Array.from({ length: PEOPLE }, (_, n) => ({
      values: { name: `Person ${n}`, email: `p${n}@c${n}.example`, company: `Company ${n}`, position: 'CEO' },
    })),
  })
  ghl.add({ email: 'p7@c7.example', firstName: 'Penelope' })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/integration/crm')
  await page.getByRole('button', { name: 'Connect GoHighLevel' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Connect GoHighLevel' }).click()
  await page.getByRole('heading', { name: 'Fox Agency' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/integration/crm')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'CRM fields' }).click()
  await page.getByRole('button', { name: 'New field in the CRM' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Job')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create field' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Field for Position' }).click()
  await page.getByRole('option', { name: 'Job', exact: true }).click()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.getByText('Version 1 of this mapping').waitFor()
  await expectAccessible(page)

  await visit(page, `/saved-lists/people-${list.id}`)
  await page.getByText(`${PEOPLE} leads`).first().waitFor()
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^Push to CRM/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('First name: keeps “Penelope” (list has “Person”)').waitFor()
  await expectAccessible(page)
  expect(ghl.contacts.size).toBe(1)
  ghl.failNextNew()
  // By keyboard: the pointer would hover over an address of the list and open its tooltip.
  await page.mouse.move(2, 2)
  await dialog.getByRole('button', { name: `Push ${PEOPLE} leads` }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => ghl.contacts.size).toBe(PEOPLE - 1)

  await page.getByRole('link', { name: 'See what was sent' }).click()
  await page.waitForURL(`**/saved-lists/people-${list.id}/crm`)
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect.poll(() => ghl.contacts.size).toBe(PEOPLE)
  await page.getByRole('button', { name: 'Retry failed' }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Values of/ })
    .first()
    .click()
  await page.getByRole('columnheader', { name: 'In GoHighLevel' }).waitFor()
  await expectAccessible(page)
  expect([...ghl.contacts.values()].find(({ email }) => email === 'p7@c7.example')).toMatchObject({
    firstName: 'Penelope',
    lastName: '7',
    companyName: 'Company 7',
  })
  expect(new Set([...ghl.contacts.values()].map(({ email }) => email)).size).toBe(PEOPLE)

  await visit(page, `/saved-lists/people-${list.id}`)
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^Push to CRM/ }).click()
  await dialog.getByRole('switch', { name: 'Only new contacts' }).click()
  await dialog.getByText('Existing contacts are skipped.').waitFor()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Already in the CRM').first().waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})
