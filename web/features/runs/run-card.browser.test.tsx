import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Run } from '#contract/runs.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { RunCard } from './run-card.tsx'

const run = (more: Partial<Run>): Run => ({
  id: 1,
  kind: 'find_emails',
  state: 'succeeded',
  title: 'Find emails: Bakers',
  list_id: 12,
  list_type: 'local',
  total: 122,
  done: 122,
  counts: { found: 10, potential: 0, not_found: 5, failed: 107, not_tried: 0, charged: 10 },
  cost: 10,
  reserved: 0,
  cancel_requested: false,
  file: null,
  error: null,
  created_by: null,
  created_at: '2026-01-02T03:04:05.000Z',
  started_at: null,
  finished_at: null,
  ...more,
})

const follow = vi.fn()
const Card = (more: Partial<Run>) => (
  <ul style={{ padding: 0 }}>
    <RunCard run={run(more)} onFollow={follow} Websites={() => null} />
  </ul>
)

test('a run that could not read some websites says so and leads to their leads', async () => {
  await show(<Card />)
  await expect.element(page.getByText('Done, 107 could not be read')).toBeVisible()
  await expect.element(page.getByText('10 found · 5 not found')).toBeVisible()
  const link = page.getByRole('link', { name: 'See which' })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/saved-lists/local-12?f='))
  await expectAccessible()
})

test('a run that works counts leads, and one without failures is done', async () => {
  await show(<Card state="running" done={40} counts={{ found: 3, not_found: 2, failed: 35 }} />)
  await expect.element(page.getByText('40 of 122 leads')).toBeVisible()
  await expect.element(page.getByText('3 found · 2 not found · 35 could not be read')).toBeVisible()
  await expect.element(page.getByText('See which')).not.toBeInTheDocument()
  await show(<Card counts={{ found: 122, failed: 0 }} />)
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible()
})
