import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Lead } from '#contract/leads/leads.ts'
import { show } from '#web/testing/show.tsx'
import { isSelected, NO_SELECTION, type Selection } from '../../lead-data/selection.ts'
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
  const [selection, setSelection] = useState<Selection>(NO_SELECTION)
  const selected = rows.filter(({ id }, index) => isSelected(selection, id, index))
  return (
    <>
      <p data-testid="selected">{selected.map(({ id }) => id).join()}</p>
      <LeadGrid
        type="local"
        name="Leads"
        rows={rows}
        total={3}
        offset={0}
        sort={null}
        onSort={none}
        selection={selection}
        onSelect={setSelection}
        openId={null}
        onOpen={none}
        beyond={{}}
        makeHref={(id) => `/saved-lists/local-12/${id}`}
        label={(_field, value) => value}
        stale={false}
      />
    </>
  )
}

test('each of several keys within one frame moves by a row', async () => {
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

test('Esc closes an open dialog even when a row still has the focus', async () => {
  await show(
    <>
      <Grid />
      <div role="dialog" aria-modal="true" aria-label="Export leads" />
    </>,
  )
  const dialog = page.getByRole('dialog', { includeHidden: true })
  await expect.element(dialog).toBeInTheDocument()
  const box = page.getByRole('row', { name: /Firm 2/ })
  const press = async (key: string) => {
    box.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Promise.resolve()
  }
  const opened = dialog.element()
  opened.removeAttribute('aria-modal')
  await press('x')
  await expect.poll(() => page.getByTestId('selected').element().textContent).not.toBe('')
  opened.setAttribute('aria-modal', 'true')
  await press('Escape')
  opened.removeAttribute('aria-modal')
  // The first one moves the focus to the selected row.
  for (const key of ['j', 'j', 'x']) await press(key)
  await expect.poll(() => page.getByTestId('selected').element().textContent).toBe('1,2')
})
