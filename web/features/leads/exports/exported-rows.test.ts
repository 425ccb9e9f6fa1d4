import { expect, test } from 'vitest'
import { LeadFilters } from '#contract/leads/leads.ts'
import type { LeadRequest, LeadSelection } from '#web/lib/lead-actions.ts'
import { exportedRows } from './exported-rows.ts'

const filters = LeadFilters.parse({ withEmail: 1, sort: '-name', view: 'bin' })
const requestOf = (selection: LeadSelection): LeadRequest => ({
  target: { type: 'local', id: 1 },
  selection,
  count: 2,
  view: { filters, count: 5 },
})

test('exports everything in view with its filters and sort order', async () => {
  expect(await exportedRows(requestOf({ resultIds: [1] }), 'view')).toEqual({ filters })
  expect(await exportedRows(requestOf({ filters }), 'selection')).toEqual({ filters })
})

test('exports selected leads in the sort order of the view, and from the trash when it is shown', async () => {
  const place = { sort: '-name', view: 'bin' }
  expect(await exportedRows(requestOf({ resultIds: [3, 1] }), 'selection')).toEqual({
    resultIds: [3, 1],
    filters: place,
  })
  const first = await exportedRows(requestOf({ filters, first: 2 }), 'selection', async (requested) => {
    expect(requested).toMatchObject({ withEmail: 1, sort: '-name', view: 'bin' })
    return { data: [{ id: 9 }, { id: 8 }, { id: 7 }] }
  })
  expect(first).toEqual({ resultIds: [9, 8], filters: place })
})
