import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setLeadValue, undoChange } from '#contract/leads/lead-edits.ts'
import type { LeadRequest } from '#web/lib/lead-actions.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { EditFieldDialog } from './edit-field-dialog.tsx'

const leadRequest = {
  target: { type: 'local', id: 12 },
  selection: { resultIds: [1, 2] },
  count: 2,
} as LeadRequest
const changed = { success: true as const, count: 2, skipped: 0, undo_token: 9, message: '2 leads changed' }

async function open() {
  const server = (await fakeServer().signIn()).answer(setLeadValue, changed)
  const onClose = vi.fn()
  await show(<EditFieldDialog leadRequest={leadRequest} opened onClose={onClose} />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const field = (name: string) => page.getByRole('combobox', { name: 'Field' }).selectOptions(name)
  return { server, onClose, field, save: page.getByRole('button', { name: 'Change 2 leads' }) }
}

test('a field of the selected leads is set, and the change can be undone', async () => {
  const { server, onClose, field, save } = await open()
  server.answer(undoChange, { success: true, count: 2, left: 0, message: 'Undone for 2 leads' })
  await field('City')
  await save.click()
  await expect.element(page.getByText('Field is required')).toBeVisible()
  await expectAccessible()
  await page.getByRole('textbox', { name: 'New value' }).fill('Leeds')
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.sentTo(setLeadValue)).toMatchObject([
    {
      path: '/api/local-results/12/values',
      body: { selection: { resultIds: [1, 2] }, field: 'city', value: 'Leeds' },
    },
  ])
  await page.getByRole('button', { name: 'Undo', includeHidden: true }).first().click({ force: true })
  await expect.poll(() => server.sentTo(undoChange).length).toBe(1)
})

test('a status is chosen, and a value can be cleared', async () => {
  const { server, field, save } = await open()
  await field('Status')
  await page.getByRole('combobox', { name: 'New value' }).selectOptions('Won')
  await save.click()
  await page.getByRole('radio', { name: 'Clear the value' }).click()
  await save.click()
  await expect
    .poll(() => server.sentTo(setLeadValue).map(({ body }) => body))
    .toMatchObject([{ value: 'won' }, { value: null }])
})

test('a refusal is shown at the value', async () => {
  const { server, field, save } = await open()
  server.refuse(setLeadValue, { code: 'validation_failed', message: 'Unknown country' })
  await field('Country')
  await page.getByRole('textbox', { name: 'New value' }).fill('Atlantis')
  await save.click()
  await expect.element(page.getByText('Unknown country')).toBeVisible()
})
