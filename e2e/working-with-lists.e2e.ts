import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { deleteLeads, leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'
import { chooseOnBar } from './support/bulk-bar.ts'

let t: TestApp
let url: string

/** Releases the second five places. */
const second = Promise.withResolvers<void>()
/** Finds 200 places, five at a time; nothing arrives after the second five. */
const slow = createFakeSource({
  find: () => Array.from({ length: 200 }, (_, n) => `slow-${n}`),
  before: async (_search, offset, signal) => {
    if (offset === 0) return
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await (offset === 5 ? Promise.race([second.promise, stopped]) : stopped)
  },
})

beforeAll(async () => {
  t = await testApp({ sources: [slow] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

/** A list of 45 sample leads. */
async function sampleList(user: TestUser, name: string): Promise<number> {
  const body = { name, type: 'local', search: { source: 'sample', category: 'brewery' }, limit: 45 } as const
  const created = await t.call(createList, { body }, user)
  await t.finished(created.body.data.run.id, user)
  return created.body.data.id
}

describe('a running search', () => {
  it('shows leads as they arrive, stops on request and charges only for delivered leads', async () => {
    const user = await t.account({ credits: 500 })
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/new-search')
    await page.getByRole('textbox', { name: 'Category' }).fill('brewery')
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByRole('button', { name: /Start search · up to 200 credits/ }).click()
    await page.waitForURL('**/saved-lists/local-*')
    // The preview of the previous page has their names too.
    const grid = page.locator('[data-lead-grid]')
    await grid.getByText('Place slow-4').first().waitFor()
    expect(await grid.getByText('Place slow-7').count()).toBe(0)
    second.resolve()
    await grid.getByText('Place slow-7').first().waitFor()

    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click()
    await page.getByText('Stopped').or(page.getByText('Cancelled')).first().waitFor()

    const { available, reserved, spent } = (await t.call(userLimits, {}, user)).body.data
    expect({ reserved, sum: Number(available) + Number(spent) }).toEqual({ reserved: 0, sum: 500 })
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThan(200)
    await page.reload()
    await page.getByText(`${spent} leads`).first().waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('lists and leads', () => {
  it('deletes a list by its name and restores it with one click', async () => {
    const user = await t.account()
    await sampleList(user, 'Precious list')
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/saved-lists')
    await page.getByRole('button', { name: 'Actions for Precious list' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirm = page.getByRole('button', { name: 'Delete list' })
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('textbox').fill('Precious list')
    await confirm.click()
    await page.getByRole('link', { name: 'Precious list' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Precious list' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('selects by keyboard, deletes a selection and undoes it', async () => {
    const user = await t.account()
    const id = await sampleList(user, 'Leads to sift')
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto(`/saved-lists/local-${id}`)
    // The page header counts the leads before the grid shows them.
    await page
      .getByRole('row', { name: /Select/ })
      .nth(1)
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search lists/ }).fill('export opt')
    await page.getByText('2 selected leads').first().waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export leads' })
    expect(await dialog.getByRole('radio', { name: 'The selection (2 leads)' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await chooseOnBar(page, 'Delete')
    await page.getByText('43 leads').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('45 leads').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('shows that all leads are deleted, with a link to them', async () => {
    const user = await t.account()
    const id = await sampleList(user, 'Emptied list')
    const { data } = (await t.call(leads, { params: { type: 'local', id }, body: { limit: 200 } }, user)).body
    await t.call(
      deleteLeads,
      { params: { type: 'local', id }, body: { resultIds: data.map((lead) => lead.id) } },
      user,
    )
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto(`/saved-lists/local-${id}`)
    await page.getByText('All leads in this list were deleted').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show deleted leads (45)' }).click()
    await page.getByText('45 deleted leads').or(page.getByRole('row')).first().waitFor()
    await page.waitForURL(/view=bin/)
    expect(faults).toEqual([])
    await close()
  })

  it('keeps the filters in the address: the same view for everyone who opens it', async () => {
    const user = await t.account()
    const id = await sampleList(user, 'Shared view')
    const { page, context, close } = await openPage(url, { as: user })
    await page.goto(`/saved-lists/local-${id}`)
    await page.getByRole('radio', { name: 'Not found' }).click()
    // Until the answer is there, the total is the one of before: 45.
    const matches = page.getByText(/^(?!45 )\d+ match(es)?$/).first()
    await matches.waitFor()
    const shown = await matches.textContent()
    const other = await context.newPage()
    await other.goto(page.url())
    await other
      .getByText(shown as string)
      .first()
      .waitFor()
    expect(await other.getByRole('radio', { name: 'Not found' }).isChecked()).toBe(true)
    await close()
  })
})

describe('access and navigation', () => {
  it('sends an expired token to sign-in, which says why once', async () => {
    const user = await t.account()
    const dead = await openPage(url, { as: { ...user, token: 'a-token-that-never-was' } })
    await dead.page.goto('/lead-search/saved-lists')
    await dead.page.waitForURL(/\/login/)
    await dead.page.getByText('Sign in to do this').waitFor()
    await dead.page.getByRole('link', { name: 'Forgot password?' }).click()
    await dead.page.getByText('Sign in to do this').waitFor({ state: 'detached' })
    await dead.page.goBack()
    await dead.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await dead.page.getByText('Sign in to do this').count()).toBe(0)
    await dead.close()
  })
})
