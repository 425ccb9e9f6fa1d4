import { afterAll, beforeAll, expect, it } from 'vitest'
import { labels } from '#contract/leads/labels.ts'
import { listDetails, showList } from '#contract/leads/lists.ts'
import { seedList } from '#server/testing/seed-leads.ts'
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

it('leads are labeled, filtered by label, and restored by undo; a rule labels leads of all lists', async () => {
  const user = await t.account()
  const named = ['Acorn', 'Birch', 'Cedar'].map((name) => ({ values: { name } }))
  const list = await seedList(t, user, { leads: named })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const name of ['Acorn', 'Birch']) await row(name).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await bar.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('textbox').fill('Call first')
  await dialog.getByRole('button', { name: 'Create label “Call first”' }).click()
  await dialog.getByRole('checkbox', { name: 'Call first: add' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change labels' }).click()
  await dialog.waitFor({ state: 'detached' })
  const uses = async () =>
    Object.fromEntries((await t.call(labels, {}, user)).body.data.map((label) => [label.name, label.leads]))
  expect(await uses()).toEqual({ 'Call first': 2 })
  await row('Acorn').getByText('Call first').waitFor()
  expect(await row('Cedar').getByText('Call first').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(uses).toEqual({ 'Call first': 0 })

  await visit(page, '/lead-search/custom-labels')
  await page.getByRole('row').filter({ hasText: 'Call first' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for Call first' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit “Call first”' })
  await form.getByRole('combobox', { name: 'Rule' }).selectOption('local')
  await form.getByText('Running it now adds it to 3 leads').waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Call first' }).click()
  await page.getByRole('menuitem', { name: 'Run the rule' }).click()
  await page.getByText('Adds the label to 3 leads').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(uses).toEqual({ 'Call first': 3 })
  expect(faults).toEqual([])
  await close()
})

it('a list gets tags and a source', async () => {
  const user = await t.account()
  const list = await seedList(t, user, { leads: [{ values: { name: 'Acorn' } }] })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: 'Tags and source' }).click()
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.fill('Spring')
  await tags.press('Enter')
  await page.getByRole('textbox', { name: 'Source' }).fill('Trade fair')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const stored = async () => {
    const { tags, lead_source } = (await t.call(showList, { params: { id: list.id } }, user)).body.data
    return { tags, lead_source }
  }
  await expect.poll(stored).toEqual({ tags: ['Spring'], lead_source: 'Trade fair' })
  expect(faults).toEqual([])
  await close()
})

it('lists are filtered by tag, and a list shows its own tags in its header', async () => {
  const user = await t.account()
  for (const [name, tags] of [
    ['Breweries of the north', ['spring', 'fair']],
    ['Bars', ['spring', '2026', 'west', 'cold']],
    ['Untagged', []],
  ] as const) {
    const { id } = await seedList(t, user, { name, leads: [{ values: { name: 'Acorn' } }] })
    await t.call(listDetails, { body: { id, tags: [...tags], source: tags[1] ? 'Trade fair' : null } }, user)
  }
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/saved-lists')
  await page.getByRole('link', { name: 'Untagged' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show lists tagged 2026' }).click()
  await page.getByRole('link', { name: 'Breweries' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('fair')
  await page.getByRole('link', { name: 'Breweries' }).waitFor()
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('')
  await page.getByRole('textbox', { name: 'Search lists and tags' }).fill('wes')
  await page.getByRole('link', { name: 'Breweries' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bars' }).click()
  await page.getByText('+1').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Source: Trade fair/ }).click()
  await page.getByRole('textbox', { name: 'Source' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
