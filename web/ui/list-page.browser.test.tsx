import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { freeText, oneOf, pageSearch, paging } from '../lib/page-search.ts'
import { changed } from '../lib/search-change.ts'
import { expectAccessible, show } from '../testing/show.tsx'
import { EmptyState } from './empty-state.tsx'
import { ListPage } from './list-page.tsx'

const search = pageSearch({ search: freeText(), state: oneOf(['open', 'done'], null), ...paging })
type Query = ReturnType<typeof search.read>
const ALL = Array.from({ length: 45 }, (_, id) => ({
  id,
  name: `Task ${id}`,
  state: id % 2 ? 'open' : 'done',
}))

/** A list of tasks as a server would answer it. */
function answer({ search: text, state, page: at, limit }: Query) {
  const rows = ALL.filter((task) => task.name.includes(text) && (!state || task.state === state))
  const data = rows.slice((at - 1) * limit, at * limit)
  return { data, total: rows.length, currentPage: at, pageSize: limit }
}

function Tasks({
  start = {},
  requested = vi.fn(),
}: {
  start?: Partial<Query>
  requested?: (query: Query) => void
}) {
  const [query, setQuery] = useState<Query>({ ...search.read({}), ...start })
  const change = (part: Partial<Query>) => {
    const next = changed(search, query, part)
    requested(next)
    setQuery(next)
  }
  return (
    <ListPage
      title="Tasks"
      subtitle="What is to do"
      action={<button type="button">New task</button>}
      label="Tasks"
      list={{
        found: {
          data: answer(query),
          isError: false,
          error: null,
          isPlaceholderData: false,
          refetch: () => {},
        },
        query,
        change,
      }}
      searchLabel="Search tasks"
      filters={[
        {
          name: 'state',
          label: 'State',
          all: 'All states',
          options: [
            { value: 'open', label: 'Open' },
            { value: 'done', label: 'Done' },
          ],
        },
      ]}
      columns={[{ id: 'name', label: 'Name', cell: ({ name }) => name }]}
      rowKey={({ id }) => id}
      noMatches={{ title: 'No task matches', reset: 'Show all tasks' }}
      empty={<EmptyState title="No task yet" />}
    />
  )
}

test('filtering returns to the first page and offers a reset', async () => {
  const requested = vi.fn()
  await show(<Tasks start={{ page: 2 }} requested={requested} />)
  await expect.element(page.getByText('21–40 of 45')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Open')
  await expect.element(page.getByText('1–20 of 22')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search tasks' }).fill('nothing like it')
  await expect.element(page.getByText('No task matches')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show all tasks' }).click()
  await expect.element(page.getByText('1–20 of 45')).toBeVisible()
  expect(requested.mock.lastCall?.[0]).toEqual(search.read({}))
})

test('a page beyond the end redirects to the last one', async () => {
  await show(<Tasks start={{ page: 9 }} />)
  await expect.element(page.getByText('41–45 of 45')).toBeVisible()
  await expect.element(page.getByText('Task 44')).toBeVisible()
})

test('header, toolbar, rows and pager are shown on a phone too', async () => {
  await show(<Tasks />, { width: 390 })
  await expect.element(page.getByRole('button', { name: 'New task' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Tasks' })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('21–40 of 45')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
