import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pauseInstallation } from '#server/platform/pause.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let folder: string
let t: TestApp
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-page-'))
  t = await testApp({ backups: { folder, hour: 2, keep: 3 } })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await rm(folder, { recursive: true, force: true })
})

const shots = process.env.SHOTS
async function shoot(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  if (!shots) return
  await mkdir(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`) })
}

it('an administrator makes a backup, has it checked, and downloads it', async () => {
  const admin = await t.admin()
  const { page, faults, close } = await openPage(url, { as: admin })
  await page.goto('/admin/backups')
  await page.getByText('No backups yet').waitFor()
  await page.getByText('Backups are not encrypted').waitFor()
  // Before the backup, whose end shows both: alone, the page would find it after a minute.
  await writeFile(join(folder, 'leadwright-2026-01-01T02-00-00Z.tar.gz'), 'damaged')
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  const row = page.getByRole('row', { name: /Not yet.*leadwright-(?!2026-01-01)/ })
  await row.waitFor()
  const old = page.getByRole('row', { name: /leadwright-2026-01-01/ })
  await old.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Check' }).click()
  await old.getByText('Damaged').waitFor()
  await expectAccessible(page)
  await shoot(page, 'backups')
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot(page, 'backups-390')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await shoot(page, 'backups-390-dark')
  await page.setViewportSize({ width: 1280, height: 800 })
  await shoot(page, 'backups-dark')
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await dialog.getByText('Field is required').waitFor()
  await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
  await shoot(page, 'backups-download')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  const kept = join(folder, file.suggestedFilename())
  expect((await readFile(await file.path())).equals(await readFile(kept))).toBe(true)
  expect(faults).toEqual([])
  await close()
})

it('says that a restored server is paused, and starts its work', async () => {
  const client = await t.app.database.pool.connect()
  await pauseInstallation(client)
  client.release()
  const { page, faults, close } = await openPage(url, { as: await t.admin() })
  await page.goto('/admin/backups')
  await page.getByText('The work of this server is paused', { exact: true }).waitFor()
  await expectAccessible(page)
  await shoot(page, 'backups-paused')
  await page.getByRole('button', { name: 'Start work' }).click()
  await shoot(page, 'backups-start')
  await page.getByRole('dialog').getByRole('button', { name: 'Start work' }).click()
  await page.getByText('Work starts').waitFor()
  await expect.poll(() => page.getByText('is paused').count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})
