import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { runs } from '#contract/activity/runs.ts'
import { openAiKey } from '#contract/ai/open-ai.ts'
import { exportList, showUpload } from '#contract/core/files.ts'
import { login, loginSecondFactor } from '#contract/identity/auth.ts'
import { me, terms } from '#contract/identity/me.ts'
import { apiKeys } from '#contract/identity/sessions.ts'
import { team } from '#contract/identity/team.ts'
import { deleteLeads, leads, restoreLeads } from '#contract/leads/leads.ts'
import { lists } from '#contract/leads/lists.ts'
import { bounces } from '#contract/prospecting/bounces.ts'
import { showVerification } from '#contract/prospecting/email-verification.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { signIn } from '#server/testing/http-call.ts'
import { sampleCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import {
  type OldFacts,
  type Row,
  readTables,
  writeOldDataFolder,
} from '#server/testing/upgrade/old-data-folder.ts'

/** Codes expire after 30 minutes; one_time_code replaced them, and users request a new one. */
const REPLACED_TABLES = ['verification']
/** Columns changed by a migration on purpose. */
const CHANGED_COLUMNS: Record<string, string[]> = {
  account: ['support_open_ai_api_key'],
  app_user: ['open_ai_api_key_sealed'],
  plan_version: ['support_open_ai_api_key'],
  run: ['counts'],
  // Now last_active_at; access with old sessions is checked below.
  session: ['last_seen_at'],
}

/** Engagement rates of sample leads became fractions. */
function asFraction(row: Row): Row {
  const { engagement_rate: rate, ...fields } = (row.fields ?? {}) as Record<string, unknown>
  if (row.source !== 'sample' || typeof rate !== 'number') return row
  const changed = Object.keys(row.fields as object).map((name) => [
    name,
    name === 'engagement_rate' ? Number((rate / 100).toPrecision(12)) : fields[name],
  ])
  return { ...row, fields: Object.fromEntries(changed) }
}
/** Rows in which a migration changed single values on purpose. */
/** Error reports lose the network address. */
const withoutIp = (row: Row): Row => ({ ...row, ip: null })
const CONVERTED: Record<string, (row: Row) => Row> = { lead: asFraction, app_error: withoutIp }

let database: TestDatabase
let dataDir: string
let websites: SampleWebsites
let smtp: FakeSmtp
let t: TestApp
let old: OldFacts
let customer: TestUser
let oldToken: string
let before: Map<string, Row[]>
let after: Map<string, Row[]>

async function onDatabase(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** Seven leads of a list as downloaded by their owner, in the table of that time. */
async function recordOldExport(listId: number, userId: number): Promise<void> {
  await migrate(database.url, { to: '0148_source_retention' })
  await onDatabase(
    `insert into exported_lead (account_id, list_id, user_id, entity_id, run_id)
    select account_id, list_id, $2, entity_id, 1 from lead where list_id = $1 and deleted_at is null order by id limit 7`,
    [listId, userId],
  )
}

const emptyDatabase = () =>
  onDatabase('drop schema public cascade; drop schema pgboss cascade; create schema public')

beforeAll(async () => {
  database = await createTestDatabase()
  await emptyDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'test-upgrade-'))
  old = await writeOldDataFolder(database.url, dataDir)
  before = await readTables(database.url)
  await recordOldExport(old.lists.local, old.customer.id)
  await migrate(database.url)
  after = await readTables(database.url)
  // It never replied under the old version, so a run was in progress when that stopped.
  websites = await startSampleWebsites({ 'stuck.example': sampleCompany('stuck.example') })
  const openAi = { baseUrl: 'http://127.0.0.1:9/v1', key: 'k', model: 'm' }
  smtp = await startFakeSmtp({ rcpt: {} })
  const outside = { openAi, hostMap: websites.hostMap, mxMap: `stuck.example=${smtp.address}` }
  t = await testApp({ databaseUrl: database.url, dataDir, crawl: { delayMs: 0 }, ...outside })
  const { email, password, token } = old.customer
  const signedIn = await signIn(t.call, { email, password })
  customer = { ...old.customer, ...signedIn }
  oldToken = token
})
afterAll(async () => {
  await t?.close()
  await Promise.all([websites?.close(), smtp?.close()])
  await database?.drop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

describe('data stored by 4d22e14, after an upgrade', () => {
  it('is unchanged in the tables, row by row', () => {
    expect(before.size).toBeGreaterThan(30)
    for (const [table, rows] of before) {
      if (REPLACED_TABLES.includes(table)) continue
      const changed = CHANGED_COLUMNS[table] ?? []
      const sameColumns = Object.keys(rows[0] ?? {}).filter((column) => !changed.includes(column))
      const values = (row: Row) => JSON.stringify(sameColumns.map((column) => row[column]))
      expect((after.get(table) ?? []).map(values).sort(), table).toEqual(
        rows.map((row) => values(CONVERTED[table]?.(row) ?? row)).sort(),
      )
    }
  })

  it('shows the lists with their leads, the archive and the trash', async () => {
    const show = async (view: 'active' | 'archived' | 'bin') => {
      const { body } = await t.call(lists, { query: { view } }, customer)
      return Object.fromEntries(body.data.map((list) => [list.name, list.total]))
    }
    expect(await show('active')).toMatchObject({
      'Breweries near Portland': 26,
      'Acme addresses': 5,
      'Sample people': 8,
      'Their people': 9,
    })
    expect(await show('archived')).toEqual({ 'Influencers, renämed': 6 })
    expect(await show('bin')).toEqual({ 'In the trash': 2 })
  })

  it('knows which leads were exported', async () => {
    const body = { list_id: old.lists.local, columns: ['name'], delta: true }
    expect((await t.call(exportList, { body }, customer)).body.data.total).toBe(26 - 7)
  })

  it('shows leads with values, sources and found emails, and restores deleted ones', async () => {
    const params = { type: 'local', id: old.lists.local } as const
    const found = await t.call(leads, { params, body: { search: 'Nº 29', limit: 200 } }, customer)
    expect(found.body.data[0]).toMatchObject({
      values: { name: 'Café Nº 29', city: 'Portland', region: 'Oregon', phone: '+12025550129' },
    })
    const active = await t.call(leads, { params, body: { limit: 200 } }, customer)
    expect(active.body.total).toBe(26)
    const deleted = await t.call(leads, { params, body: { view: 'bin', limit: 200 } }, customer)
    const resultIds = deleted.body.data.map((lead) => lead.id)
    const restored = await t.call(restoreLeads, { params, body: { resultIds } }, customer)
    expect(restored.body.count, JSON.stringify(restored.error)).toBe(4)
    const all = await t.call(leads, { params, body: { limit: 200 } }, customer)
    const emails = all.body.data.map((lead) => lead.values.email).filter(Boolean)
    expect(emails.sort()).toEqual(['info@acme.example', 'info@birch.example', 'info@cedar.example'])
    const second = await t.call(deleteLeads, { params, body: { resultIds } }, customer)
    expect(second.body.count).toBe(4)
  })

  it('shows credits, transactions, bounces and transcripts of mail servers', async () => {
    const lines = await t.call(ledger, { query: { limit: 200 } }, customer)
    const ids = new Set(lines.body.data.map((line) => line.id))
    const stored = (before.get('ledger') ?? []).filter((line) => line.account_id === customer.accountId)
    expect(stored.length).toBeGreaterThan(40)
    expect(stored.filter((line) => !ids.has(line.id as number))).toEqual([])
    const credits = await t.call(userLimits, {}, customer)
    expect(credits.body.data).toMatchObject({ spent: 35, low_balance: false })
    const reported = await t.call(bounces, {}, customer)
    expect(reported.body.data).toMatchObject([{ email: 'info@acme.example', kind: 'hard', refunded: 1 }])
    const params = { email: 'anna.berger@birch.example' }
    const checked = await t.call(showVerification, { params }, customer)
    expect(checked.body.data).toMatchObject({ state: 'valid', tries: 1 })
    expect(checked.body.data.transcript.length).toBeGreaterThan(5)
  })

  it("still signs everyone in: sessions, keys, recovery codes, a member and a reseller's customer", async () => {
    const stillIn = await t.call(me, {}, { token: oldToken })
    expect(stillIn.body.data).toMatchObject({ first_name: 'Ünal', last_name: "O'Neil" })
    expect(stillIn.body.data.account).toMatchObject({ name: 'Birch & Söhne', time_zone: 'Europe/Berlin' })
    expect((await t.call(lists, {}, { token: old.apiKey })).status).toBe(200)
    expect((await t.call(apiKeys, {}, customer)).body.data).toMatchObject([{ name: 'Nightly export' }])
    for (const user of [old.admin, old.below, old.member])
      expect((await t.call(login, { body: user })).status, user.email).toBe(200)
    const { email, password, recovery } = old.reseller
    const requested = await t.call(login, { body: { email, password } })
    const { challenge } = (requested.error as unknown as { details: { challenge: string } }).details
    const body = { challenge, code: recovery[0] as string }
    expect((await t.call(loginSecondFactor, { body })).status).toBe(200)
    const { members, invitations } = (await t.call(team, {}, customer)).body.data
    expect(members).toContainEqual(expect.objectContaining({ first_name: 'Mia', monthly_credit_cap: 70 }))
    expect(invitations).toMatchObject([{ email: 'open@member.example', state: 'pending' }])
  })

  it('keeps terms, data sources and files', async () => {
    expect((await t.call(terms, {})).body.data).toMatchObject({ version: 1, title: 'Terms of use' })
    const admin = await signIn(t.call, old.admin)
    const sources = await t.call(corpusSources, {}, admin)
    expect(sources.body.data).toContainEqual(
      expect.objectContaining({ name: 'Invented register', licence: 'CC-BY-4.0' }),
    )
    const file = (before.get('upload') ?? []).find((upload) => upload.name === 'left.csv') as { id: string }
    const upload = await t.call(showUpload, { params: { id: file.id } }, customer)
    expect(upload.body.data).toMatchObject({ name: 'left.csv', complete: true })
    expect(await readFile(join(dataDir, 'uploads', file.id), 'utf8')).toBe('email\nx@acme.example\n')
  })

  it('ends the interrupted run once and settles its credits', async () => {
    const shown = await t.call(runs, { query: { limit: 200 } }, customer)
    expect(shown.body.data.map((run) => run.kind)).toEqual(
      expect.arrayContaining(['search', 'find_emails', 'get_employees', 'verify', 'export']),
    )
    const ended = await t.finished(old.openRun, customer)
    expect(ended, JSON.stringify(ended.error)).toMatchObject({ state: 'succeeded', reserved: 0 })
    const params = { type: 'single', id: old.lists.open } as const
    const found = await t.call(leads, { params, body: { limit: 200 } }, customer)
    const domains = new Set(found.body.data.map((lead) => lead.values.domain))
    expect([...domains].sort()).toEqual(['cedar.example', 'stuck.example'])
    await expectSettledBooks(t.app.database.db, customer.accountId)
  })

  it("gives every customer the platform's model", async () => {
    const shown = await t.call(openAiKey, {}, customer)
    expect(shown.body.data).toMatchObject({ level: 'platform', provider: 'openai', key_missing: false })
  })
})
