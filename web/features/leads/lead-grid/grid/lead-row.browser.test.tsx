import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { labels } from '#contract/leads/labels.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { queryClient } from '#web/lib/freshness.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { findField } from '#web/lib/list-fields.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { failedLeadsLink } from '#web/lib/run-facts.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CellOffers } from '../../lead-actions/cell-offers.tsx'
import { gridSearch } from '../../lead-data/grid-query.ts'
import { LeadRow } from './lead-row.tsx'

const none = () => {}
const events = { onOpen: none, onToggle: none, onActivate: none, onPress: none, onEdit: none }

const lead = (id: number, values: Lead['values']): Lead => ({
  ...({ list_id: 12, type: 'local', email_state: null, is_sample: false } as Lead),
  id,
  values: { name: `Firm ${id}`, ...values },
  labels: {},
})

const columnsOf = (...names: string[]) =>
  names.map((name) => ({ field: findField('local', name)!, sticky: false, width: 260 }))
const columns = columnsOf('name', 'email')

interface GridProps {
  leads: Lead[]
  stacked?: boolean
  shown?: typeof columns
}

const Grid = ({ leads, stacked = false, shown = columns }: GridProps) => (
  <table>
    <thead>
      <tr>
        {['Chosen', 'Name', 'Email'].map((label) => (
          <th key={label}>{label}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {leads.map((sample, index) => (
        <LeadRow
          key={sample.id}
          lead={sample}
          index={index}
          position={index + 1}
          columns={shown as never}
          stacked={stacked}
          selected={false}
          active={index === 0}
          open={false}
          href={`/saved-lists/local-12/${sample.id}`}
          label={(_field, value) => value}
          editing={null}
          events={events}
        />
      ))}
    </tbody>
  </table>
)

test('a lead without an email shows the state of the search as icon and label', async () => {
  await show(
    <Grid
      leads={[
        lead(1, { email_search: 'queued' }),
        lead(2, { email_search: 'running' }),
        lead(3, { email_search: 'not_found' }),
        lead(4, { email_search: 'unreadable', email_search_reason: 'timeout' }),
        lead(5, { email_search: 'not_tried', email_search_reason: 'no_website' }),
        lead(6, { email_search: 'found' }),
        lead(7, {}),
      ]}
    />,
  )
  const words = [
    'Queued',
    'Searching',
    'Not found',
    'Couldn’t read the website: it took too long to respond',
    'Not tried: it has no website',
  ]
  for (const [index, word] of words.entries()) {
    const cell = page
      .getByRole('row')
      .nth(index + 1)
      .getByRole('cell')
      .nth(2)
    await expect.element(cell).toHaveTextContent(word)
    expect(cell.element().querySelector('svg'), word).not.toBeNull()
  }
  for (const index of [6, 7])
    await expect.element(page.getByRole('row').nth(index).getByRole('cell').nth(2)).toHaveTextContent('–')
  await expectAccessible()
})

test('the link from a run to unreadable websites uses a valid grid filter', () => {
  const link = failedLeadsLink({
    ...({ kind: 'find_emails', state: 'succeeded', list_id: 12, list_type: 'local' } as const),
    counts: { failed: 3 },
  })
  expect(gridSearch('local').read(link?.search as never).custom_search).toEqual([
    { field: 'email_search', operator: 'like', value: ['unreadable'] },
  ])
})

test('a missing email can be bought once, in its cell, at the price on the button', async () => {
  const bought: number[] = []
  const followed: unknown[] = []
  const action = {
    ...({ name: 'find-emails', label: 'Find emails', icon: none, places: [] } as unknown as LeadAction),
    cell: {
      field: 'email',
      label: 'Find email',
      price: () => '1 credit',
      appliesTo: ({ values }: Lead) => Boolean(values.website),
      start: async (_target: unknown, { id }: Lead) => {
        bought.push(id)
        return { runId: 9, listId: 12 }
      },
    },
  }
  await show(
    <CellOffers target={{ type: 'local', id: 12 }} actions={[action]} onStarted={(run) => followed.push(run)}>
      <Grid leads={[lead(1, { website: 'https://one.example' }), lead(2, {})]} />
    </CellOffers>,
  )
  const offers = page.getByRole('row').getByRole('button')
  await expect.element(offers).toHaveTextContent('Find email1 credit')
  expect(offers.elements()).toHaveLength(1)
  for (let click = 0; click < 2; click += 1) (offers.element() as HTMLButtonElement).click()
  await expect.element(offers).toBeDisabled()
  expect(bought).toEqual([1])
  expect(followed).toEqual([{ runId: 9, listId: 12 }])
  await expectAccessible()
})

test('labels are shown next to the name unless they have their own column', async () => {
  const label = { name: 'Call first', color: 'red', leads: 1 }
  queryClient.setQueryData(makeKey(labels), { data: [label] })
  const labelled = [lead(1, { labels: 'Call first; Friends; Key account' }), lead(2, {})]
  await show(<Grid leads={labelled} />)
  const cell = (row: number, at: number) => page.getByRole('row').nth(row).getByRole('cell').nth(at)
  await expect.element(cell(1, 1)).toHaveTextContent('Firm 1Call first+2Friends, Key account')
  expect(cell(1, 1).element().querySelector('[data-color=red]')).not.toBeNull()
  expect(cell(2, 1).element().textContent).toBe('Firm 2')
  await expectAccessible()

  await show(<Grid leads={labelled} shown={columnsOf('name', 'labels')} />)
  const second = page.getByRole('table').last().getByRole('row').nth(1)
  await expect.element(second.getByRole('cell').nth(2)).toHaveTextContent('Call firstFriendsKey account')
  expect(second.getByRole('cell').nth(1).element().textContent).toBe('Firm 1')
})

test('on a phone the first cell shows name, email with its state, and phone', async () => {
  const reached = lead(1, { email: 'hello@one.example', phone: '+1 503 555 0100' })
  await show(<Grid leads={[{ ...reached, email_state: 'valid' }, lead(2, {})]} stacked />)
  const first = page.getByRole('row').nth(1).getByRole('cell').nth(1)
  for (const text of ['Firm 1', 'hello@one.example', 'Verified', '+1 503 555 0100'])
    await expect.element(first.getByText(text, { exact: true })).toBeVisible()
  const second = page.getByRole('row').nth(2).getByRole('cell').nth(1)
  await expect.element(second.getByText('No email')).toBeVisible()
})
