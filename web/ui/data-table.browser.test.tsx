import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../testing/show.tsx'
import { type Column, DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { useSelection } from './use-selection.ts'

interface Person {
  id: number
  name: string
  city: string
}

const PEOPLE: Person[] = ['Ann', 'Ben', 'Cid', 'Dea', 'Eve'].map((name, id) => ({
  id,
  name,
  city: `City ${id}`,
}))
const COLUMNS: readonly Column<Person>[] = [
  { id: 'name', label: 'Name', sort: 'name', cell: ({ name }) => name },
  { id: 'city', label: 'City', sort: 'city', descendingFirst: true, cell: ({ city }) => city },
]

const found = { rows: PEOPLE, isError: false, error: null, refetch: () => {} }

const table = (props: Partial<DataTableProps<Person>> = {}) => (
  <DataTable
    label="People"
    found={found}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    rowName={({ name }) => name}
    empty={<EmptyState title="Nobody yet" />}
    {...props}
  />
)

function Selectable() {
  const selection = useSelection<Person>('all')
  return (
    <>
      <p>{`Chosen: ${selection.rows.map(({ name }) => name).join(', ') || 'none'}`}</p>
      {table({ selecting: selection })}
    </>
  )
}

function Sorted({ requested }: { requested: (by: string) => void }) {
  const [by, setBy] = useState('name')
  const onChange = (next: string) => {
    requested(next)
    setBy(next)
  }
  return table({ sort: { by, onChange } })
}

test('a header sorts, then reverses, and shows the current order', async () => {
  const requested = vi.fn()
  await show(<Sorted requested={requested} />)
  const name = page.getByRole('columnheader', { name: 'Name' })
  const city = page.getByRole('columnheader', { name: 'City' })
  await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect.element(name).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'City' }).click()
  await expect.element(city).toHaveAttribute('aria-sort', 'descending')
  await expect.element(name).not.toHaveAttribute('aria-sort')
  expect(requested.mock.calls.flat()).toEqual(['-name', '-city'])
  await expectAccessible()
})

test('selects single rows, a range with Shift and a page, and clears with Esc', async () => {
  await show(<Selectable />)
  await page.getByRole('checkbox', { name: 'Select Ben' }).click()
  await page.getByRole('checkbox', { name: 'Select Dea' }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('Chosen: Ben, Cid, Dea')).toBeVisible()
  const all = page.getByRole('checkbox', { name: 'Select this page' })
  await expect.element(all).toBePartiallyChecked()
  await expectAccessible()
  await all.click()
  await expect.element(page.getByText('Chosen: Ben, Cid, Dea, Ann, Eve')).toBeVisible()
  await all.click()
  await expect.element(page.getByText('Chosen: none')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Eve' }).click()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Chosen: none')).toBeVisible()
})

test('Space toggles the checkbox of a row', async () => {
  await show(<Selectable />)
  ;(page.getByRole('checkbox', { name: 'Select Cid' }).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('Chosen: Cid')).toBeVisible()
})

test('a row opens by click and by keyboard, but not through its controls', async () => {
  const onOpen = vi.fn()
  const pressed = vi.fn()
  const actions = ({ name }: Person) => (
    <button type="button" onClick={pressed}>
      {`Do ${name}`}
    </button>
  )
  await show(table({ opening: { open: 1, onOpen: ({ name }) => onOpen(name) }, actions }))
  await page.getByText('City 2').click()
  const ann = page.getByRole('button', { name: 'Ann', exact: true })
  ;(ann.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Do Eve' }).click()
  expect(onOpen.mock.calls.flat()).toEqual(['Cid', 'Ann'])
  expect(pressed).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('row', { name: /Ben/ })).toHaveAttribute('data-open')
  await expectAccessible()
})

test('a row of a table expands to what is inside', async () => {
  await show(table({ inside: ({ name }) => (name === 'Ann' ? <p>Inside of Ann</p> : null) }))
  const fold = page.getByRole('button', { name: 'Ann' })
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  await expect.element(page.getByText('Inside of Ann')).toBeVisible()
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
  expect(page.getByRole('button', { name: 'Ben' }).elements()).toEqual([])
  await expectAccessible()
})

test('the loading table has the shape of the table', async () => {
  await show(table({ found: { ...found, rows: undefined } }))
  await expect.element(page.getByRole('status', { name: 'Loading the people' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'City' })).toBeVisible()
  await expectAccessible()
})

test('shows the empty state without rows', async () => {
  await show(table({ found: { ...found, rows: [] } }))
  await expect.element(page.getByText('Nobody yet')).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
})

test('shows a failed load with a retry, and keeps loaded rows', async () => {
  const refetch = vi.fn()
  const failed = { rows: undefined, isError: true, error: new Error('No connection.'), refetch }
  await show(table({ found: failed }))
  await expect.element(page.getByRole('heading', { name: 'The people could not be loaded' })).toBeVisible()
  await expect.element(page.getByText('No connection.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
  await expectAccessible()
})

test('on a narrow screen rows are cards with named values', async () => {
  const onOpen = vi.fn()
  await show(table({ opening: { open: null, onOpen } }), { width: 390 })
  const list = page.getByRole('list', { name: 'People' })
  await expect.element(list).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
  const first = list.getByRole('listitem').first()
  await expect.element(first.getByRole('term')).toHaveTextContent('City')
  await expect.element(first.getByRole('definition')).toHaveTextContent('City 0')
  await first.getByRole('button', { name: 'Ann' }).click()
  await page.getByText('City 2').click()
  expect(onOpen.mock.calls.flat()).toEqual([PEOPLE[0], PEOPLE[2]])
  await expectAccessible()
})

test('rows that are cards are selected too', async () => {
  await show(<Selectable />, { width: 390 })
  await page.getByRole('checkbox', { name: 'Select Ann' }).click()
  await page.getByRole('checkbox', { name: 'Select Cid' }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('Chosen: Ann, Ben, Cid')).toBeVisible()
  await expectAccessible()
})
