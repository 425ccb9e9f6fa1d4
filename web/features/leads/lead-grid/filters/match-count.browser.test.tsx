import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { leads } from '#contract/leads/leads.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { show } from '#web/testing/show.tsx'
import { EMPTY_QUERY } from '../../lead-data/grid-query.ts'
import { ListDialogs } from '../list-dialogs.tsx'

test('the dialog counts what the filter matches, before it is applied', async () => {
  const server = fakeServer().answer(leads, { ...pageOf([]), total: 120 })
  await server.signIn()
  await show(
    <ListDialogs
      dialog="builder"
      onClose={() => {}}
      target={{ type: 'local', id: 7 }}
      query={{ ...EMPTY_QUERY, sent: 2 }}
      onChange={() => {}}
    />,
  )
  await expect.element(page.getByText('120 leads match')).toBeVisible()
  server.answer(leads, { ...pageOf([]), total: 1 })
  await page.getByLabelText('Value').fill('Portland')
  await expect.element(page.getByText('1 lead matches')).toBeVisible()
  expect(server.sentTo(leads).at(-1)?.body).toMatchObject({
    sent: 2,
    limit: 1,
    filter: { and: [expect.objectContaining({ value: 'Portland' })] },
  })
})
