import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type List, listFolders, moveLists } from '#contract/leads/lists.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { FolderDialog } from './folder-dialog.tsx'

const list = (id: number, folder: string | null) => ({ id, name: `List ${id}`, folder }) as List

test('lists move to a folder, and undo moves each back to its own', async () => {
  const server = (await fakeServer().signIn())
    .answer(listFolders, { data: [{ folder: 'Fairs', lists: 2 }] })
    .answer(moveLists, { success: true, count: 3, message: '3 lists moved to Fairs' })
  const [onClose, onDone] = [vi.fn(), vi.fn()]
  await show(
    <FolderDialog
      chosen={[list(1, null), list(2, 'Spring'), list(3, null)]}
      onClose={onClose}
      onDone={onDone}
    />,
  )
  const folder = page.getByRole('combobox', { name: 'Folder' })
  await expect.element(folder).toHaveValue('')
  await folder.fill('Fai')
  await page.getByRole('option', { name: 'Fairs' }).click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  await page.getByRole('button', { name: 'Undo', includeHidden: true }).first().click({ force: true })
  await expect
    .poll(() => server.sentTo(moveLists).map(({ body }) => body))
    .toEqual([
      { resultIds: [1, 2, 3], folder: 'Fairs' },
      { resultIds: [1, 3], folder: null },
      { resultIds: [2], folder: 'Spring' },
    ])
})

test('an empty name takes a list out of its folder', async () => {
  const server = (await fakeServer().signIn())
    .answer(listFolders, { data: [] })
    .answer(moveLists, { success: true, count: 1, message: '1 list moved out of its folder' })
  await show(<FolderDialog chosen={[list(1, 'Fairs')]} onClose={() => {}} onDone={() => {}} />)
  const folder = page.getByRole('combobox', { name: 'Folder' })
  await expect.element(folder).toHaveValue('Fairs')
  await folder.fill('')
  await page.getByRole('button', { name: 'Move' }).click()
  await expect
    .poll(() => server.sentTo(moveLists).map(({ body }) => body))
    .toEqual([{ resultIds: [1], folder: null }])
})
