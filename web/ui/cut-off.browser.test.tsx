import { Switch, Textarea } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'
import { bulkArchiveLists, renameList } from '#contract/leads/lists.ts'
import { call } from '../lib/api.ts'
import { useAutosave } from '../lib/use-autosave.ts'
import { useConsentReturn } from '../lib/use-consent-return.ts'
import { useSaved } from '../lib/use-saved.ts'
import { useUpload } from '../lib/use-upload.ts'
import { show } from '../testing/show.tsx'
import { FileUpload } from './file-upload.tsx'
import { ListPage } from './list-page.tsx'
import { RowMenu } from './row-menu.tsx'
import { SortableList } from './sortable-list.tsx'
import { showUndoToast } from './undo-toast.ts'

let isCutOff = true
let answer: (url: string) => object = () => ({})

beforeEach(() => {
  isCutOff = true
  answer = () => ({})
  localStorage.setItem(ACCESS_TOKEN_KEY, 'test')
  // The browser is offline, so queries are not retried.
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isCutOff)
  vi.stubGlobal('fetch', async (url: string) => {
    if (isCutOff) throw new TypeError('Failed to fetch')
    return Response.json(answer(url))
  })
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const unreachable = page.getByText(/^We couldn’t reach the server/)
const archive = () => call(bulkArchiveLists, { body: { resultIds: [7], is_archived: true } })

function Lists() {
  const [search, setSearch] = useState('bars')
  const rows = [{ id: 7, name: 'Bars of Leeds' }]
  return (
    <ListPage
      title="Lists"
      subtitle="All lists"
      label="Lists"
      list={{
        found: {
          data: { data: rows, total: 1, currentPage: 1, pageSize: 20 },
          isError: false,
          error: null,
          isPlaceholderData: false,
          refetch: () => {},
        },
        query: { search, page: 1, limit: 20 },
        change: ({ search: typed }) => setSearch(typed ?? ''),
      }}
      searchLabel="Search lists"
      columns={[{ id: 'name', label: 'Name', cell: ({ name }) => name }]}
      rowKey={({ id }) => id}
      actions={({ name }) => (
        <RowMenu
          name={name}
          items={[{ label: 'Archive', icon: IconArchive, run: () => void archive().catch(() => {}) }]}
        />
      )}
      noMatches={{ title: 'No list matches', reset: 'Show all lists' }}
    />
  )
}

test('a failed row action is shown, and the list keeps its filters', async () => {
  await show(<Lists />)
  await page.getByRole('textbox', { name: 'Search lists' }).fill('bars of')
  await page.getByRole('button', { name: 'Actions for Bars of Leeds' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.element(unreachable).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Search lists' })).toHaveValue('bars of')
  await expect.element(page.getByText('Bars of Leeds')).toBeVisible()
})

test('a failed undo is shown', async () => {
  await show(null)
  showUndoToast('1 list archived', archive)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(unreachable).toBeVisible()
})

function Setting() {
  const { value, choose } = useSaved(false, archive)
  return (
    <Switch
      label="Archived"
      checked={value}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  )
}

test('a setting that could not be saved says so, and shows the stored value', async () => {
  await show(<Setting />)
  await page.getByRole('switch', { name: 'Archived' }).click()
  await expect.element(unreachable).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'Archived' })).not.toBeChecked()
})

const LINES = ['First', 'Second'].map((name, at) => ({ id: at + 1, name }))

test('a sort order that could not be saved says so, and is reverted', async () => {
  await show(
    <SortableList label="Sources" rows={LINES} getName={({ name }) => name} onSort={archive}>
      {({ name }) => name}
    </SortableList>,
  )
  const lines = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  const before = lines()
  await page.getByRole('button', { name: /^Move First down/ }).click()
  await expect.element(unreachable).toBeVisible()
  await expect.poll(lines).toEqual(before)
})

interface Saved {
  name: string
  version: number
}

function Text() {
  const text = useAutosave<{ name: string }, Saved>({
    record: { name: 'Before', version: 1 },
    makeDraft: ({ name }) => ({ name }),
    send: async (body, version) => {
      await call(renameList, { params: { id: 7 }, body, quiet: true })
      return { ...body, version: version + 1 }
    },
  })
  const { saving } = text
  return (
    <>
      <Textarea
        label="Text"
        defaultValue="Before"
        onChange={({ currentTarget }) => text.edit({ name: currentTarget.value })}
      />
      <p role="status">{saving.state === 'failed' ? saving.error : saving.state}</p>
      <output>{text.saved.name}</output>
      <button type="button" onClick={() => void text.save()}>
        Save
      </button>
    </>
  )
}

test('a failed autosave is shown, and everything is saved later', async () => {
  await show(<Text />)
  await page.getByRole('textbox', { name: 'Text' }).fill('What was typed')
  await expect.element(unreachable).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('What was typed')
  isCutOff = false
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('What was typed', { exact: true }).last()).toBeVisible()
  await expect.element(page.getByText('saved', { exact: true })).toBeVisible()
})

function Upload() {
  return <FileUpload upload={useUpload()} prompt="Drop a file here" />
}

test('an interrupted upload says so, keeps its file and resumes', async () => {
  await show(<Upload />)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  const files = new DataTransfer()
  files.items.add(new File(['name\nBar\n'], 'bars.csv', { type: 'text/csv' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(unreachable).toBeVisible()
  await expect.element(page.getByText('bars.csv')).toBeVisible()
  isCutOff = false
  answer = (url) => ({
    data: {
      id: 'u1',
      size: 9,
      offset: /offset=/.test(url) ? 9 : 0,
      chunk_size: 9,
      complete: /offset=/.test(url),
    },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^Uploaded · /)).toBeVisible()
  expect(unreachable.elements()).toEqual([])
})

function Callback() {
  const finish = (body: { state: string; code: string }) =>
    call(renameList, { params: { id: 7 }, body: { name: body.code }, quiet: true })
  return <p>{useConsentReturn({ finish, onDone: () => {}, refused: 'Access was refused.' })}</p>
}

test('the page a vendor redirects to shows that the connection failed', async () => {
  const before = location.href
  history.replaceState(null, '', `${location.pathname}?state=s&code=c`)
  try {
    await show(<Callback />)
    await expect.element(unreachable).toBeVisible()
  } finally {
    history.replaceState(null, '', before)
  }
})
