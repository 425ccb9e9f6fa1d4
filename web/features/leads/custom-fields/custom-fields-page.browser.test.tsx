import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  changeCustomField,
  createCustomField,
  customFields,
  deleteCustomField,
  restoreCustomField,
} from '#contract/leads/custom-fields.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CustomFieldsPage } from './custom-fields-page.tsx'

const CONTRACT = {
  id: 4,
  name: 'cf_contract',
  label: 'Contract',
  kind: 'text' as const,
  choices: null,
  leads: 2,
  created_at: '2026-01-02T03:04:05Z',
}
const dialog = page.getByRole('dialog')
const choose = async (action: string) => {
  await page.getByRole('button', { name: 'Actions for Contract' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a field is added with its type, from the empty page', async () => {
  const server = await fakeServer().signIn()
  server.answer(customFields, { data: [] }).answer(createCustomField, { data: CONTRACT })
  await show(<CustomFieldsPage />)
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect.element(dialog.getByText('Field is required')).toBeVisible()
  expect(server.sentTo(createCustomField)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Signed on')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOptions('Date')
  await expectAccessible()
  server.answer(customFields, { data: [CONTRACT] })
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect.element(page.getByText('cf_contract')).toBeVisible()
  expect(server.sentTo(createCustomField).map(({ body }) => body)).toEqual([
    { label: 'Signed on', kind: 'date' },
  ])
})

test('a name that is taken is refused in the dialog, and the field keeps its own', async () => {
  const server = (await fakeServer().signIn()).answer(customFields, { data: [CONTRACT] })
  server.refuse(changeCustomField, { code: 'conflict', message: 'Another field has this name' })
  await show(<CustomFieldsPage />)
  await choose('Edit')
  await expect.element(dialog.getByText('Files and the API still use cf_contract')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Email')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Another field has this name')).toBeVisible()
  expect(server.sentTo(changeCustomField)).toMatchObject([
    { path: '/api/custom-fields/4', body: { label: 'Email' } },
  ])
  await expect.element(page.getByText('Contract', { exact: true })).toBeInTheDocument()
})

test('deleting says how many leads use the field, and an undo restores it', async () => {
  const server = (await fakeServer().signIn()).answer(customFields, { data: [CONTRACT] })
  server.answer(deleteCustomField, { success: true }).answer(restoreCustomField, { data: CONTRACT })
  await show(<CustomFieldsPage />)
  await choose('Delete')
  await expect.element(dialog.getByText(/^Used in 2 leads\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => server.sentTo(restoreCustomField).length).toBe(1)
  expect(server.sentTo(deleteCustomField).map(({ path }) => path)).toEqual(['/api/custom-fields/4'])
})

test('a field of type Choice needs its choices, which can be changed later', async () => {
  const SIZE = { ...CONTRACT, label: 'Contract', kind: 'choice' as const, choices: ['Gold', 'Silver'] }
  const server = await fakeServer().signIn()
  server.answer(customFields, { data: [] }).answer(createCustomField, { data: SIZE })
  await show(<CustomFieldsPage />)
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Contract')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOptions('Choice')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect.element(dialog.getByText('Field is required')).toBeVisible()
  const choices = dialog.getByLabelText('Choices')
  await choices.fill('Gold')
  await userEvent.keyboard('{Enter}')
  await choices.fill('Silver')
  await userEvent.keyboard('{Enter}')
  await expectAccessible()
  server.answer(customFields, { data: [SIZE] })
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect.element(page.getByText('Choice: Gold, Silver')).toBeVisible()
  expect(server.sentTo(createCustomField).map(({ body }) => body)).toEqual([
    { label: 'Contract', kind: 'choice', choices: ['Gold', 'Silver'] },
  ])
  server.answer(changeCustomField, { data: SIZE })
  await choose('Edit')
  await dialog.getByLabelText('Choices').fill('Bronze')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sentTo(changeCustomField).map(({ body }) => body))
    .toEqual([{ label: 'Contract', choices: ['Gold', 'Silver', 'Bronze'] }])
})
