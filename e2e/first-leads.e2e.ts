import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  await t.places(
    'Sample file',
    Array.from({ length: 5 }, (_, n) => ({
      name: `Brewery ${n}`,
      category: 'craft/brewery',
      email: `b${n}@b.example`,
    })),
  )
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

/** Maximum number of actions for a new user. */
const MOST = { clicks: 5, fields: 2 }

/** Counts user actions: every click, and every field that is filled in. */
function countingHand(page: Page) {
  const spent = { clicks: 0, fields: 0 }
  return {
    spent,
    click: async (target: Locator) => {
      spent.clicks += 1
      await target.click()
    },
    type: async (field: Locator, text: string) => {
      spent.fields += 1
      await field.fill(text)
    },
    /** Exports with one more click and returns the lines of the file. */
    export: async (): Promise<string[]> => {
      const download = page.waitForEvent('download')
      spent.clicks += 1
      await page.getByRole('button', { name: 'Export', exact: true }).first().click()
      return (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    },
  }
}

describe('the path from sign-in to exported leads', () => {
  it('is short for a new user with sample data', async () => {
    const user = await t.account()
    const { page, faults, close } = await openPage(url)
    const hand = countingHand(page)
    await page.goto('/')
    await hand.type(page.getByLabel(/^E-?mail/), user.email)
    await hand.type(page.getByLabel('Password', { exact: true }), user.password)
    await hand.click(page.getByRole('button', { name: 'Sign in' }))
    await hand.click(page.getByRole('button', { name: /^Try with sample data/ }))
    await page.waitForURL('**/saved-lists/local-*')
    await page.getByText('50 leads').first().waitFor()
    expect(await hand.export()).toHaveLength(51)
    expect(hand.spent).toEqual({ clicks: 3, fields: 2 })
    expect(hand.spent.clicks).toBeLessThanOrEqual(MOST.clicks)
    expect(hand.spent.fields).toBeLessThanOrEqual(MOST.fields)
    expect(faults).toEqual([])
    await close()
  })

  it('is short for a signed-in user with their own search', async () => {
    const user = await t.account()
    const { page, faults, close } = await openPage(url, { as: user })
    const hand = countingHand(page)
    await page.goto('/')
    await hand.type(page.getByRole('textbox', { name: 'Category' }), 'brewery')
    await hand.click(page.getByRole('listbox').getByRole('option').first())
    await hand.type(page.getByRole('textbox', { name: 'Near' }), 'Portland, Oreg')
    await hand.click(page.getByRole('option', { name: /Portland, Oregon/ }).first())
    await hand.click(page.getByRole('button', { name: /^Start search · up to 5 credits/ }))
    await page.waitForURL('**/saved-lists/local-*')
    await page.getByText('5 leads').first().waitFor()
    expect(await hand.export()).toHaveLength(6)
    expect(hand.spent.clicks).toBeLessThanOrEqual(MOST.clicks)
    expect(hand.spent.fields).toBeLessThanOrEqual(MOST.fields)
    expect(faults).toEqual([])
    await close()
  })
})
