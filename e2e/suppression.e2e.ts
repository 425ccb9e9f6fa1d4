import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('suppresses an address of a list, and erases a person with a report', async () => {
  const user = await t.account()
  const list = await seedList(t, user, {
    type: 'people',
    leads: ['ann@acme.example', 'bo@acme.example', 'cleo@acme.example'].map((email) => ({
      values: { name: email.split('@')[0] as string, email },
    })),
  })
  const left = async () =>
    (await t.call(leads, { params: { type: 'people', id: list.id }, body: {} }, user)).body.data.map(
      ({ values }) => values.name,
    )
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/suppression')
  await page.getByText('Nothing suppressed yet').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel(/Emails, domains/).fill('Ann@acme.example\nnonsense')
  await page.getByRole('button', { name: 'Find matches' }).click()
  await page.getByText(/1 lead in 1 list.*1 line left out/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Suppress 1 value' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /ann@acme\.example/ }).waitFor()
  expect(await left()).toEqual(['bo', 'cleo'])

  await page.getByRole('button', { name: 'Erase a person' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('bo@acme.example')
  await page.getByRole('button', { name: 'Find data' }).click()
  await page.getByText(/Found so far: 1 lead/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/^1 lead\b/)
    .waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page
    .getByRole('row', { name: /Erased person/ })
    .first()
    .waitFor()
  expect(await left()).toEqual(['cleo'])
  await page.getByRole('link', { name: 'Erasure reports' }).click()
  await page.getByRole('row', { name: /1 lead\b.*Email|Email.*1 lead\b/ }).waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})
