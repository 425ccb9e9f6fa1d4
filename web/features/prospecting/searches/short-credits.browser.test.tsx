import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { userLimits } from '#contract/accounts/wallet.ts'
import { listCapabilities } from '#web/testing/capabilities.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { emptyDraft, type SearchDraft } from './search-draft.ts'
import { ShortCredits } from './short-credits.tsx'

let last: SearchDraft | undefined
const panel = () => (
  <ShortCredits
    draft={emptyDraft('local')}
    onChange={(next) => {
      last = next
    }}
    affordable={20}
    saved={30}
  />
)

test('who can’t pay for a search can leave out saved leads, or buy credits', async () => {
  await fakeServer().signIn(['leads'])
  await show(panel())
  await expect
    .element(page.getByRole('link', { name: 'Buy credits' }))
    .toHaveAttribute('href', '/billing-portal')
  await userEvent.click(page.getByRole('button', { name: 'Skip 30 leads you already have' }))
  expect(last?.onlyNew).toBe(true)
  await userEvent.click(page.getByRole('button', { name: 'Limit to 20 leads' }))
  expect(last?.limit).toBe(20)
  await expectAccessible()
})

test('a member without the wallet sees what they may spend', async () => {
  const server = fakeServer()
  await server.signIn(['leads'], { can: listCapabilities(['leads']) })
  server.answer(userLimits, { data: { cap: { monthly: 100, spent: 80, left: 20 } } } as never)
  await show(panel())
  await expect
    .element(page.getByText('You can spend 20 credits more this month, of 100.', { exact: false }))
    .toBeVisible()
  expect(page.getByRole('link', { name: 'Buy credits' }).elements()).toEqual([])
})
