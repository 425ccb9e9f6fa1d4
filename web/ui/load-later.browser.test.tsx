import { type ComponentType, Suspense, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { watchLinks } from '../lib/chunk-reload.ts'
import { expectAccessible, show } from '../testing/show.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { formDialog } from './form-dialog.tsx'
import { loadLater } from './load-later.tsx'

let isServerThere = false
beforeEach(() => {
  isServerThere = false
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => {
    if (isServerThere) return Response.json({})
    throw new TypeError('Failed to fetch')
  })
})

const missing = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
const unreachable = page.getByText(/^We couldn’t reach the server/)
const later = page.getByText('Loaded later')

function Later() {
  return <p>Loaded later</p>
}

function Switched({ Part }: { Part: ComponentType }) {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Switch
      </button>
      <Suspense>{isShown && <Part />}</Suspense>
    </>
  )
}

interface DialogProps {
  opened: boolean
  onClose: () => void
}

function WithDialog({ Dialog, onClose }: { Dialog: ComponentType<DialogProps>; onClose: () => void }) {
  const [opened, setOpened] = useState<boolean>()
  const close = () => {
    onClose()
    setOpened(false)
  }
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened !== undefined && (
        <Suspense>
          <Dialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

test('a part that could not be loaded says so in its place, and can be tried again', async () => {
  const load = vi.fn(async () => Later)
  load.mockImplementationOnce(missing).mockImplementationOnce(missing)
  const Part = loadLater(load)
  await show(
    <>
      <p>Around it</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  await expect.element(unreachable).toBeVisible()
  await expect.element(page.getByText('Around it')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(2)
  await expect.element(unreachable).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(later).toBeVisible()
  await expect.element(unreachable).not.toBeInTheDocument()
})

test('a part that is shown again is loaded again', async () => {
  const load = vi.fn(async () => Later)
  load.mockImplementationOnce(missing)
  const Part = loadLater(load)
  await show(<Switched Part={Part} />)
  await expect.element(unreachable).toBeVisible()
  await page.getByRole('button', { name: 'Switch' }).click()
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect.element(later).toBeVisible()
})

test('a file that the server no longer has asks for a reload', async () => {
  isServerThere = true
  const Part = loadLater(async () => (await missing()) as typeof Later)
  await show(
    <Suspense>
      <Part />
    </Suspense>,
  )
  await expect.element(page.getByText(/^This page must be reloaded/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('a dialog that could not be loaded is closed, and loaded when it is opened again', async () => {
  const Labels = formDialog<{ onClose: () => void }>('Labels', 400, Later)
  const load = vi.fn(async () => Labels)
  load.mockImplementationOnce(missing).mockImplementationOnce(missing)
  const Dialog = loadLater(load)
  const onClose = vi.fn()
  await show(<WithDialog Dialog={Dialog} onClose={onClose} />)
  const open = page.getByRole('button', { name: 'Open' })
  for (const tries of [1, 2]) {
    await open.click()
    await expect.poll(() => onClose.mock.calls.length).toBe(tries)
    await expect.element(unreachable).toBeVisible()
  }
  await open.click()
  await expect.element(page.getByRole('dialog', { name: 'Labels' })).toBeVisible()
  await expect.element(later).toBeVisible()
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a fault of the loaded part itself is left to the area around it', async () => {
  const Part = loadLater(async () => () => {
    throw new Error('broken')
  })
  await show(
    <ErrorBoundary area="test">
      <Suspense>
        <Part />
      </Suspense>
    </ErrorBoundary>,
  )
  await expect.element(page.getByText('Something went wrong here')).toBeVisible()
})

test('a connection that was lost for a moment is not noticed', async () => {
  isServerThere = true
  const load = vi.fn(async () => Later)
  load.mockImplementationOnce(missing)
  const Part = loadLater(load)
  await show(
    <Suspense>
      <Part />
    </Suspense>,
  )
  await expect.element(later).toBeVisible()
})

test('a style sheet of another site that fails keeps no part from loading', async () => {
  watchLinks()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  const failed = new Promise((resolve) => {
    link.onerror = resolve
  })
  // Nobody listens there.
  link.href = 'http://127.0.0.1:9/fonts.css'
  document.head.append(link)
  await failed
  const Part = loadLater(async () => Later)
  await show(
    <Suspense>
      <Part />
    </Suspense>,
  )
  await expect.element(later).toBeVisible()
  link.remove()
})
