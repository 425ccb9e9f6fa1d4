import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CountBlock } from './count-block.tsx'
import { PriceBlock } from './price-block.tsx'
import { SearchPreview } from './search-preview.tsx'
import type { Estimate } from './use-estimate.ts'

const span = (most: number) => ({ min: 0, expected: most, max: most })
const figures = {
  matched: 122,
  already_saved: 22,
  already_paid: 12,
  skipped: [],
  leads: span(122),
  credits: span(110),
  unit_cost: 1,
  available: 500,
}
const answer = (data: object, isPlaceholderData = false) => ({
  data: { data },
  isError: false,
  isPlaceholderData,
})
const estimateOf = (preview: object) =>
  ({ checked: { ok: true, search: {} }, count: answer({ matched: 122 }), preview }) as unknown as Estimate

test('the price is one line with details that open by keyboard', async () => {
  await show(<PriceBlock quote={answer(figures) as unknown as Estimate['quote']} open={false} search={{}} />)
  await expect.element(page.getByText('122 leads · up to 110 credits')).toBeVisible()
  await expect.element(page.getByText('Price per lead')).not.toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Price per lead')).toBeVisible()
  await expect.element(page.getByText('500 credits')).toBeVisible()
  await expectAccessible()
})

test('a free search has no details', async () => {
  const free = { ...figures, unit_cost: 0, credits: span(0) }
  await show(<PriceBlock quote={answer(free) as unknown as Estimate['quote']} open={false} search={{}} />)
  await expect.element(page.getByText('122 leads · free')).toBeVisible()
  expect(page.getByText('Details').elements()).toEqual([])
})

test('websites that have not been read have no preview', async () => {
  await show(<SearchPreview estimate={estimateOf(answer({ is_available: false, rows: [] }))} />)
  expect(page.getByRole('region', { name: 'Preview' }).elements()).toEqual([])
})

test('without people data it says what works at once', async () => {
  await fakeServer().signIn(['leads'])
  const estimate = {
    ...estimateOf(answer({})),
    count: answer({ matched: 0, certainty: 'counted', no_data: true }),
  } as unknown as Estimate
  await show(<CountBlock estimate={estimate} open={false} type="people" />)
  await expect
    .element(page.getByRole('link', { name: 'Get employees of businesses' }))
    .toHaveAttribute('href', '/lead-search/saved-lists?type=local')
  await expect
    .element(page.getByRole('link', { name: 'Connect a source' }))
    .toHaveAttribute('href', '/integration/sources')
  expect(page.getByRole('link', { name: 'Import data' }).elements()).toEqual([])
})
