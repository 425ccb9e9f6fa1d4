import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createList, lists } from '#contract/leads/lists.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ sources: [createFakeSource({ find: keyList, batch: 50 })] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

let counter = 0
const covered = () => {
  counter += 1
  return { values: { email: `a${counter}@b.example`, email_state: 'valid' } }
}

it('lists are pinned by keyboard, sorted by leads with an email, and filtered by person', async () => {
  const user = await t.account()
  const mate = await t.member(user)
  await updateUser(t.app.ctx, mate.id, { first_name: 'Mara', last_name: 'Beck' })
  await seedList(t, user, { name: 'Half', leads: [covered(), {}] })
  await seedList(t, mate, { name: 'Full', leads: [covered()] })
  await seedList(t, user, { name: 'None', leads: [{}] })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/saved-lists')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  const names = () => rows.getByRole('link').allTextContents()
  await page.getByRole('button', { name: 'Emails' }).click()
  await expect.poll(names).toEqual(['Full', 'Half', 'None'])
  await rows.nth(1).getByText('50%').waitFor()
  await rows.nth(1).getByText('1 of 2').waitFor()

  await page.getByRole('button', { name: 'Pin None' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['None', 'Full', 'Half'])
  await page.getByRole('button', { name: 'Pin None', pressed: true }).waitFor()
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Pin None')
  const stored = (await t.call(lists, { query: { pinned: true } }, user)).body.data
  expect(stored.map(({ name }) => name)).toEqual(['None'])
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Created by' }).selectOption({ label: 'Mara Beck' })
  await expect.poll(names).toEqual(['Full'])
  await page.getByRole('combobox', { name: 'Pinned' }).selectOption({ label: 'Pinned' })
  await page.getByRole('button', { name: 'Show all lists' }).click()
  await expect.poll(names).toEqual(['None', 'Full', 'Half'])

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('list', { name: 'Saved lists' }).waitFor()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name A to Z' })
  const cards = page.getByRole('list', { name: 'Saved lists' }).getByRole('link')
  await expect.poll(() => cards.allTextContents()).toEqual(['None', 'Full', 'Half'])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

it('the wallet shows who spent what, as a chart, a table and a file', async () => {
  const user = await t.account({ credits: 500 })
  const mate = await t.member(user)
  await updateUser(t.app.ctx, mate.id, { first_name: 'Mara', last_name: 'Beck' })
  for (const [creator, keywords] of [
    [user, '0..20'],
    [mate, '20..27'],
  ] as const) {
    const body = { name: keywords, type: 'local' as const, search: { keywords } }
    const created = await t.call(createList, { body }, creator)
    await t.finished(created.body.data.run.id, creator)
  }
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/wallet')
  const usage = page.getByRole('region', { name: 'Usage' })
  await usage.getByText('27 credits').waitFor()
  await expectAccessible(page)
  await usage.getByRole('combobox', { name: 'Member' }).selectOption({ label: 'Mara Beck' })
  await usage.getByText('7 credits', { exact: true }).waitFor()
  await usage.getByText('Show as a table').click()
  const table = usage.getByRole('table')
  await expect.poll(() => table.getByRole('row').count()).toBe(91)
  expect(await table.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['7'])
  const loading = page.waitForEvent('download')
  await usage.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await loading).path(), 'utf8')
  expect(file.split('\r\n').slice(1)).toEqual([expect.stringMatching(/^[\d-]+,Search,Mara Beck,.*,7$/), ''])
  await page.getByText('doesn’t add credits automatically').waitFor()

  await visit(page, '/manage-team')
  const row = page.getByRole('row', { name: /Mara Beck/ })
  await row.getByText('7 credits').waitFor()
  await row.getByText('1 run').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

it('a new API key stays until it is copied, and no toast covers it or a button', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { as: user, width: 390 })
  await page.goto('/profile-settings')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Sample')
  await form.getByRole('checkbox', { name: 'Spend credits' }).check()
  await form.getByLabel('Credits per day').fill('250')
  await form.getByLabel('Your password').or(form.getByLabel('Password')).first().fill(user.password)
  await form.getByRole('button', { name: 'Create key' }).click()
  const created = page.getByRole('dialog', { name: 'Your new API key' })
  await created.waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 790)
  await created.getByRole('button', { name: 'I have saved it' }).waitFor()
  await page.goBack()
  await page.getByText('Leave without saving the key?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await created.getByRole('button', { name: 'I have saved it' }).click()
  await created.waitFor({ state: 'hidden' })
  await page.getByText('Spend 250 credits a day').waitFor()

  await seedList(t, user, { name: 'Seen' })
  await visit(page, '/lead-search/saved-lists')
  await page.getByRole('checkbox', { name: 'Select Seen' }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await toast.getByRole('button', { name: 'Undo' }).waitFor()
  type Box = { y: number; height: number }
  const shown = (await toast.boundingBox()) as Box
  const primary = (await page.getByRole('link', { name: 'New search' }).first().boundingBox()) as Box
  const isAbove = shown.y + shown.height <= primary.y
  expect(isAbove || shown.y >= primary.y + primary.height).toBe(true)
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})
