import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Lead } from '#contract/leads.ts'
import { fieldOf } from '#contract/list-types/index.ts'
import { failedLeadsLink } from '#web/lib/run-facts.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { gridSearch } from './grid-query.ts'
import { LeadRow } from './lead-row.tsx'

const none = () => {}
const events = { onOpen: none, onToggle: none, onActivate: none }

const lead = (id: number, values: Lead['values']): Lead => ({
  ...({ list_id: 12, type: 'local', email_state: null, is_sample: false } as Lead),
  id,
  values: { name: `Firm ${id}`, ...values },
  labels: {},
})

const columns = ['name', 'email'].map((name) => ({
  field: fieldOf('local', name)!,
  sticky: false,
  width: 260,
}))

const Grid = ({ leads }: { leads: Lead[] }) => (
  <table>
    <thead>
      <tr>
        {['Chosen', 'Name', 'E-mail'].map((label) => (
          <th key={label}>{label}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {leads.map((one, index) => (
        <LeadRow
          key={one.id}
          lead={one}
          index={index}
          position={index + 1}
          columns={columns as never}
          selected={false}
          active={index === 0}
          open={false}
          href={`/saved-lists/local-12/${one.id}`}
          label={(_field, value) => value}
          events={events}
        />
      ))}
    </tbody>
  </table>
)

test('a lead without an e-mail says how far the search is, as icon and word', async () => {
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
    "Couldn't read the website: it took too long to answer",
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

test('the link of a run to what it could not read is a filter that the grid knows', () => {
  const link = failedLeadsLink({
    ...({ kind: 'find_emails', state: 'succeeded', list_id: 12, list_type: 'local' } as const),
    counts: { failed: 3 },
  })
  expect(gridSearch('local').read(link?.search as never).custom_search).toEqual([
    { field: 'email_search', operator: 'like', value: ['unreadable'] },
  ])
})
