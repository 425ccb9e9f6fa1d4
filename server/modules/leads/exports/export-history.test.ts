import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { download, exportList } from '#contract/core/files.ts'
import { createCustomField, deleteCustomField } from '#contract/leads/custom-fields.ts'
import { createExportTemplate } from '#contract/leads/export-templates.ts'
import { exportHistory, repeatExport } from '#contract/leads/exports.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Input = Omit<z.input<NonNullable<typeof exportList.body>>, 'list_id'>

let t: TestApp
let user: TestUser
let list: { id: number; leadIds: number[] }
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
  list = await seedList(t, user, {
    leads: [
      { values: { name: 'Anna', email: 'anna@a.example', email_state: 'valid' } },
      { values: { name: 'Ben', email: 'ben@a.example', email_state: 'catch_all' } },
      { values: { name: 'Cleo' } },
    ],
  })
})
afterAll(() => t.close())

const fetchFile = async (url: string) =>
  String((await t.call(download, { params: { ticket: url.split('/').at(-1) as string } })).body)
async function exported(request: Input) {
  const { body } = await t.call(exportList, { body: { list_id: list.id, ...request } }, user)
  return { runId: body.data.run_id as number, file: await fetchFile(body.data.url) }
}
const repeat = (id: number, as = user) => t.call(repeatExport, { params: { id } }, as)
const history = async () => (await t.call(exportHistory, { query: { list_id: list.id } }, user)).body

it('lists what each export requested, newest first', async () => {
  const choices = { columns: ['name'], headers: { name: 'Firma' }, format: 'xlsx' as const }
  const made = await t.call(createExportTemplate, { body: { type: 'local', name: 'CRM', choices } }, user)
  await exported({})
  await exported({ columns: ['name'], filters: { search: 'a' }, delta: true })
  await exported({ template_id: made.body.data.id, resultIds: [list.leadIds[0] as number] })
  const { data, total } = await history()
  expect(total).toBe(3)
  expect(data.map(({ choices: reported }) => reported)).toEqual([
    { ...choices, delta: false, template: 'CRM', leads: 'selected', selected: 1 },
    { columns: ['name'], delta: true, template: null, leads: 'filtered', selected: null },
    { delta: false, template: null, leads: 'all', selected: null },
  ])
  expect(data.map(({ state, rows }) => [state, rows])).toEqual([
    ['succeeded', 1],
    ['succeeded', 0],
    ['succeeded', 3],
  ])
  expect(data[0]).toMatchObject({ created_by: 'Test', file: { bytes: expect.any(Number) } })
})

it('repeats an export with the same choices, also when a template or column was deleted', async () => {
  const field = (await t.call(createCustomField, { body: { label: 'Note', kind: 'text' } }, user)).body.data
  const columns = ['name', 'email', field.name]
  const first = await exported({
    columns,
    headers: { name: 'Firma', [field.name]: 'Notiz' },
    email_states: ['valid'],
    other_emails: 'leave_out',
  })
  expect(first.file).toBe('Firma,Email,Notiz\r\nAnna,anna@a.example,\r\n')
  await t.call(deleteCustomField, { params: { id: field.id } }, user)
  const { status, body } = await repeat(first.runId)
  expect([status, body.data.left_out]).toEqual([201, [field.name]])
  expect(await fetchFile(body.data.url)).toBe('Firma,Email\r\nAnna,anna@a.example\r\n')
  const [newest] = (await history()).data
  expect(newest).toMatchObject({ run_id: body.data.run_id, choices: { columns, email_states: ['valid'] } })
})

it('a repeated export keeps the selection of chosen or new leads', async () => {
  const resultIds = list.leadIds.slice(1)
  const { runId } = await exported({ columns: ['name'], resultIds })
  expect(await fetchFile((await repeat(runId)).body.data.url)).toBe('Name\r\nBen\r\nCleo\r\n')
  const onlyNew = await exported({ columns: ['name'], delta: true })
  expect(await fetchFile((await repeat(onlyNew.runId)).body.data.url)).toBe('Name\r\n')
})

it('refuses runs without stored choices, other runs and foreign ones', async () => {
  const { runId } = await exported({})
  const { db } = t.app.database
  await db
    .updateTable('run')
    .set({ input: '{}' as never })
    .where('id', '=', runId)
    .execute()
  expect((await repeat(runId)).body).toMatchObject({ code: 'conflict' })
  expect((await history()).data[0]).toMatchObject({ run_id: runId, choices: null })
  expect((await repeat(999_999)).status).toBe(404)
  expect((await repeat(runId, await t.account())).status).toBe(404)
})
