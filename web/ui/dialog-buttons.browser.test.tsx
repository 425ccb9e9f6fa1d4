import { Button, Modal } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#web/testing/show.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

const close = () => {}
const TALL = <div style={{ height: 1600 }}>Much to read</div>

const DIALOGS = {
  'a form of its own': (
    <Modal opened onClose={close} title="Export leads">
      <form>
        {TALL}
        <DialogButtons onCancel={close}>
          <Button type="submit">Go on</Button>
        </DialogButtons>
      </form>
    </Modal>
  ),
  'a question': (
    <ConfirmDialog opened onClose={close} title="Delete" confirmLabel="Go on" onConfirm={close}>
      {TALL}
    </ConfirmDialog>
  ),
}

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

const inViewport = (element: Element): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  return inside && at !== null && element.contains(at)
}

for (const [name, dialog] of Object.entries(DIALOGS))
  for (const size of SIZES)
    test(`${name} keeps its buttons visible at ${size.width}x${size.height} with any length`, async () => {
      await show(dialog, size)
      const primary = page.getByRole('button', { name: 'Go on' })
      await expect.poll(() => inViewport(primary.element())).toBe(true)
      const box = page.getByRole('dialog').element()
      box.scrollTop = box.scrollHeight
      await expect.poll(() => inViewport(primary.element())).toBe(true)
      // No content is visible below the buttons.
      const foot = primary.element().parentElement as Element
      expect(Math.round(foot.getBoundingClientRect().bottom)).toBeGreaterThanOrEqual(
        Math.round(box.getBoundingClientRect().bottom) - 1,
      )
    })
