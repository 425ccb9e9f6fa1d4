import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Run } from '#contract/activity/runs.ts'
import type { RunSource } from '#contract/sources/source-stats.ts'
import { sampleRun } from '#web/testing/sample-run.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { RunCard } from './run-card.tsx'

const run = sampleRun({
  kind: 'find_emails',
  title: 'Find emails: Bakers',
  list_id: 12,
  total: 122,
  done: 122,
  counts: { found: 10, potential: 0, not_found: 5, failed: 107, not_tried: 0, charged: 10 },
  cost: 10,
  created_at: '2026-01-02T03:04:05.000Z',
})

const follow = vi.fn()
const SOURCES: RunSource[] = [
  { run_id: 1, source: 'website', label: 'Websites', kind: 'emails', delivered: 8, requests: 122, hits: 8 },
  { run_id: 1, source: 'website', label: 'Guesses', kind: 'inferred', delivered: 2, requests: 9, hits: 1 },
]
const Card = (more: Partial<Run>) => (
  <ul style={{ padding: 0 }}>
    <RunCard run={run(more)} sources={SOURCES} onFollow={follow} Websites={() => null} />
  </ul>
)

test('a run with unreadable websites says so and links to their leads', async () => {
  await show(<Card />, { width: 390 })
  await expect.element(page.getByText('Done, 107 could not be read')).toBeVisible()
  const bar = page.getByRole('img', {
    name: 'Results of Find emails: Bakers: found 10, not found 5, could not be read 107',
  })
  await expect.element(bar).toBeVisible()
  for (const text of ['10 found', '5 not found', '107 could not be read'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: 'See which couldn’t be read' })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/saved-lists/local-12?f='))
  await expectAccessible()
})

test('each source has a bar with its delivered leads', async () => {
  await show(<Card />)
  const table = page.getByRole('table', { name: 'Delivered' })
  await expect.element(table.getByRole('row', { name: 'Websites 8 emails' })).toBeVisible()
  await expect.element(table.getByRole('row', { name: 'Guesses, guessed 2 emails' })).toBeVisible()
})

test('an active run counts leads, and one without failures is done', async () => {
  await show(<Card state="running" done={40} counts={{ found: 3, not_found: 2, failed: 35 }} />)
  await expect.element(page.getByText('40 of 122 leads')).toBeVisible()
  await expect.element(page.getByText('35 could not be read', { exact: true })).toBeVisible()
  await expect.element(page.getByText('See which')).not.toBeInTheDocument()
  await show(<Card counts={{ found: 122, failed: 0 }} />)
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible()
})

test('an export shows how long its file can be downloaded, and when it has expired', async () => {
  const card = { kind: 'export', title: 'Export of Bakers', counts: { rows: 9 }, cost: 0 } as const
  await show(<Card {...card} file={{ bytes: 2048, expires_at: '2999-01-01T00:00:00Z' }} />)
  await expect.element(page.getByText(/^File kept until .*2999/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download again' })).toBeVisible()
  await expectAccessible()
  await show(<Card {...card} />)
  await expect.element(page.getByText('File no longer available')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Export again' })).toBeVisible()
})
