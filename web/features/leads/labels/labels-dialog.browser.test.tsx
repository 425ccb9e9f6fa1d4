import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createLabel, type Label, labelLeads, labels } from '#contract/leads/labels.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { show } from '#web/testing/show.tsx'
import { LabelsDialog } from './labels-dialog.tsx'

const label = (id: number, name: string): Label => ({
  id,
  name,
  color: 'gray',
  rule: null,
  rule_ran_at: null,
  leads: 0,
  lists: 0,
  created_at: '2026-01-02T03:04:05Z',
})
const request = {
  target: { type: 'local', id: 7 },
  selection: { ids: [1, 2] },
  count: 2,
} as unknown as LeadDialogProps['leadRequest']

async function open() {
  const server = fakeServer().answer(labels, { data: [label(1, 'Hot'), label(2, 'Cold')] })
  const onClose = vi.fn()
  await show(<LabelsDialog opened onClose={onClose} leadRequest={request} />)
  return { server, onClose }
}
const apply = page.getByRole('button', { name: 'Change labels' })

test('a label goes from kept to added to removed, and only changed ones are sent', async () => {
  const { server, onClose } = await open()
  server.answer(labelLeads, { success: true, count: 2, message: '2 leads labelled', undo_token: 9 })
  await expect.element(apply).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Hot: no change' }).click()
  await page.getByRole('checkbox', { name: 'Cold: no change' }).click()
  await page.getByRole('checkbox', { name: 'Cold: add' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Cold: remove' })).toBeInTheDocument()
  await apply.click()
  await expect.element(page.getByText('2 leads labelled')).toBeVisible()
  expect(server.sentTo(labelLeads)).toMatchObject([
    { path: '/api/local-results/7/labels', body: { selection: { ids: [1, 2] }, add: [1], remove: [2] } },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a new name creates a label that is then to be added', async () => {
  const { server } = await open()
  server.answer(createLabel, { data: label(3, 'Warm') })
  await page.getByRole('textbox', { name: 'Labels for 2 leads' }).fill('Warm')
  server.answer(labels, { data: [label(1, 'Hot'), label(3, 'Warm')] })
  await page.getByRole('button', { name: 'Create label “Warm”' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Warm: add' })).toBeInTheDocument()
  expect(server.sentTo(createLabel).map(({ body }) => body)).toEqual([{ name: 'Warm' }])
})

test('a change that fails says why, and the choice stays', async () => {
  const { server, onClose } = await open()
  server.refuse(labelLeads, { code: 'conflict', message: 'The list is in the trash' })
  await page.getByRole('checkbox', { name: 'Hot: no change' }).click()
  await apply.click()
  await expect.element(page.getByText('The list is in the trash')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Hot: add' })).toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})
