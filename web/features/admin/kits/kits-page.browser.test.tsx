import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { kitLibrary, libraryKit } from '#contract/admin/kit-library.ts'
import {
  createKit,
  deleteKit,
  kits,
  type StoredKit,
  type StoredKitDetail,
  shareKit,
} from '#contract/admin/stored-kits.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { KitsPage } from './kits-page.tsx'

const KIT: StoredKit = {
  id: 3,
  name: 'Agency',
  description: 'For web designers',
  version: 2,
  changed_at: '2026-01-02T03:04:05Z',
  accounts: 12,
  shared: false,
  rolled_out_at: null,
}
const dialog = page.getByRole('dialog')
const openMenu = async (item: string) => {
  await page.getByRole('button', { name: 'Actions for Agency' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a file that is no kit is refused with its line, and a right one becomes a kit', async () => {
  const server = fakeServer().answer(kits, pageOf([]))
  await show(<KitsPage />)
  await page.getByRole('button', { name: 'New kit' }).first().click()
  await dialog.getByRole('radio', { name: 'A file' }).click()
  const choose = (text: string) =>
    userEvent.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      new File([text], 'kit.yaml'),
    )
  await choose('kit: [')
  await expect.element(dialog.getByText(/Line 1 can’t be read/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  expect(server.sentTo(createKit)).toEqual([])
  server.refuse(createKit, {
    code: 'validation_failed',
    message: 'Please check your input',
    fields: { 'document.label': 'This field does not exist' },
  })
  await choose('kit: Agency\nlabel: {}\n')
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  await expect.element(dialog.getByText('Line 2: label: This field does not exist')).toBeVisible()
  server.answer(createKit, { data: KIT as StoredKitDetail, message: 'Kit created' })
  await choose('kit: Agency\nlabels:\n  Hot: {}\n')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  await expect
    .poll(() => server.sentTo(createKit).at(-1)?.body)
    .toEqual({ note: '', document: { kit: 'Agency', labels: { Hot: {} } } })
})

test('a built-in kit says what it is for, and becomes a kit of your own', async () => {
  const document = { kit: 'Recruiter', labels: { Hot: { color: 'gray', rule: null } } }
  const summary = { name: 'recruiter', kit: 'Recruiter', description: 'For recruiters', settings: 1 }
  const server = fakeServer()
    .answer(kits, pageOf([]))
    .answer(kitLibrary, { data: [summary] })
    .answer(libraryKit, { data: { ...summary, document, yaml: '' } })
    .answer(createKit, { data: KIT as StoredKitDetail, message: 'Kit created' })
  await show(<KitsPage />)
  await page.getByRole('button', { name: 'New kit' }).first().click()
  await dialog.getByRole('radio', { name: 'A built-in kit' }).click()
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  expect(server.sentTo(createKit)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Built-in kit' }).selectOptions('recruiter')
  await expect.element(dialog.getByText('For recruiters')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  await expect.poll(() => server.sentTo(createKit).map(({ body }) => body)).toEqual([{ note: '', document }])
})

test('a kit of an account needs a name and a part', async () => {
  const server = fakeServer().answer(kits, pageOf([]))
  await show(<KitsPage />)
  await page.getByRole('button', { name: 'New kit' }).first().click()
  for (const box of dialog.getByRole('checkbox').elements()) (box as HTMLInputElement).click()
  await dialog.getByRole('button', { name: 'Create kit' }).click()
  await expect.element(dialog.getByText('Tick at least one')).toBeVisible()
  expect(server.sentTo(createKit)).toEqual([])
})

test('the link of a kit is shown once', async () => {
  fakeServer()
    .answer(kits, pageOf([KIT]))
    .answer(shareKit, { data: { url: 'https://sample.example/api/shared-kits/kit_x' }, message: 'Shared' })
  await show(<KitsPage />)
  await openMenu('Share a link')
  await expect
    .element(dialog.getByText('https://sample.example/api/shared-kits/kit_x/kit.yaml'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a kit that is being rolled out is not deleted, and the question says why', async () => {
  const server = fakeServer().answer(kits, pageOf([KIT]))
  server.refuse(deleteKit, { code: 'conflict', message: 'A roll-out of this kit is running' })
  await show(<KitsPage />)
  await openMenu('Delete')
  await dialog.getByRole('button', { name: 'Delete kit' }).click()
  await expect.element(dialog.getByText('A roll-out of this kit is running')).toBeVisible()
  expect(server.sentTo(deleteKit)).toHaveLength(1)
})
