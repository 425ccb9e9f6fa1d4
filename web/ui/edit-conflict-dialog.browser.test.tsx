import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Difference } from '../lib/edit-conflict.ts'
import { expectAccessible, show } from '../testing/show.tsx'
import { EditConflictDialog } from './edit-conflict-dialog.tsx'

const CURRENT = { version: 2, updated_by: 'Ann Miller', updated_at: '2026-05-04T10:00:00Z' }
const DIFFERENCES: Difference<'name' | 'tone'>[] = [
  { field: 'name', mine: 'Acme', theirs: 'Acme Ltd', pick: 'theirs' },
  { field: 'tone', mine: 'Warm', theirs: '', pick: 'mine' },
]

test('shows both values of each differing field and saves the chosen ones', async () => {
  const [onSave, onClose] = [vi.fn(), vi.fn()]
  await show(
    <EditConflictDialog
      opened
      onClose={onClose}
      current={CURRENT}
      differences={DIFFERENCES}
      labels={{ name: 'Business name', tone: 'Tone' }}
      onSave={onSave}
    />,
  )
  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' })
  await expect.element(dialog.getByText(/Ann Miller saved changes/)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Business name: Saved' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Tone: Yours' })).toBeChecked()
  await expectAccessible()
  await page.getByRole('radio', { name: 'Business name: Yours' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(onSave).toHaveBeenCalledWith({ name: 'mine' })
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
