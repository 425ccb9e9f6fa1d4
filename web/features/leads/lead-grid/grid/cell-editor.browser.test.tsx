import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editLead, undoChange } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { useUndoKey } from '#web/ui/use-undo-key.ts'
import { NO_SELECTION } from '../../lead-data/selection.ts'
import { LeadGrid } from './lead-grid.tsx'

const none = () => {}
const lead = (id: number, values: Lead['values']): Lead => ({
  ...({ list_id: 12, type: 'local', email_state: null, is_sample: false, deleted_at: null } as Lead),
  id,
  values: { name: `Firm ${id}`, city: 'Leeds', lead_status: 'new', ...values },
  labels: {},
})
const rows = [lead(1, {}), lead(2, {}), { ...lead(3, {}), deleted_at: '2026-01-02T00:00:00Z' }]
const opened: (number | null)[] = []
beforeEach(() => {
  opened.length = 0
})

function Grid() {
  useUndoKey()
  return (
    <LeadGrid
      type="local"
      name="Leads"
      rows={rows}
      total={3}
      offset={0}
      sort={null}
      onSort={none}
      selection={NO_SELECTION}
      onSelect={none}
      openId={null}
      onOpen={(id) => opened.push(id)}
      beyond={{}}
      makeHref={(id) => `/saved-lists/local-12/${id}`}
      label={(_field, value) => value}
      stale={false}
    />
  )
}

const cell = (row: number, field: string) =>
  page.elementLocator(
    document.querySelector<HTMLElement>(`tr[data-index="${row}"] td[data-field="${field}"]`)!,
  )
const editor = page.getByRole('textbox', { name: 'City' })

async function grid() {
  const server = await fakeServer().signIn()
  server.answer(editLead, { data: { ...rows[0], values: { ...rows[0]!.values, city: 'York' } } as never })
  await show(<Grid />, { width: 1280 })
  await expect.element(page.getByText('Firm 2')).toBeInTheDocument()
  return server
}

test('a double click edits a cell, Enter saves it, and the lead does not open', async () => {
  const server = await grid()
  server.answer(editLead, {
    data: { ...rows[0], history: [], provenance: {}, run_id: null } as never,
    undo_token: 9,
    message: 'Lead changed',
  })
  server.answer(undoChange, { success: true, count: 1, left: 0, message: 'Undone for 1 lead' })
  await cell(0, 'city').dblClick()
  await expect.element(editor).toHaveValue('Leeds')
  await expectAccessible()
  await editor.fill('York')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).not.toBeInTheDocument()
  expect(server.sentTo(editLead)).toMatchObject([
    { path: '/api/local-results/12/1', body: { values: { city: 'York' } } },
  ])
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => server.sentTo(undoChange).map(({ body }) => body)).toEqual([{ undo_token: 9 }])
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(opened).toEqual([])
})

test('Escape keeps the old value, and so does Enter without a change', async () => {
  const server = await grid()
  for (const key of ['{Escape}', '{Enter}']) {
    await cell(0, 'city').dblClick()
    if (key === '{Escape}') await editor.fill('York')
    await userEvent.keyboard(key)
    await expect.element(editor).not.toBeInTheDocument()
  }
  await expect.element(cell(0, 'city')).toHaveTextContent('Leeds')
  expect(server.sentTo(editLead)).toEqual([])
})

test('a refused value stays in the cell with the reason', async () => {
  const server = await grid()
  server.refuse(editLead, { code: 'validation_failed', message: 'Use at most 2,000 characters' })
  await cell(0, 'city').dblClick()
  await editor.fill('York')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Use at most 2,000 characters')
  await expect.element(editor).toHaveValue('York')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(cell(0, 'city')).toHaveTextContent('Leeds')
})

test('one click opens the lead; by key the arrows reach a cell and Enter edits it', async () => {
  await grid()
  await cell(0, 'city').click()
  await expect.poll(() => opened).toEqual([1])
  document.querySelector<HTMLElement>('tr[data-index="1"]')!.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(cell(1, 'name')).toHaveFocus()
  for (let step = 0; step < 30 && document.activeElement?.getAttribute('data-field') !== 'city'; step += 1)
    await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(cell(1, 'city')).toHaveFocus()
  await userEvent.keyboard('{Escape}{Enter}')
  await expect.poll(() => opened).toEqual([1, 2])
})

test('a deleted lead and what the product manages cannot be edited', async () => {
  await grid()
  await cell(2, 'city').dblClick()
  await expect.poll(() => opened.length).toBeGreaterThan(0)
  expect(editor.query()).toBeNull()
})
