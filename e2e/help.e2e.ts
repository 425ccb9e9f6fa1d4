import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

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

it('the help leads from a question to the matching heading, by keyboard', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/wallet')
  await page.getByRole('heading', { name: 'Wallet' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name: /^Getting started/ }).count()).toBe(1)

  await page.keyboard.press('/')
  await page.keyboard.type('bounce refund')
  await page.getByText(/sections? found/).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/help\/[a-z-]+#/)
  const id = new URL(page.url()).hash.slice(1)
  const heading = page.locator(`[id="${id}"]`)
  await heading.waitFor()
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 9999).toBeLessThan(800)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

it('the help shows pictures, links headings and continues with the next guide, on a phone too', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { as: user, width: 390, height: 844 })
  await page.goto('/help/lists')
  const picture = page.getByRole('img', { name: /^A list/ })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1200)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Link to “Labels”' }).click()
  await page.waitForURL('**/help/lists#labels')
  await page.getByRole('link', { name: 'Emails', exact: true }).last().click()
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor()
  await visit(page, '/help/nothing')
  await page.getByRole('heading', { name: 'Guide not found' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
