import { afterAll, beforeAll, expect, it } from 'vitest'
import { download, exportList } from '#contract/core/files.ts'
import { accountExportTicket, startAccountExport } from '#contract/privacy/account-export.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('a ticket for an archive is not one for another stored export', async () => {
  const owner = await t.account()
  const list = await seedList(t, owner, { leads: [{ values: { name: 'Ann' } }] })
  const exported = (await t.call(exportList, { body: { list_id: list.id, format: 'xlsx' } }, owner)).body.data
  await t.call(download, { params: { ticket: exported.url.split('/').at(-1) as string } })
  const archive = (await t.call(startAccountExport, {}, owner)).body.data
  await t.finished(archive.id, owner)
  const statusOf = async (id: number) => (await t.call(accountExportTicket, { params: { id } }, owner)).status
  expect(await statusOf(archive.id)).toBe(201)
  expect(await statusOf(exported.run_id as number)).toBe(404)
})
