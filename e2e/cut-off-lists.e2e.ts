import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createCustomField } from '#contract/leads/custom-fields.ts'
import { createExportTemplate } from '#contract/leads/export-templates.ts'
import { createLabel } from '#contract/leads/labels.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './support/browser.ts'
import { type Action, at, choose, click, doCutOff, inDialog, see } from './support/cut-off.ts'

let t: TestApp
let url: string
let list: number
let tab: WatchedPage
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
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

const fill = (name: string | RegExp, text: string) => (page: Page) =>
  page.getByRole('textbox', { name }).fill(text)
const inList = (part: string) => () => `/saved-lists/local-${list}${part}`

const ACTIONS: Record<string, Action> = {
  'see where a value is': [
    at('/suppression'),
    [click('Add'), fill(/^Emails, domains/, 'ann@a.example')],
    inDialog('Find matches'),
  ],
  'remove an entry': [
    at('/suppression'),
    [click('Actions for gone@a.example'), choose('Remove')],
    inDialog('Remove'),
  ],
  'see what an erasure removes': [
    at('/suppression'),
    [click('Erase a person'), fill('Email', 'ann@a.example')],
    inDialog('Find data'),
  ],
  'make a label': [
    at('/lead-search/custom-labels'),
    [click('New label'), fill('Name', 'Cold')],
    inDialog('Create label'),
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
  'merge duplicates': [inList('/duplicates'), [see('Merge into one')], click('Merge into one')],
  'clean up': [
    inList(''),
    [
      click('List menu'),
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
  it.each(Object.entries(ACTIONS))('%s says that it failed', (name, action) => doCutOff(tab, name, action))
})
