import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Lead } from '#contract/leads.ts'
import { show } from '#web/testing/show.tsx'
import { isSelected, NOTHING, type Selection } from '../actions/selection.ts'
import { LeadGrid } from './lead-grid.tsx'

const none = () => {}
const rows = [1, 2, 3].map(
  (id): Lead => ({
    ...({ list_id: 12, type: 'local', email_state: null, is_sample: false } as Lead),
    id,
    values: { name: `Firm ${id}` },
    labels: {},
  }),
)

function Grid() {
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const selected = rows.filter(({ id }, index) => isSelected(selection, id, index))
  return (
    <>
      <p data-testid="selected">{selected.map(({ id }) => id).join()}</p>
      <LeadGrid
        {...{ type: 'local', name: 'Leads', rows, total: 3, offset: 0, sort: null, onSort: none }}
        selection={selection}
        onSelect={setSelection}
        openId={null}
        onOpen={none}
        beyond={{}}
        hrefOf={(id) => `/saved-lists/local-12/${id}`}
        label={(_field, value) => value}
        stale={false}
      />
    </>
  )
}

test('keys that come faster than frames each find their row', async () => {
  await show(<Grid />)
  await expect.element(page.getByText('Firm 3')).toBeInTheDocument()
  let frames = 0
  const counting = requestAnimationFrame(() => {
    frames += 1
  })
  for (const key of ['j', 'x', 'j', 'x']) {
    ;(document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true }),
    )
    await Promise.resolve()
  }
  cancelAnimationFrame(counting)
  expect(frames).toBe(0)
  await expect.element(page.getByTestId('selected')).toHaveTextContent('1,2')
})
