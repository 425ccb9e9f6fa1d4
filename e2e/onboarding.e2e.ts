import { afterAll, beforeAll, expect, it } from 'vitest'
import { courseItems, topics } from '#contract/branding/courses.ts'
import { login } from '#contract/identity/auth.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('onboarding leads through a course, continues where the reader left it, and returns', async () => {
  const user = await t.account()
  const { page, faults } = await openPage(url, { as: user })
  await page.goto('/onboarding')
  await page.getByRole('link', { name: /From nothing to verified leads/ }).waitFor()
  await page.getByRole('link', { name: /From nothing to verified leads/ }).click()
  await page.getByRole('heading', { name: 'What you will have at the end' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done, next page' }).click()
  await page.getByRole('heading', { name: 'Run your first search' }).waitFor()
  await page.getByText('1 of 8 done').waitFor()
  const link = page.getByRole('article').getByRole('link', { name: 'New Search' })
  expect(await link.getAttribute('href')).toBe('/lead-search/new-search?source=sample')
  await page.getByRole('link', { name: 'Back to all courses' }).click()
  await page.getByText('1 of 8 done').waitFor()
  await page.getByRole('link', { name: /From nothing to verified leads/ }).click()
  await page.getByRole('heading', { name: 'Run your first search' }).waitFor()
  expect(faults).toEqual([])
})

it('onboarding is closed where the brand has turned its training center off', async () => {
  const admin = await t.admin()
  const account = await findAccount(t.app.ctx, admin.accountId)
  const { hostname } = new URL(url)
  const realm_id = account?.realm_id as number
  const brand = { name: 'Quiet', verified_at: new Date(), show_training_center: false }
  await createSite(t.app.ctx, { ...brand, account_id: admin.accountId, realm_id, domain: hostname })
  const { email, password } = admin
  const there = { headers: { host: hostname } }
  const { token } = (await t.call(login, { body: { email, password } }, null, there)).body.data.authorisation
  const { page } = await openPage(url, { as: { ...admin, token } })
  await page.goto('/onboarding')
  await page.getByText('Onboarding is turned off here').waitFor()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Getting started' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Onboarding' }).count()).toBe(0)
  expect((await t.call(topics, {}, { ...admin, token }, there)).body.data).toEqual([])
  expect((await t.call(courseItems, { params: { id: 1 } }, { ...admin, token }, there)).status).toBe(404)
})
