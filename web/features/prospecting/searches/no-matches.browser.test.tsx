import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countSearch } from '#contract/prospecting/searches.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { NoMatches } from './no-matches.tsx'
import { emptyDraft, type SearchDraft } from './search-draft.ts'

let last: SearchDraft

function Panel({ start }: { start: SearchDraft }) {
  const [draft, setDraft] = useState(start)
  last = draft
  return <NoMatches draft={draft} onChange={setDraft} />
}

const withValues = (values: Record<string, unknown>): SearchDraft => {
  const empty = emptyDraft('local')
  return { ...empty, values: { ...empty.values, ...values } }
}
const counted = (matched: number) => ({ data: { matched, certainty: 'counted', no_data: false } }) as never

test('a search without matches says what each filter less would find, and drops it', async () => {
  const server = fakeServer().answer(countSearch, counted(1200))
  const near = { lat: 45.52, lon: -122.68, label: 'Portland, Oregon' }
  await show(<Panel start={withValues({ category: 'craft/brewery', near, has: ['website', 'facebook'] })} />)
  await expect.element(page.getByRole('button', { name: 'Without “Must have”: 1,200 matches' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Within .+: 1,200 matches/ })).toBeVisible()
  await expectAccessible()
  await userEvent.click(page.getByRole('button', { name: 'Without “Must have: Facebook”: 1,200 matches' }))
  expect(last.values.has).toEqual(['website'])
  const searches = server.sentTo(countSearch).map(({ body }) => (body as { search: object }).search)
  // The category alone is required if there is no place: both are counted.
  expect(searches).toContainEqual(expect.objectContaining({ has: ['website', 'facebook'], near }))
  expect(searches.every((search) => 'category' in search || 'near' in search)).toBe(true)
})

test('a filter that is not the reason is not offered', async () => {
  fakeServer().answer(countSearch, counted(0))
  await show(<Panel start={withValues({ category: 'craft/brewery', keywords: 'nothing' })} />)
  await expect.element(page.getByText('No single filter is the reason', { exact: false })).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('a vendor is asked for counts only on request', async () => {
  const server = fakeServer().answer(countSearch, counted(7))
  const start = withValues({ source: 'google-places', category: 'craft/brewery', keywords: 'nothing' })
  await show(<Panel start={start} />)
  await expect.element(page.getByRole('button', { name: 'Count with one filter less' })).toBeVisible()
  expect(server.sentTo(countSearch)).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Count with one filter less' }))
  await expect.element(page.getByRole('button', { name: 'Without “Keywords”: 7 matches' })).toBeVisible()
})
