import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CrawlJob } from '#contract/ai/ai-training-websites.ts'
import { show } from '#web/testing/show.tsx'
import { LinkTab } from './link-tab.tsx'
import type { TabProps } from './training-search.ts'

const ended: CrawlJob = {
  jobId: 7,
  website: 'acme.example',
  status: 'failed',
  problem: 'The website returned an error',
  pages: 0,
  requested: 1,
  counts: { new: 0, changed: 0, same: 0, gone: 0 },
  linksData: { crawled_link_entries_temp: [] },
}
const link = {
  link: 'https://acme.example/',
  title: 'Acme',
  tokens: 3,
  change: 'new',
  is_saved: false,
  instructions: 0,
} as const

let job = ended
beforeEach(() => {
  const none = { data: [], currentPage: 1, pageSize: 20, total: 0 }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('check-crawled-status') ? { data: job } : none),
  )
})
afterEach(() => vi.unstubAllGlobals())

const query: TabProps['query'] = {
  tab: 'link',
  search: '',
  page: 1,
  limit: 20,
  open: null,
  job: 7,
  list: null,
  lead: null,
} as TabProps['query']

test('a crawl without links clears the result, and the form shows the reason', async () => {
  job = ended
  const change = vi.fn()
  await show(<LinkTab query={query} change={change} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The website returned an error')
  expect(change.mock.calls).toEqual([[{ job: null }]])
  await expect.element(page.getByText('Reading acme.example')).not.toBeInTheDocument()
})

test('a crawl with links lists them for selection', async () => {
  job = { ...ended, status: 'completed', problem: null, linksData: { crawled_link_entries_temp: [link] } }
  const change = vi.fn()
  await show(<LinkTab query={query} change={change} />)
  await expect.element(page.getByRole('button', { name: 'Add 1 page' })).toBeVisible()
  expect(change).not.toHaveBeenCalled()
})
