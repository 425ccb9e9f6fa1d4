import { afterAll, beforeAll, expect, it } from 'vitest'
import { businessDetails } from '#contract/ai/business-details.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let websites: SampleWebsites
beforeAll(async () => {
  websites = await startSampleWebsites({
    'mill-lane.example': {
      '/': `<title>Mill Lane Bakery</title><meta name="description" content="Sourdough, baked every night.">
        <h1>Mill Lane Bakery</h1><a href="/contact">Contact</a>`,
      '/contact': '<title>Contact</title><p>Mill Lane Bakery Ltd<br>12 Mill Lane<br>Oxford OX1 1AA</p>',
    },
  })
  t = await testApp({ roles: ['web'], hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t.close()
  await websites.close()
})

it('the business profile is filled in from the company website, value by value', async () => {
  const user = await t.account()
  const { page, faults } = await openPage(url, { as: user })
  await page.goto('/business-profile')
  await page.getByLabel('Business name').fill('Our own name')
  await page.getByRole('textbox', { name: 'Website' }).fill('mill-lane.example')
  await page.getByRole('button', { name: 'Fill in from website' }).click()
  await page.getByRole('button', { name: 'Use: What the business does' }).click()
  await page.getByRole('button', { name: 'Replace: Business name' }).waitFor()
  await page.getByRole('link', { name: 'https://mill-lane.example/contact' }).first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Last saved by Test').waitFor()
  const saved = (await t.call(businessDetails, {}, user)).body.data
  expect(saved).toMatchObject({
    name: 'Our own name',
    description: 'Sourdough, baked every night.',
    address: '',
  })
  expect(faults).toEqual([])
})

it('shows a second editor what the first one saved', async () => {
  const ann = await t.account()
  const ben = await t.member(ann)
  const first = await openPage(url, { as: ann })
  await first.page.goto('/business-profile')
  await first.page.getByLabel('Business name').fill('Acme')
  await first.page.getByRole('button', { name: 'Save profile' }).click()
  await first.page.getByText('Last saved by Test').waitFor()
  const second = await openPage(url, { as: ben })
  await second.page.goto('/business-profile')
  await second.page.getByLabel('Tone').fill('Warm')
  await first.page.getByLabel('Offer').fill('Bread by seven')
  await first.page.getByLabel('Tone').fill('Dry')
  await first.page.getByRole('button', { name: 'Save profile' }).click()
  await expect.poll(async () => (await t.call(businessDetails, {}, ann)).body.data?.version).toBe(2)
  await second.page.getByRole('button', { name: 'Save profile' }).click()
  const dialog = second.page.getByRole('dialog', { name: 'Someone else saved first' })
  await dialog.getByRole('radio', { name: 'Offer: Saved' }).waitFor()
  await expectAccessible(second.page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await t.call(businessDetails, {}, ann)).body.data?.version).toBe(3)
  const saved = (await t.call(businessDetails, {}, ann)).body.data
  expect(saved).toMatchObject({ name: 'Acme', offer: 'Bread by seven', tone: 'Warm' })
  expect(second.faults.filter((fault) => !fault.includes('409'))).toEqual([])
})
