import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomField } from '#contract/custom-fields.ts'
import { createExportTemplate } from '#contract/export-templates.ts'
import { createLabel } from '#contract/labels.ts'
import { addSuppressions } from '#contract/suppression.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, openPage, type WatchedPage } from './support/browser.ts'

let t: TestApp
let url: string
let list: number
let tab: WatchedPage
beforeAll(async () => {
  t = await testApp()
  url = await t.listen()
  const user = await t.account()
  list = (
    await seedList(t, user, {
      leads: [
        { values: { name: 'ACORN BAKERY', phone: '+4930123456' } },
        { values: { name: 'Acorn Bakery GmbH', phone: '+4930123456' } },
      ],
    })
  ).id
  await t.call(createLabel, { body: { name: 'Hot' } }, user)
  await t.call(createCustomField, { body: { label: 'Note', kind: 'text' } }, user)
  await t.call(addSuppressions, { body: { values: ['gone@a.example'] } }, user)
  await t.call(createExportTemplate, { body: { type: 'local', name: 'CRM', choices: {} } }, user)
  tab = await openPage(url, { as: user })
})
afterAll(async () => {
  await tab?.context.setOffline(false)
  await closeProfiles(url)
  await t?.close()
})

type Hand = (page: Page) => Promise<unknown>
/** Where it is done, what comes before the button that makes the call, and that button. */
type Deed = [path: () => string, ready: Hand[], press: Hand]

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()
const see = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).waitFor()
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const choose = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true }).click()
const fill = (name: string | RegExp, text: string) => (page: Page) =>
  page.getByRole('textbox', { name }).fill(text)
const at = (path: string) => () => path
const inList = (part: string) => () => `/saved-lists/local-${list}${part}`

const DEEDS: Record<string, Deed> = {
  'see where a value is': [
    at('/suppression'),
    [click('Add'), fill(/^Emails, domains/, 'ann@a.example')],
    inDialog('See where it is'),
  ],
  'remove an entry': [
    at('/suppression'),
    [click('Actions for gone@a.example'), choose('Remove')],
    inDialog('Remove'),
  ],
  'see what an erasure removes': [
    at('/suppression'),
    [click('Erase a person'), fill('Email', 'ann@a.example')],
    inDialog('See what is there'),
  ],
  'make a label': [
    at('/lead-search/custom-labels'),
    [click('New label'), fill('Name', 'Cold')],
    inDialog('Make label'),
  ],
  'delete a label': [
    at('/lead-search/custom-labels'),
    [click('Actions for Hot'), choose('Delete')],
    inDialog('Delete'),
  ],
  'add a field': [
    at('/lead-search/custom-fields'),
    [click('New field'), fill('Name', 'Rank')],
    inDialog('Add field'),
  ],
  'delete a field': [
    at('/lead-search/custom-fields'),
    [click('Actions for Note'), choose('Delete')],
    inDialog('Delete'),
  ],
  'merge twins': [inList('/twins'), [see('Merge into one')], click('Merge into one')],
  'clean up': [
    inList(''),
    [
      click('More about this list'),
      choose('Clean up'),
      (page) => page.getByText('ACORN BAKERY → Acorn Bakery').waitFor(),
    ],
    inDialog('Clean up'),
  ],
  'set a source': [inList('/tags-and-source'), [fill('Source', 'Fair')], click('Save')],
  'delete a template': [
    inList('/exports'),
    [click('Actions for CRM'), (page) => page.getByRole('menuitem', { name: 'Delete' }).waitFor()],
    choose('Delete'),
  ],
}

describe('with the server cut off', () => {
  it.each(Object.entries(DEEDS))('%s says that it failed', async (_name, [path, ready, press]) => {
    const { page, context, answered } = tab
    const sentence = page.getByText('The server cannot be reached').first()
    await context.setOffline(false)
    await page.goto(path())
    for (const hand of ready) await hand(page)
    await answered()
    await context.setOffline(true)
    expect(await sentence.count()).toBe(0)
    await press(page)
    await sentence.waitFor()
  })
})
