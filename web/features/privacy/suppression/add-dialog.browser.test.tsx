import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addSuppressions, MAX_SUPPRESSION_VALUES, previewSuppression } from '#contract/privacy/suppression.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { AddDialog } from './add-dialog.tsx'

const BO = { value: 'bo@acme.example', kind: 'email' as const, is_listed: false, lists: 2, leads: 3 }
const PREVIEW = {
  values: [BO, { ...BO, value: 'acme.example', kind: 'domain' as const, is_listed: true }],
  recognised: 2,
  unreadable: ['?'],
  unreadable_count: 1,
  lists: 2,
  leads: 3,
  export_files: 1,
}
const ADDED = {
  added: 1,
  already_listed: 1,
  unreadable: [],
  unreadable_count: 0,
  leads: 3,
  lists: 2,
  export_files: 1,
}
const values = page.getByRole('textbox', { name: 'Emails, domains, phones or profile URLs' })
const fileInput = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
const find = page.getByRole('button', { name: 'Find matches' })

async function open() {
  const server = fakeServer()
    .answer(previewSuppression, { data: PREVIEW })
    .answer(addSuppressions, { data: ADDED })
  const onClose = vi.fn()
  await show(<AddDialog opened onClose={onClose} />)
  return { server, onClose }
}

test('values are looked up first, and added only after their places were shown', async () => {
  const { server, onClose } = await open()
  await expect.element(find).toBeDisabled()
  await values.fill('bo@acme.example\nacme.example\n?')
  await find.click()
  await expect
    .element(page.getByText(/^3 leads in 2 lists; 1 saved export file\. 1 line left out/))
    .toBeVisible()
  await expect.element(page.getByText('Already suppressed')).toBeVisible()
  await expectAccessible()
  expect(server.sentTo(addSuppressions)).toEqual([])
  await page.getByRole('button', { name: 'Suppress 2 values' }).click()
  await expect.element(page.getByText('1 entry added, 3 leads hidden')).toBeVisible()
  expect(server.sentTo(addSuppressions).map(({ body }) => body)).toEqual([
    { values: ['bo@acme.example', 'acme.example', '?'] },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a change of the values asks for a new look at their places', async () => {
  await open()
  await values.fill('bo@acme.example')
  await find.click()
  await expect.element(page.getByRole('button', { name: /^Suppress/ })).toBeVisible()
  await values.fill('cy@acme.example')
  await expect.element(find).toBeVisible()
})

test('a long file is sent in parts, and the toast has their sum', async () => {
  const { server } = await open()
  const many = Array.from({ length: MAX_SUPPRESSION_VALUES + 1 }, (_, at) => `p${at}@acme.example`)
  // As a file: Chromium takes a minute to type that many lines into a text area.
  await userEvent.upload(fileInput(), new File([many.join('\n')], 'list.csv', { type: 'text/csv' }))
  await find.click()
  await expect.element(page.getByText(/1 further value not checked/)).toBeVisible()
  await page.getByRole('button', { name: /^Suppress/ }).click()
  await expect.element(page.getByText('2 entries added, 6 leads hidden')).toBeVisible()
  const sent = server.sentTo(addSuppressions).map(({ body }) => (body as { values: string[] }).values.length)
  expect(sent).toEqual([MAX_SUPPRESSION_VALUES, 1])
})

test('values that could not be added say why, and stay in the field', async () => {
  const { server, onClose } = await open()
  server.refuse(addSuppressions, { code: 'forbidden', message: 'Your account is read-only' })
  await values.fill('bo@acme.example')
  await find.click()
  await page.getByRole('button', { name: /^Suppress/ }).click()
  await expect.element(page.getByText('Your account is read-only')).toBeVisible()
  await expect.element(values).toHaveValue('bo@acme.example')
  expect(onClose).not.toHaveBeenCalled()
})
