import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { undoChange } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type DuplicateGroup, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { DuplicateCard } from './duplicate-card.tsx'

const lead = (id: number, values: Lead['values']): Lead => ({
  id,
  list_id: 7,
  type: 'local',
  values,
  labels: {},
  email_state: null,
  is_sample: false,
  sent_at: null,
  added_at: '2026-01-02T03:04:05Z',
  deleted_at: null,
})
const GROUP: DuplicateGroup = {
  reasons: ['phone'],
  sure: false,
  leads: [
    lead(1, { name: 'Acorn Bar', phone: '+15035550199', city: 'Portland' }),
    lead(2, { name: 'Acorn', phone: '+15035550199', city: 'Salem' }),
    lead(3, { name: 'The Acorn', phone: '+15035550199' }),
  ],
}
const MERGED = { success: true, count: 2, message: 'Merged', undo_token: 5 } as const
const merge = page.getByRole('button', { name: 'Merge into one' })
const Card = () => <DuplicateCard target={{ type: 'local', id: 7 }} group={GROUP} />

test('the first lead is kept with its values, and only fields that differ are offered', async () => {
  const server = fakeServer().answer(mergeListDuplicates, MERGED)
  server.answer(undoChange, { success: true, count: 2, left: 0, message: 'Undone' })
  await show(<Card />)
  await expect.element(page.getByText('same phone')).toBeVisible()
  await expect.element(page.getByText('Possible', { exact: true })).toBeVisible()
  const heads = page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)
  expect(heads).toEqual(['Kept', 'Name', 'City'])
  await expectAccessible()
  await merge.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => server.sentTo(undoChange).map(({ body }) => body)).toEqual([{ undo_token: 5 }])
  expect(server.sentTo(mergeListDuplicates)).toMatchObject([
    {
      path: '/api/local-results/7/duplicates/merge',
      body: { groups: [{ keep: 1, merge: [2, 3], values: {} }] },
    },
  ])
})

test('another lead is kept, with a value of the first', async () => {
  const server = fakeServer().answer(mergeListDuplicates, MERGED)
  await show(<Card />)
  await page.getByRole('row', { name: /^Kept/ }).getByRole('radio', { name: 'Acorn', exact: true }).click()
  await page.getByRole('radio', { name: 'Portland' }).click()
  await merge.click()
  await expect
    .poll(() => server.sentTo(mergeListDuplicates).map(({ body }) => body))
    .toEqual([{ groups: [{ keep: 2, merge: [1, 3], values: { city: 1 } }] }])
})

test('a merge that is refused says why, and the choice stays', async () => {
  const server = fakeServer()
  server.refuse(mergeListDuplicates, { code: 'conflict', message: 'These leads have changed meanwhile' })
  await show(<Card />)
  await page.getByRole('radio', { name: 'Salem' }).click()
  await merge.click()
  await expect.element(page.getByText('These leads have changed meanwhile')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Salem' })).toBeChecked()
})
