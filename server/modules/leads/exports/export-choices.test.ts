import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { download, exportedEmails, exportList } from '#contract/core/files.ts'
import { createCustomField, deleteCustomField } from '#contract/leads/custom-fields.ts'
import {
  changeExportTemplate,
  createExportTemplate,
  deleteExportTemplate,
  exportTemplates,
} from '#contract/leads/export-templates.ts'
import { leads } from '#contract/leads/leads.ts'
import { mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import { addLeads, upsertEntities } from '#server/modules/leads/leads/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Input = Omit<z.input<NonNullable<typeof exportList.body>>, 'list_id'>

let t: TestApp
let origin: string
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
  user = await t.account()
})
afterAll(() => t.close())

const named = (...names: string[]): SeedLead[] => names.map((name) => ({ values: { name } }))
const ticketFor = (id: number, request: Input, by = user) =>
  t.call(exportList, { body: { list_id: id, ...request } }, by)
const ticketOf = (url: string) => url.split('/').at(-1) as string
async function linesOf(id: number, request: Input, by = user): Promise<string[]> {
  const ticket = await ticketFor(id, { columns: ['name'], ...request }, by)
  expect(ticket.status).toBe(201)
  const file = await t.call(download, { params: { ticket: ticketOf(ticket.body.data.url) } })
  return String(file.body).split('\r\n').slice(1, -1)
}

/** Adds leads to a list, in the caller's transaction. */
async function add(listId: number, ...names: string[]): Promise<void> {
  const keys = names.map((name) => `added-${listId}-${name}`)
  const entities = await upsertEntities(t.app.ctx.db, user.accountId, 'local', keys)
  const rows = names.map((name, index) => ({
    entityId: entities.get(keys[index] as string) as number,
    values: { name },
    provenance: { default: { source: 'test', method: 'by hand', confidence: 1 } },
    source: 'test',
    isSample: false,
  }))
  await addLeads(t.app.ctx, { accountId: user.accountId, listId, runId: null }, rows)
}

it('counts the emails of an export by state: of all, of chosen and of new leads', async () => {
  const { id } = await seedList(t, user, {
    leads: [
      { values: { name: 'a', email: 'a@shop.example', email_state: 'valid' } },
      { values: { name: 'b', email: 'b@shop.example' } },
      { values: { name: 'c', email: 'c@shop.example', email_state: 'unknown' } },
      { values: { name: 'd' } },
    ],
  })
  const count = async (request: Partial<Input>) =>
    (await t.call(exportedEmails, { body: { list_id: id, ...request } }, user)).body.data
  expect(await count({})).toEqual({ leads: 4, emails: 3, states: { valid: 1, unknown: 2 } })
  const { body } = await t.call(leads, { params: { type: 'local', id }, body: { search: 'c@' } }, user)
  const resultIds = body.data.map((lead) => lead.id)
  expect(await count({ resultIds })).toEqual({ leads: 1, emails: 1, states: { unknown: 1 } })
  await linesOf(id, { resultIds })
  expect(await count({ delta: true })).toEqual({ leads: 3, emails: 2, states: { valid: 1, unknown: 1 } })
  const other = await t.account()
  expect((await t.call(exportedEmails, { body: { list_id: id } }, other)).status).toBe(404)
})

describe('a workbook', () => {
  it('contains the rows as texts and numbers, under the chosen names', async () => {
    const { id } = await seedList(t, user, {
      leads: [{ values: { name: '=cmd|calc', phone: '+49 89 1234', lat: -3.5 } }],
    })
    const columns = ['name', 'phone', 'lat']
    const { body } = await ticketFor(id, { columns, format: 'xlsx', headers: { name: '=Firma' } })
    expect(body.data.filename).toBe('Seeded.xlsx')
    const file = await fetch(`${origin}${body.data.url}`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    const parts = unzipSync(new Uint8Array(await file.arrayBuffer()))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array)
    expect(
      [...sheet.matchAll(/<c r="(\w+)"(?: s="1")?(?: t="(\w+)")?>.*?(?:<t[^>]*>|<v>)(.*?)</g)].map((m) =>
        m.slice(1),
      ),
    ).toEqual([
      ['A1', 'inlineStr', '=Firma'],
      ['B1', 'inlineStr', 'Phone'],
      ['C1', 'inlineStr', 'Latitude'],
      ['A2', 'inlineStr', '=cmd|calc'],
      ['B2', 'inlineStr', '+49 89 1234'],
      ['C2', undefined, '-3.5'],
    ])
    expect(sheet).not.toContain('<f>')
  })

  it('refuses names for columns that are not in the file', async () => {
    const { id } = await seedList(t, user, { leads: named('a') })
    const { error } = await ticketFor(id, { columns: ['name'], headers: { phone: 'x' } })
    expect(error).toMatchObject({
      code: 'validation_failed',
      fields: { 'headers.phone': expect.any(String) },
    })
  })
})

describe('new leads', () => {
  it('are those in no file of the same person and list, per person', async () => {
    const { id } = await seedList(t, user, { leads: named('a', 'b') })
    const member = await t.member(user)
    expect(await linesOf(id, { filters: { search: 'a' } })).toEqual(['a'])
    expect(await linesOf(id, { delta: true })).toEqual(['b'])
    expect(await linesOf(id, { delta: true })).toEqual([])
    expect(await linesOf(id, { delta: true }, member)).toEqual(['a', 'b'])
    await add(id, 'c')
    expect((await ticketFor(id, { delta: true })).body.data.total).toBe(1)
    expect(await linesOf(id, { delta: true })).toEqual(['c'])
  })

  it('are found among thousands of downloaded ones', async () => {
    const names = Array.from({ length: 2100 }, (_, index) => `lead ${index}`)
    const { id, leadIds } = await seedList(t, user, { leads: named(...names) })
    const odd = leadIds.filter((_, index) => index % 2 === 1)
    expect(await linesOf(id, { resultIds: odd })).toHaveLength(1050)
    expect(await linesOf(id, { delta: true })).toEqual(names.filter((_, index) => index % 2 === 0))
    expect(await linesOf(id, { delta: true })).toEqual([])
  })

  it('do not include a lead with which a downloaded one was merged', async () => {
    const { id, leadIds } = await seedList(t, user, { leads: named('kept', 'downloaded', 'new') })
    const [keep, merge] = leadIds as [number, number, number]
    await linesOf(id, { filters: { search: 'downloaded' } })
    await t.call(
      mergeListDuplicates,
      { params: { type: 'local', id }, body: { groups: [{ keep, merge: [merge] }] } },
      user,
    )
    expect(await linesOf(id, { delta: true })).toEqual(['new'])
  })

  it('include a lead whose transaction was open during the last download', async () => {
    const { id } = await seedList(t, user, { leads: named('a') })
    const { url } = (await ticketFor(id, { columns: ['name'] })).body.data
    await transaction(t.app.database.db, async () => {
      await add(id, 'late')
      expect(await (await fetch(`${origin}${url}`)).text()).toBe('Name\r\na\r\n')
    })
    expect(await linesOf(id, { delta: true })).toEqual(['late'])
  })

  it('are all leads again when the download was interrupted', async () => {
    const leads = Array.from({ length: 300 }, (_, index) => ({
      values: { name: `${index} ${'x'.repeat(100_000)}` },
    }))
    const { id } = await seedList(t, user, { leads })
    const { url } = (await ticketFor(id, {})).body.data
    const stop = new AbortController()
    const response = await fetch(`${origin}${url}`, { signal: stop.signal })
    await response.body!.getReader().read()
    stop.abort()
    await expect
      .poll(async () => {
        const rows = await t.app.database.db
          .selectFrom('run')
          .select('state')
          .where('list_id', '=', id)
          .execute()
        return rows.map(({ state }) => state)
      })
      .toEqual(['cancelled'])
    expect((await ticketFor(id, { delta: true })).body.data.total).toBe(300)
  })
})

it('writes only emails in the requested states', async () => {
  const values = { valid: 'a@x.example', catch_all: 'b@x.example' }
  const { id } = await seedList(t, user, {
    leads: [
      ...Object.entries(values).map(([email_state, email]) => ({
        values: { name: email_state, email, email_state },
      })),
      { values: { name: 'unchecked', email: 'c@x.example' } },
      { values: { name: 'none' } },
    ],
  })
  const columns = ['name', 'email']
  const everything = ['valid,a@x.example', 'catch_all,b@x.example', 'unchecked,c@x.example', 'none,']
  expect(await linesOf(id, { columns })).toEqual(everything)
  expect(await linesOf(id, { columns, email_states: ['valid'] })).toEqual([
    'valid,a@x.example',
    'catch_all,',
    'unchecked,',
    'none,',
  ])
  expect(
    await linesOf(id, { columns, email_states: ['valid', 'unknown'], other_emails: 'leave_out' }),
  ).toEqual(['valid,a@x.example', 'unchecked,c@x.example'])
})

describe('a template', () => {
  it('names columns and their order, and reports missing ones', async () => {
    const field = await t.call(createCustomField, { body: { label: 'Budget' } }, user)
    const { id: fieldId, name } = field.body.data
    const choices = { columns: ['city', name, 'name'], headers: { city: 'Ort', [name]: 'Etat' } }
    const made = await t.call(createExportTemplate, { body: { type: 'local', name: 'CRM', choices } }, user)
    expect(made.status).toBe(201)
    const second = await t.call(createExportTemplate, { body: { type: 'local', name: 'crm', choices } }, user)
    expect(second.error).toMatchObject({ code: 'conflict' })
    await t.call(deleteCustomField, { params: { id: fieldId } }, user)
    const { id } = await seedList(t, user, { leads: named('a') })
    const { body } = await ticketFor(id, { template_id: made.body.data.id })
    expect(body.data.left_out).toEqual([name])
    const file = await t.call(download, { params: { ticket: ticketOf(body.data.url) } })
    expect(file.body).toBe('Ort,Name\r\n,a\r\n')
    expect(await linesOf(id, { template_id: made.body.data.id, columns: ['name'] })).toEqual(['a'])
  })

  it('is used by others only when shared, and changed by its owner', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    const body = { type: 'local' as const, name: 'Mine', choices: {} }
    const { id } = (await t.call(createExportTemplate, { body }, owner)).body.data
    const seen = async () => (await t.call(exportTemplates, { query: { type: 'local' } }, member)).body.data
    expect(await seen()).toEqual([])
    const hidden = await t.call(changeExportTemplate, { params: { id }, body: { name: 'x' } }, member)
    expect(hidden.status).toBe(404)
    await t.call(changeExportTemplate, { params: { id }, body: { is_shared: true, name: 'Ours' } }, owner)
    expect(await seen()).toMatchObject([{ name: 'Ours', is_mine: false, can: { edit: false } }])
    const refused = await t.call(changeExportTemplate, { params: { id }, body: { name: 'x' } }, member)
    expect(refused.status).toBe(403)
    expect((await t.call(deleteExportTemplate, { params: { id } }, owner)).status).toBe(200)
    expect(await seen()).toEqual([])
  })
})
