import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  changeLabel,
  createLabel,
  deleteLabel,
  type Label,
  labels,
  mergeLabels,
  restoreLabel,
} from '#contract/leads/labels.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CustomLabelsPage } from './custom-labels-page.tsx'

const label = (id: number, name: string, more: Partial<Label> = {}): Label => ({
  id,
  name,
  color: 'blue',
  rule: null,
  rule_ran_at: null,
  leads: 0,
  lists: 0,
  created_at: '2026-01-02T03:04:05Z',
  ...more,
})
const HOT = label(1, 'Hot', { leads: 12, lists: 3 })
const COLD = label(2, 'Cold')
const dialog = page.getByRole('dialog')
const choose = async (name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a label is created in the dialog, which shows why a name is refused', async () => {
  const server = fakeServer().answer(labels, { data: [HOT] })
  server.refuse(createLabel, { code: 'conflict', message: 'There is a label with this name' })
  await show(<CustomLabelsPage />)
  await page.getByRole('button', { name: 'New label' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Create label' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hot')
  await dialog.getByRole('button', { name: 'Create label' }).click()
  await expect.element(dialog.getByText('There is a label with this name')).toBeVisible()
  await expectAccessible()
  server.answer(createLabel, { data: COLD })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cold')
  await dialog.getByRole('combobox', { name: 'Color' }).selectOptions('Red')
  await dialog.getByRole('button', { name: 'Create label' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.sentTo(createLabel).at(-1)?.body).toEqual({ name: 'Cold', color: 'red', rule: null })
})

test('a label is renamed', async () => {
  const server = fakeServer()
    .answer(labels, { data: [HOT] })
    .answer(changeLabel, { data: HOT })
  await show(<CustomLabelsPage />)
  await choose('Hot', 'Edit')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Very hot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.sentTo(changeLabel)).toMatchObject([{ path: '/api/labels/1', body: { name: 'Very hot' } }])
})

test('deleting says how many leads lose the label, and can be undone', async () => {
  const server = fakeServer().answer(labels, { data: [HOT] })
  server.answer(deleteLabel, { success: true }).answer(restoreLabel, { data: HOT })
  await show(<CustomLabelsPage />)
  await choose('Hot', 'Delete')
  await expect.element(dialog.getByText(/It’s removed from 12 leads in 3 lists\./)).toBeVisible()
  expect(server.sentTo(deleteLabel)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => server.sentTo(restoreLabel).map(({ path }) => path))
    .toEqual(['/api/labels/1/restore'])
})

test('a label is merged into the other one, which can be undone; the only label has nothing to merge with', async () => {
  const server = fakeServer().answer(labels, { data: [HOT, COLD] })
  server.answer(mergeLabels, { data: COLD, count: 12 }).answer(restoreLabel, { data: HOT })
  await show(<CustomLabelsPage />)
  await choose('Hot', 'Merge')
  await expect.element(dialog.getByText('12 leads get this label instead. “Hot” is deleted.')).toBeVisible()
  await expectAccessible()
  server.answer(labels, { data: [COLD] })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect.element(page.getByText('“Hot” merged into “Cold”')).toBeVisible()
  expect(server.sentTo(mergeLabels)).toMatchObject([{ path: '/api/labels/1/merge', body: { into: 2 } }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => server.sentTo(restoreLabel).map(({ path }) => path))
    .toEqual(['/api/labels/1/restore'])
  await page.getByRole('button', { name: 'Actions for Cold' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Merge' })).toHaveAttribute('aria-disabled', 'true')
})

test('labels that could not be loaded say why, and are loaded again', async () => {
  const server = fakeServer().refuse(labels, { code: 'forbidden', message: 'Your package has no labels' })
  await show(<CustomLabelsPage />)
  await expect.element(page.getByRole('alert').getByText('Your package has no labels')).toBeVisible()
  server.answer(labels, { data: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No labels yet')).toBeVisible()
})
