import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../testing/show.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface SampleProps {
  onConfirm: () => Promise<unknown> | unknown
  typedName?: string
}

function Sample({ onConfirm, typedName }: SampleProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Delete…
      </button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Delete it?"
        confirmLabel="Delete"
        danger
        {...(typedName ? { typedName } : {})}
        onConfirm={onConfirm}
      >
        It cannot be undone.
      </ConfirmDialog>
    </>
  )
}

const open = page.getByRole('button', { name: 'Delete…' })
const confirm = page.getByRole('button', { name: 'Delete', exact: true })

test('runs the action once, closes, and returns the focus', async () => {
  const gate = Promise.withResolvers<void>()
  const onConfirm = vi.fn(() => gate.promise)
  await show(<Sample onConfirm={onConfirm} />)
  await open.click()
  await expect.element(confirm).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Enter}{Enter}')
  gate.resolve()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('Esc and Cancel close a question without doing anything', async () => {
  const onConfirm = vi.fn()
  await show(<Sample onConfirm={onConfirm} />)
  await open.click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await open.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('dangerous actions require the name to be typed', async () => {
  const onConfirm = vi.fn()
  await show(<Sample onConfirm={onConfirm} typedName="Bars" />)
  await open.click()
  await expect.element(confirm).toBeDisabled()
  await page.getByRole('textbox').fill('Bars')
  await confirm.click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('shows an error, keeps the input and can be tried again', async () => {
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error('We couldn’t reach the server.'))
  await show(<Sample onConfirm={onConfirm} typedName="Bars" />)
  await open.click()
  await page.getByRole('textbox').fill('Bars')
  await confirm.click()
  await expect.element(page.getByText('We couldn’t reach the server.')).toBeVisible()
  await expect.element(page.getByRole('textbox')).toHaveValue('Bars')
  await expectAccessible()
  await confirm.click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('every dialog ends with Cancel and the primary button at the right', async () => {
  await show(
    <ConfirmDialog opened onClose={() => {}} title="Delete it?" confirmLabel="Delete" onConfirm={() => {}} />,
    { width: 390 },
  )
  const dialog = page.getByRole('dialog')
  const [cancel, confirm] = ['Cancel', 'Delete'].map((name) =>
    dialog.getByRole('button', { name, exact: true }).element().getBoundingClientRect(),
  )
  expect(cancel?.right).toBeLessThan(confirm?.left ?? 0)
  expect((dialog.element().getBoundingClientRect().right ?? 0) - (confirm?.right ?? 0)).toBeLessThan(40)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})
