import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listWebsites, type Website } from '#contract/sources/websites.ts'
import { queryClient } from '#web/lib/freshness.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { Companies } from './companies.tsx'

const sources = [{ url: 'https://acme.example/contact', method: 'mailto' }]
const website = (domain: string, more: Partial<Website> = {}): Website => ({
  domain,
  name: null,
  country: null,
  address: null,
  emails: [],
  phones: [],
  socials: [],
  people: [],
  pages: 0,
  problem: null,
  moved_to: null,
  read_at: '2026-01-02T03:04:05.000Z',
  ...more,
})
const email = (value: string) => ({
  value,
  state: 'valid' as const,
  kind: 'role' as const,
  person: null,
  confidence: 1,
  sources,
})
const ACME = website('acme.example', {
  name: 'Acme Bakery',
  emails: ['a', 'b', 'c'].map((name) => email(`${name}@acme.example`)),
  phones: [{ value: '+12025550143', extension: null, label: null, person: null, sources }],
  pages: 4,
})
const GONE = website('gone.example', { problem: 'unreachable' })

function answer(data: Website[], total = data.length) {
  const key = makeKey(listWebsites, { params: { id: 3 }, query: { page: 1, limit: 20 } })
  queryClient.setQueryData(key, { data, currentPage: 1, pageSize: 20, total })
}

test('shows companies in columns and their pages after a click', async () => {
  answer([ACME, GONE])
  await show(<Companies listId={3} running={false} />)
  const row = page.getByRole('row', { name: /Acme Bakery/ })
  for (const text of ['a@acme.example', 'b@acme.example', '+1 more', 'Read'])
    await expect.element(row.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText('c@acme.example')).not.toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /gone\.example/ }).getByText('Not read')).toBeVisible()
  await expectAccessible()
  const toggle = page.getByRole('button', { name: 'Everything about acme.example' })
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText('c@acme.example')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /evidence for \+12025550143/ })).toBeVisible()
  await page.getByRole('button', { name: 'Everything about gone.example' }).click()
  await expectAccessible()
})

test('on a phone each company is a card with only the values it has', async () => {
  answer([ACME, GONE])
  await show(<Companies listId={3} running={false} />, { width: 390 })
  const cards = page.getByRole('list', { name: 'Companies' })
  await expect.element(cards.getByText('a@acme.example')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  expect(page.getByText('Emails', { exact: true }).all()).toHaveLength(1)
  await expectAccessible()
})

test('a list without websites shows an empty state', async () => {
  answer([])
  await show(<Companies listId={3} running={false} />)
  await expect.element(page.getByText('No websites read for this list')).toBeVisible()
})
