import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showToast } from '../lib/toast.ts'
import { useUpload } from '../lib/use-upload.ts'
import { expectAccessible, show } from '../testing/show.tsx'
import { FileUpload } from './file-upload.tsx'

afterEach(() => localStorage.clear())

test('toasts show a result, offer an action and can be dismissed', async () => {
  await show(<p>Page</p>)
  const undo = vi.fn()
  showToast({ kind: 'success', message: '2 lists archived', action: { label: 'Undo', run: undo } })
  await expect.element(page.getByText('2 lists archived')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledOnce()
  await expect.element(page.getByText('2 lists archived')).not.toBeInTheDocument()
  showToast({ kind: 'error', message: 'That did not work' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('That did not work')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('That did not work')).not.toBeInTheDocument()
})

test('one toast shows at a time, within the height of the top bar, and the others queue', async () => {
  await show(<button type="button">Before</button>, { width: 390 })
  showToast({ kind: 'error', message: 'That did not work' })
  showToast({ kind: 'success', message: '2 lists archived', action: { label: 'Undo', run: () => {} } })
  showToast({ kind: 'success', message: 'List renamed' })
  await expect.element(page.getByRole('alert').getByText('That did not work')).toBeVisible()
  await expect.element(page.getByText('2 more')).toBeInTheDocument()
  expect(page.getByText('2 lists archived').query()).toBeNull()
  const region = page.getByRole('region', { name: 'Notifications' }).element()
  expect(region.getBoundingClientRect().bottom).toBeLessThanOrEqual(48)
  await page.getByRole('button', { name: 'Before' }).element().focus()
  await userEvent.tab()
  await expect.element(page.getByText('List renamed')).toBeVisible()
  const texts = [...region.querySelectorAll('[data-kind]')].map((toast) => toast.textContent)
  expect(texts).toEqual(['That did not work', '2 lists archivedUndo', 'List renamed'])
  await expectAccessible()
  for (const left of [2, 1, 0]) {
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect.poll(() => region.querySelectorAll('[data-kind]').length).toBe(left)
  }
})

/** Accepts chunked uploads after failing the given number of times. */
function uploadServer(faults: number) {
  let offset = 0
  let left = faults
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'PUT' && left-- > 0)
      return Response.json({ code: 'conflict', message: 'Not now.' }, { status: 409 })
    if (init.method === 'PUT') offset += (init.body as Blob).size
    const size = 12
    const data = { id: 'upload-1', name: 'a.csv', size, offset, complete: offset >= size, chunk_size: 1024 }
    return Response.json({ data }, { status: url.endsWith('/api/uploads') ? 201 : 200 })
  })
}

const Upload = () => <FileUpload upload={useUpload()}>Only CSV files.</FileUpload>
const choose = async (text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await userEvent.upload(page.elementLocator(input), new File([text], 'a.csv', { type: 'text/csv' }))
}

test('a file is uploaded with its progress shown', async () => {
  uploadServer(0)
  await show(<Upload />)
  await expectAccessible()
  await choose('email\na@b.c\n')
  await expect.element(page.getByText(/^Uploaded · .*100%$/)).toBeVisible()
  await expectAccessible()
})

test('an upload that failed says why and can be tried again', async () => {
  uploadServer(1)
  await show(<Upload />)
  await choose('email\na@b.c\n')
  await expect.element(page.getByText('Not now.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^Uploaded · .*100%$/)).toBeVisible()
})

test('an upload refuses an empty file at once', async () => {
  uploadServer(0)
  await show(<Upload />)
  await choose('')
  await expect.element(page.getByText('This file is empty')).toBeVisible()
})
