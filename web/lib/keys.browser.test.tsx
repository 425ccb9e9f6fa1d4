import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hasDialog } from './keys.ts'

test('a key that closes a dialog is not handled again by the page', async () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  const seen: boolean[] = []
  const close = () => dialog.remove()
  const record = () => seen.push(hasDialog())
  globalThis.addEventListener('keydown', close, { capture: true })
  document.addEventListener('keydown', record)
  onTestFinished(() => {
    globalThis.removeEventListener('keydown', close, { capture: true })
    document.removeEventListener('keydown', record)
  })
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  expect(seen).toEqual([true, false])
})
