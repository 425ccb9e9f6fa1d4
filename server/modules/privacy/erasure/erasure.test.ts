import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download, exportList } from '#contract/core/files.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { lists } from '#contract/leads/lists.ts'
import { createLeadView } from '#contract/leads/views.ts'
import {
  addSuppressions,
  type Erasure,
  erasePerson,
  erasures,
  previewErasure,
  showErasure,
  suppressions,
} from '#contract/privacy/suppression.ts'
import { reportBounces } from '#contract/prospecting/bounces.ts'
import { startVerification, verifyEmail } from '#contract/prospecting/email-verification.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { checkChain } from '#server/modules/core/audit/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { upload } from '#server/testing/http-call.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let owner: TestUser
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ emailVerifier: createFakeVerifier(() => 'mailbox_accepted') })
  origin = await t.listen()
  owner = await t.account({ credits: 50 })
  admin = await t.admin()
})
afterAll(() => t.close())

const db = () => t.app.database.db

const EMAIL = 'anna.example@acme.example'
const PHONE = '+4930901820'
const PROFILE = 'https://www.linkedin.com/in/anna-example'
const NEEDLES = [EMAIL, PHONE, 'linkedin.com/in/anna-example']

/** Every place in the database and the data folder that contains one of the texts, as `table.column`. */
async function scan(needles = NEEDLES): Promise<string[]> {
  const { rows: columns } = await sql<{ s: string; t: string; c: string }>`
    select c.table_schema as s, c.table_name as t, c.column_name as c
    from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'bytea'))`.execute(db())
  const found: string[] = []
  for (const { s, t: table, c } of columns)
    for (const needle of needles) {
      const text = sql`case when pg_typeof(${sql.ref(c)})::text = 'bytea' then '' else ${sql.ref(c)}::text end`
      const { rows } = await sql`select 1 from ${sql.table(`${s}.${table}`)}
        where position(${needle.toLowerCase()} in replace(lower(${text}), 'joanna', '')) > 0 limit 1`.execute(
        db(),
      )
      if (rows.length > 0) found.push(`${table}.${c}`)
    }
  const folder = t.dataDir
  for (const name of await readdir(folder, { recursive: true })) {
    const bytes = await readFile(join(folder, name), 'utf8').catch(() => '')
    // Joanna's address ends like Anna's and stays.
    const text = bytes.replaceAll('joanna', '')
    if (needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase()))) found.push('file')
  }
  return [...new Set(found)].sort()
}

const person = (more: object = {}) => ({
  values: { name: 'Anna Example', email: EMAIL, phone: PHONE, linkedin_url: PROFILE },
  ...more,
})

async function downloadOf(list_id: number, format: 'csv' | 'xlsx', user: TestUser): Promise<void> {
  const { url } = (await t.call(exportList, { body: { list_id, format } }, user)).body.data
  await t.call(download, { params: { ticket: url.split('/').at(-1) as string } })
}

/** Adds the person wherever the program stores anything about people. */
async function plant(user: TestUser): Promise<{ list: number }> {
  const list = await seedList(t, user, {
    type: 'people',
    leads: [
      person({
        provenance: {
          default: { source: 'website', url: `https://acme.example/${EMAIL}`, method: 'x', confidence: 1 },
        },
      }),
      { values: { name: 'Bo', email: 'joanna.example@acme.example', phone: '+4930901821' } },
    ],
  })
  const body = { custom_search: [{ field: 'email', operator: 'like' as const, value: EMAIL }] }
  expect((await t.call(leads, { params: { type: 'people', id: list.id }, body }, user)).body.total).toBe(2)
  const view = {
    type: 'people' as const,
    name: `For ${EMAIL}`,
    columns: { shown: [{ field: 'name' }] },
    filters: body,
  }
  expect((await t.call(createLeadView, { body: view as never }, user)).status).toBe(201)
  await t.call(verifyEmail, { body: { email: EMAIL } }, user)
  const checked = await t.call(startVerification, { body: { emails: [EMAIL, `Anna <${EMAIL}>`] } }, user)
  await t.finished(checked.body.data.id, user)
  const file = await upload(origin, user, `email\n${EMAIL}\nbo@other.example\n`)
  const read = await t.call(startVerification, { body: { upload_id: file } }, user)
  await t.finished(read.body.data.id, user)
  await t.call(
    reportBounces,
    { body: { bounces: [{ email: EMAIL, reason: `550 <${EMAIL}> unknown` }] } },
    user,
  )
  await downloadOf(list.id, 'csv', user)
  const search = { type: 'people' as const, search: { keywords: EMAIL } }
  await t.call(createQuote, { body: search as never }, user)
  const id = user.accountId
  await sql`insert into mail_message (account_id, recipient, template, variables, state)
    values (${id}, ${EMAIL}, 'confirm', ${JSON.stringify({ to: EMAIL })}, 'sent')`.execute(db())
  await sql`insert into entity (account_id, list_type, entity_key) values (${id}, 'single', ${EMAIL})`.execute(
    db(),
  )
  await sql`insert into found_email (account_id, address, source, kind, state, run_id)
    values (${id}, ${EMAIL}, 'website', 'website', 'valid', ${checked.body.data.id})`.execute(db())
  const report = {
    domain: 'acme.example',
    emails: [
      { value: EMAIL, person: 'Anna Example' },
      { value: 'info@acme.example', person: null },
    ],
    phones: [{ value: PHONE, person: 'Anna Example' }],
    people: [{ name: 'Anna Example', email: EMAIL, phone: PHONE, socials: [PROFILE] }],
  }
  await sql`insert into website_visit (account_id, run_id, domain, list_id, position, state, report)
    values (${id}, ${checked.body.data.id}, 'acme.example', ${list.id}, 1, 'done', ${JSON.stringify(report)})`.execute(
    db(),
  )
  await sql`insert into history (account_id, list_id, event, detail)
    values (${id}, ${list.id}, 'leads.edited', ${JSON.stringify({ from: EMAIL, number: 4930901820 })})`.execute(
    db(),
  )
  const connection = await sql<{ id: number }>`
    insert into crm_connection (account_id, crm, way, label, sealed, remote_account)
    values (${id}, 'ghl', 'token', 'CRM', '', ${String(id)}) returning id`.execute(db())
  await sql`insert into crm_ledger (account_id, connection_id, lead_id, list_id, state, sent)
    values (${id}, ${connection.rows[0]?.id}, ${list.leadIds[0]}, ${list.id}, 'sent',
      ${JSON.stringify({ firstName: 'Anna', city: 'Berlin' })}::jsonb)`.execute(db())
  await t.call(addSuppressions, { body: { values: [PHONE], note: `Asked by ${EMAIL}` } }, user)
  return { list: list.id }
}

type Body = { email?: string; phone?: string; profile?: string }
const start = (as: TestUser, body: Body) => t.call(erasePerson, { body }, as)

/** Erases and waits for the run. @returns the report. */
async function erase(as: TestUser, body: Body): Promise<Erasure> {
  const answer = await start(as, body)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  const { id, run_id } = answer.body.data
  expect(await t.finished(run_id as number, as)).toMatchObject({ kind: 'erasure', state: 'succeeded' })
  return (await t.call(showErasure, { params: { id } }, as)).body.data
}

describe('erasing a person', () => {
  it('leaves nothing of them in the database or on the disk', async () => {
    const { list } = await plant(owner)
    const before = await scan()
    for (const place of [
      'lead.email',
      'lead.provenance',
      'email_verification.address',
      'verification_item.given',
      'bounce.reason',
      'found_email.address',
      'mail_message.recipient',
      'website_visit.report',
      'history.detail',
      'audit_entry.detail',
      'lead_view.filters',
      'entity.entity_key',
      'suppression.value',
      'suppression.note',
      'file',
    ])
      expect(before, before.join(' ')).toContain(place)
    const preview = await t.call(previewErasure, { body: { email: EMAIL } }, owner)
    expect(preview.body.data.removed).toMatchObject({ leads: 1, bounces: 1, found_emails: 1 })

    const { removed, state } = await erase(owner, { email: EMAIL.toUpperCase() })

    expect(state).toBe('succeeded')
    const sent = await sql`select 1 from crm_ledger where account_id = ${owner.accountId}`.execute(db())
    expect(sent.rows).toEqual([])
    expect(removed).toMatchObject({ leads: 1, email_verifications: 1, bounces: 1, mails: 1 })
    expect(await scan()).toEqual([])
    expect(await checkChain(db(), owner.accountId)).toMatchObject({ brokenAt: null })
    const left = await t.call(leads, { params: { type: 'people', id: list }, body: {} }, owner)
    expect(left.body.data.map(({ values }) => values.email)).toEqual(['joanna.example@acme.example'])
    const row = (await t.call(lists, {}, owner)).body.data.find(({ id }) => id === list)
    expect(row).toMatchObject({ total: 1 })
    expect((await t.call(erasures, {}, owner)).body.data[0]?.removed).toEqual(removed)
  })

  it('refuses them from then on, without storing who they were', async () => {
    const second = await seedList(t, owner, {
      type: 'people',
      leads: [person(), { values: { linkedin_url: PROFILE } }],
    })
    expect(second.leadIds).toEqual([undefined, undefined])
    const page = await t.call(suppressions, {}, owner)
    expect(page.body.data.map(({ value }) => value)).toEqual([null, null, null])
    expect((await t.call(verifyEmail, { body: { email: EMAIL } }, owner)).status).toBe(409)
    expect(await scan()).toEqual([])
  })

  it("stays within the owner's accounts; an administrator erases in all, including the corpus", async () => {
    const other = await t.account({ credits: 5 })
    await seedList(t, other, { type: 'people', leads: [{ values: { email: 'otto@else.example' } }] })
    expect((await erase(owner, { email: 'otto@else.example' })).removed).toEqual({})
    expect(await scan(['otto@else.example'])).toContain('lead.email')
    expect((await erase(admin, { email: 'otto@else.example' })).removed).toMatchObject({ leads: 1 })
    expect(await scan(['otto@else.example'])).toEqual([])
  })

  it('deletes the export files that name them, and no others', async () => {
    const user = await t.account()
    const of = (email: string) => seedList(t, user, { type: 'people', leads: [{ values: { email } }] })
    for (const email of ['ines@else.example', 'otto@else.example'])
      await downloadOf((await of(email)).id, 'xlsx', user)
    const { removed } = await erase(user, { email: 'ines@else.example' })
    expect(removed).toMatchObject({ leads: 1, exports: 1 })
  })

  it('refuses a request that names nobody', async () => {
    for (const body of [{ email: 'acme.example' }, { phone: '12' }, { profile: 'https://acme.example' }])
      expect((await start(owner, body)).status).toBe(422)
    expect((await start(owner, {})).status).toBe(422)
  })
})

describe('a missing lead', () => {
  it('is not found', async () => {
    const { id } = await seedList(t, owner, { type: 'people', leads: [{ values: { name: 'X' } }] })
    const params = { type: 'people' as const, id, resultId: 999_999 }
    expect((await t.call(showLead, { params }, owner)).status).toBe(404)
  })
})
