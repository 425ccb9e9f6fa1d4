import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadViews } from '#contract/leads/views.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let owner: TestUser
let member: TestUser

beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
  owner = await t.account()
  member = await t.member(owner)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const makeList = (name: string) =>
  seedList(t, owner, {
    name,
    leads: Array.from({ length: 12 }, (_, n) => ({
      values: {
        name: `Brewery ${String(n).padStart(2, '0')}`,
        city: n % 3 ? 'Portland' : 'Salem',
        email: n % 2 ? `info@b${n}.example` : null,
        email_state: n % 2 ? 'valid' : null,
        phone: `+1202555010${n % 10}`,
      },
    })),
  })

const switcher = (page: Page) => page.getByRole('button', { name: /^View: / })
const heads = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
/** The views of a person on the server. */
const stored = async (as: TestUser) => (await t.call(leadViews, { query: { type: 'local' } }, as)).body

async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await switcher(page).click()
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('menuitemradio', { name: item }))
    .click()
}

/** Hides, shows and moves columns by keyboard, leaving email and city in this order. */
async function chooseColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns and row height' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  const shown = chooser.getByRole('list', { name: 'Shown columns' })
  for (const label of ['Category', 'Phone', 'Website', 'State / region', 'Distance', 'Added']) {
    const box = shown.getByRole('checkbox', { name: label, exact: true })
    await box.focus()
    await page.keyboard.press('Space')
    // The line has moved to the other list with the focus.
    await page
      .locator(':focus')
      .and(chooser.getByRole('checkbox', { name: label, exact: true }))
      .waitFor()
  }
  await shown.getByRole('button', { name: 'Pin Name' }).click()
  await shown.getByRole('button', { name: 'Move City up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'City, column 2 of 3' }).waitFor({ state: 'attached' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => heads(page)).toEqual(['Name', 'City', 'Email'])
}

async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill(name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: `View: ${name}`, exact: true }).waitFor()
}

describe('a saved view', () => {
  it('is saved, edited, shared by its address and exported', async () => {
    const { id } = await makeList('Breweries')
    const { page, faults, close } = await openPage(url, { as: owner })
    await page.goto(`/saved-lists/local-${id}`)
    await page.getByText('12 leads').first().waitFor()
    await switcher(page).filter({ hasText: 'All leads' }).waitFor()
    await chooseColumns(page)
    await page.getByRole('radio', { name: 'Found', exact: true }).click()
    await page.getByText('6 matches').first().waitFor()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await saveView(page, 'Reachable')
    await expect
      .poll(async () => (await stored(owner)).data)
      .toMatchObject([
        {
          name: 'Reachable',
          filters: { withEmail: 1 },
          sort: 'name',
          columns: { shown: [{ field: 'name' }, { field: 'city' }, { field: 'email' }] },
        },
      ])

    // An unsaved change shows as a dot and is kept in the address.
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'View: Reachable Unsaved changes' }).waitFor()
    await switcher(page).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const other = await openPage(url, { as: member })
    await other.page.goto(page.url())
    await other.page.getByText('6 matches').first().waitFor()
    // The view is not shared: the other person sees its contents, not its name.
    await other.page.getByRole('button', { name: 'View: Unsaved view Unsaved changes' }).waitFor()
    expect(await heads(other.page)).toEqual(['Name', 'City', 'Email'])
    expect(await other.page.locator('[data-lead-grid] tbody a').first().textContent()).toBe('Brewery 11')
    expect(other.faults).toEqual([])
    await other.close()

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'View: Reachable', exact: true }).waitFor()
    expect((await stored(owner)).data[0]?.sort).toBe('-name')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      'Name,City,Email,Email state',
      'Brewery 11,Portland,info@b11.example,valid',
    ])
    expect(lines).toHaveLength(7)
    expect(faults).toEqual([])
    await close()
  })

  it('is shared, made the default, renamed, deleted and restored', async () => {
    const { id } = await makeList('More breweries')
    const { page, faults, close } = await openPage(url, { as: member })
    await page.goto(`/saved-lists/local-${id}?email=1`)
    await page.getByText('6 matches').first().waitFor()
    await saveView(page, 'Ours')
    await chooseFromMenu(page, 'Share with everyone')
    await expect.poll(async () => (await stored(owner)).data.map(({ name }) => name)).toContain('Ours')
    await chooseFromMenu(page, 'Set as default')
    await expect.poll(async () => (await stored(member)).default_view_id).not.toBeNull()

    // Without filters in the address, any list of the type opens with it.
    await page.goto(`/saved-lists/local-${id}`)
    await page.getByText('6 matches').first().waitFor()
    await page.getByRole('button', { name: 'View: Ours', exact: true }).waitFor()
    await chooseFromMenu(page, 'All leads')
    await page.getByText('12 leads').first().waitFor()
    await page.reload()
    await page.getByText('12 leads').first().waitFor()
    await page.goBack()
    await page.getByText('6 matches').first().waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    await switcher(page).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await chooseFromMenu(page, 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename view' })
    await dialog.getByLabel('Name').fill('Theirs')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'View: Theirs', exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.locator(':focus').and(switcher(page)).waitFor()

    await chooseFromMenu(page, 'Delete')
    await page.getByText('12 leads').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'View: Theirs', exact: true }).waitFor()
    await page.getByText('6 matches').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })
})

describe('columns outside a view', () => {
  it('are remembered for the person in every browser and list', async () => {
    const person = await t.member(owner)
    const [first, second] = [await makeList('First'), await makeList('Second')]
    const { page, close } = await openPage(url, { as: person })
    await page.goto(`/saved-lists/local-${first.id}`)
    await page.getByText('12 leads').first().waitFor()
    await page.getByRole('button', { name: 'Columns and row height' }).click()
    const chooser = page.getByRole('dialog', { name: 'Columns' })
    // Dragged by its handle to the line above.
    const grip = chooser.locator('[data-grip=phone]')
    const above = await chooser.locator('[data-column=email]').boundingBox()
    const from = await grip.boundingBox()
    if (!above || !from) throw new Error('the lines are not drawn')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(above.x + 5, above.y + 5, { steps: 4 })
    await page.mouse.up()
    await chooser.getByText('Compact').click()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(['Name', 'Phone', 'Email'])
    await expect.poll(async () => (await stored(person)).columns?.row_height).toBe('compact')
    await close()

    const elsewhere = await openPage(url, { as: person })
    await elsewhere.page.goto(`/saved-lists/local-${second.id}`)
    await elsewhere.page.getByText('12 leads').first().waitFor()
    await expect
      .poll(async () => (await heads(elsewhere.page)).slice(0, 3))
      .toEqual(['Name', 'Phone', 'Email'])
    expect(new URL(elsewhere.page.url()).search).toContain('.-compact')

    // The company list has no view; bulk actions still know the count.
    await visit(elsewhere.page, `/saved-lists/local-${second.id}?tab=companies`)
    await elsewhere.page.getByText('No websites read for this list').first().waitFor()
    await elsewhere.page.getByRole('button', { name: 'List menu' }).click()
    await elsewhere.page.getByRole('menuitem', { name: 'Export options' }).click()
    await elsewhere.page.getByRole('radio', { name: /12 leads/ }).waitFor()
    expect(new URL(elsewhere.page.url()).search).toBe('?tab=companies')
    await elsewhere.close()
  })
})
