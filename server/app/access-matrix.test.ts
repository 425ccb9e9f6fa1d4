import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { login } from '#contract/auth.ts'
import { createCustomField, deleteCustomField } from '#contract/custom-fields.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { createExportTemplate } from '#contract/export-templates.ts'
import { createUpload, download, exportList } from '#contract/files.ts'
import { allEndpoints } from '#contract/index.ts'
import { createLabel, deleteLabel } from '#contract/labels.ts'
import { addLeadNote, deleteLeadNote, setLeadStatus } from '#contract/lead-edits.ts'
import { LeadFilters } from '#contract/leads.ts'
import { publishTerms } from '#contract/me.ts'
import { notifications } from '#contract/notifications.ts'
import { API_SCOPES, type ApiScope } from '#contract/scopes.ts'
import { createApiKey } from '#contract/sessions.ts'
import { addSuppressions, suppressions } from '#contract/suppression.ts'
import { inviteMember } from '#contract/team.ts'
import { createLeadView, deleteLeadView } from '#contract/views.ts'
import { checkChain } from '#server/modules/audit/index.ts'
import { finishExportFile, insertExportFile } from '#server/modules/exports/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { accountMakers } from '#server/testing/access-makers.ts'
import { aiMakers } from '#server/testing/access-makers-ai.ts'
import {
  CALLERS,
  type Caller,
  expectedKeyStatus,
  expectedStatus,
  type Line,
  mustNotTouch,
  type Things,
} from '#server/testing/access-rules.ts'
import { ACCESS } from '#server/testing/access-table.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createKeyedSource } from '#server/testing/keyed-source.ts'
import { gridOfPlaces, overtureFolder } from '#server/testing/overture-base.ts'
import { actorOf, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let callers: Record<Caller, TestUser | null>
let untouched: Things
/** API keys of the owner: with every scope, and with every scope but one. */
let fullKey: { token: string }
const keysWithout = new Map<ApiScope, { token: string }>()

const CSV = 'id,name\n1,One\n'
const ADDRESSES = 'email\na@a.example\n'

async function upload(as: TestUser, content: string): Promise<string> {
  const { body } = await t.call(createUpload, { body: { name: 'a.csv', size: content.length } }, as)
  await send(
    { method: 'PUT', path: '/api/uploads/{id}' } as Endpoint,
    { params: { id: body.data.id }, query: { offset: 0 }, bytes: content },
    as,
  )
  return body.data.id
}

/** A key of this user with scopes that it could not make itself: what its owner may must count beside them. */
async function apiKey(user: TestUser, name: string, scopes: readonly ApiScope[]) {
  const body = { name, scopes: ['read' as const], password: user.password }
  const { data } = (await t.call(createApiKey, { body }, user)).body
  await t.app.database.db
    .updateTable('api_key')
    .set({ scopes: [...scopes] })
    .where('id', '=', data.id)
    .execute()
  return { id: data.id, token: data.key }
}

const email = () => `${randomUUID()}@test.example`
const main = () => callers.main as TestUser
const admin = () => callers.admin as TestUser

/** Keys that an earlier call left behind would add up to the limit. */
async function freshKey(): Promise<number> {
  await t.app.database.db
    .deleteFrom('api_key')
    .where('user_id', '=', main().id)
    .where('name', '=', 'Thing')
    .execute()
  return (await apiKey(main(), 'Thing', ['read'])).id
}

async function openSession(): Promise<number> {
  const { sessions } = t.app.modules
  const started = { userId: main().id, siteId: null, ip: '127.0.0.1', userAgent: '' }
  const actor = await actorOf(t, await sessions.start(started))
  return actor.credential.id
}

/** A list with three leads, one of them in the trash. */
async function makeList() {
  const list = await seedList(t, main(), {
    leads: [
      { values: { name: 'A', email: 'a@a.example' } },
      { values: { name: 'B', website: 'https://b.example', domain: 'b.example', city: 'BERLIN' } },
      {},
    ],
  })
  const [binnedLead, ...leads] = list.leadIds.toReversed() as [number, ...number[]]
  await t.app.modules.leads.remove(await actorOf(t, main()), list.id, 'local', { resultIds: [binnedLead] })
  return { list: list.id, leads, binnedLead }
}

async function makeBinnedList(): Promise<number> {
  const { id } = await seedList(t, main())
  await t.app.modules.lists.remove(await actorOf(t, main()), [id])
  return id
}

async function makeRun(
  owner: TestUser,
  kind: 'search' | 'corpus_import' | 'verify' | 'lead_import' | 'account_export',
  input: Record<string, unknown> = {},
) {
  const listId = kind === 'search' ? (await seedList(t, owner)).id : null
  const common = { accountId: owner.accountId, createdBy: owner.id, title: 'x', total: 1 }
  const run = await transaction(t.app.database.db, () =>
    t.app.modules.runs.create({ ...common, kind, listId, input }),
  )
  return run.id
}

async function makeAreaSource(): Promise<number> {
  const { rows } = await sql<{ source_id: number }>`
    with made as (insert into corpus_source (name, licence) values (${randomUUID()}, 'x') returning id)
    insert into corpus_area (source_id, label, boxes)
    select id, 'x', '[{"west":-1,"south":-1,"east":1,"north":1}]' from made returning source_id`.execute(
    t.app.database.db,
  )
  return rows[0]!.source_id
}

async function makeTicket(): Promise<string> {
  const { id } = await seedList(t, main())
  const { body } = await t.call(exportList, { body: { list_id: id } }, main())
  return body.data.url.split('/').at(-1) as string
}

async function makeExport(): Promise<number> {
  const { id } = await seedList(t, main())
  const { body } = await t.call(exportList, { body: { list_id: id } }, main())
  await t.call(download, { params: { ticket: body.data.url.split('/').at(-1) as string } })
  return body.data.run_id as number
}

/** One business in two sources, far from the others: importing the second links them. */
async function makeTwin(): Promise<{ place_id: number; other_id: number }> {
  const name = randomUUID()
  const place = { name, nameKey: name, lat: 0.5, lon: 0.5 }
  await t.places(`one ${name}`, [place])
  await t.places(`two ${name}`, [place])
  return t.app.database.db
    .selectFrom('corpus_link as l')
    .innerJoin('corpus_place as p', 'p.id', 'l.place_id')
    .select(['l.place_id', 'l.other_id'])
    .where('p.name', '=', name)
    .executeTakeFirstOrThrow()
}

async function sendMail(): Promise<number> {
  const secrets = { sign_in_link: 'https://a.example/login', reset_link: 'https://a.example/forgot-password' }
  const mail = { siteId: null, to: email(), template: 'already-registered', variables: {}, secrets } as const
  return transaction(t.app.database.db, () => t.app.modules.mail.send(mail))
}

/** An address of this user's account that was checked. */
async function checkedAddress(user: TestUser): Promise<string> {
  const address = `${randomUUID()}@a.example`
  await sql`insert into email_verification (account_id, address, state, reason)
    values (${user.accountId}, ${address}, 'valid', 'mailbox_accepted')`.execute(t.app.database.db)
  return address
}

/** A finished export of all data of the owner's. */
async function makeAccountExport(): Promise<number> {
  const run = await makeRun(main(), 'account_export')
  const name = `account-export-${run}`
  await mkdir(join(t.dataDir, 'uploads'), { recursive: true })
  await writeFile(join(t.dataDir, 'uploads', name), '.')
  const place = { accountId: main().accountId, runId: run }
  await insertExportFile(t.app.database.db, { ...place, name, filename: 'all-data.tar.gz' })
  await finishExportFile(t.app.database.db, place.accountId, run, 1)
  return run
}

/** A notification of the owner's. */
async function makeNotification(): Promise<number> {
  const { accountId, id } = main()
  const detail = {
    invitation_id: Number.parseInt(randomUUID().slice(0, 8), 16),
    name: 'Bob',
    email: 'bob@a.example',
  }
  await transaction(t.app.database.db, () =>
    t.app.modules.notifications.notify({ accountId, userIds: [id], kind: 'invitation_accepted', detail }),
  )
  return (await t.call(notifications, { query: { limit: 1 } }, main())).body.data[0]?.id as number
}

/** An entry of the owner's suppression list. */
async function makeEntry(): Promise<number> {
  const value = `${randomUUID()}@a.example`
  await t.call(addSuppressions, { body: { values: [value] } }, main())
  return (await t.call(suppressions, { query: { search: value } }, main())).body.data[0]?.id as number
}

/** A view of the owner's own; those that earlier calls left behind would add up to the limit. */
async function makeView(): Promise<number> {
  await t.app.database.db.deleteFrom('lead_view').where('owner_id', '=', main().id).execute()
  const body = { type: 'local' as const, name: randomUUID(), columns: { shown: [{ field: 'name' }] } }
  return (await t.call(createLeadView, { body }, main())).body.data.id
}

async function makeDeletedView(): Promise<number> {
  const id = await makeView()
  await t.call(deleteLeadView, { params: { id } }, main())
  return id
}

async function makeExportTemplate(): Promise<number> {
  await t.app.database.db.deleteFrom('export_template').where('account_id', '=', main().accountId).execute()
  const body = { type: 'local' as const, name: randomUUID(), choices: { columns: ['name'] } }
  return (await t.call(createExportTemplate, { body }, main())).body.data.id
}

async function makeNote(): Promise<number> {
  const { list, leads } = await makeList()
  const params = { type: 'local' as const, id: list, resultId: leads[0] as number }
  return (await t.call(addLeadNote, { params, body: { body: 'Called' } }, main())).body.data.id
}

async function makeDeletedNote(): Promise<number> {
  const id = await makeNote()
  await t.call(deleteLeadNote, { params: { id } }, main())
  return id
}

/** A custom field; those that earlier calls left behind would add up to the limit. */
async function makeCustomField(): Promise<number> {
  await t.app.database.db.deleteFrom('custom_field').where('account_id', '=', main().accountId).execute()
  return (await t.call(createCustomField, { body: { label: randomUUID() } }, main())).body.data.id
}

async function makeDeletedCustomField(): Promise<number> {
  const id = await makeCustomField()
  await t.call(deleteCustomField, { params: { id } }, main())
  return id
}

/** A label with a rule; those that earlier calls left behind would add up to the limit. */
async function makeLabel(): Promise<number> {
  const body = { name: randomUUID(), rule: { type: 'local' as const, filters: LeadFilters.parse({}) } }
  return (await t.call(createLabel, { body }, main())).body.data.id
}

async function makeDeletedLabel(): Promise<number> {
  const id = await makeLabel()
  await t.call(deleteLabel, { params: { id } }, main())
  return id
}

async function dropLabels(): Promise<void> {
  const { db } = t.app.database
  await db.deleteFrom('lead_label').where('account_id', '=', main().accountId).execute()
  await db.deleteFrom('label').where('account_id', '=', main().accountId).execute()
}

async function makeLeadChange(): Promise<{ list: number; token: number }> {
  const { list, leads } = await makeList()
  const body = { selection: { resultIds: leads }, status: 'won' as const }
  const reply = await t.call(setLeadStatus, { params: { type: 'local', id: list }, body }, main())
  return { list, token: reply.body.undo_token as number }
}

type Makers = {
  [K in Exclude<keyof Things, 'list' | 'leads' | 'binnedLead'>]: () => Promise<Things[K]> | Things[K]
}

/** How to make what a call can be about, one thing at a time; a list comes with its leads. */
const MAKERS: Makers = {
  binnedList: makeBinnedList,
  view: makeView,
  deletedView: makeDeletedView,
  exportTemplate: makeExportTemplate,
  note: makeNote,
  deletedNote: makeDeletedNote,
  label: async () => {
    await dropLabels()
    return makeLabel()
  },
  otherLabel: makeLabel,
  deletedLabel: makeDeletedLabel,
  customField: makeCustomField,
  deletedCustomField: makeDeletedCustomField,
  leadChange: makeLeadChange,
  run: () => makeRun(main(), 'search'),
  importRun: () => makeRun(admin(), 'corpus_import'),
  leadImport: () => makeRun(main(), 'lead_import', { columns: ['email'] }),
  twin: makeTwin,
  verifyRun: () => makeRun(main(), 'verify', { file: null }),
  exportRun: makeExport,
  upload: async () =>
    (await t.call(createUpload, { body: { name: 'a.csv', size: CSV.length } }, main())).body.data.id,
  importUpload: () => upload(admin(), CSV),
  areaSource: makeAreaSource,
  addressUpload: () => upload(main(), ADDRESSES),
  ticket: makeTicket,
  checkedAddress: () => checkedAddress(main()),
  email: () => main().email,
  password: () => main().password,
  session: openSession,
  apiKey: freshKey,
  mainUser: () => main().id,
  teammate: async () =>
    (await t.app.modules.accounts.createUser(main().accountId, { email: email(), role: 'related' })).id,
  invitation: async () => (await t.call(inviteMember, { body: { email: email() } }, main())).body.data.id,
  mail: sendMail,
  customer: async () => (await t.account()).email,
  accountExport: makeAccountExport,
  notification: makeNotification,
  suppression: makeEntry,
  ...aiMakers(() => ({ t, main: main() })),
  ...accountMakers(() => ({ t, main: main(), customer: callers.customer as TestUser })),
  termsVersion: async () =>
    (await t.call(publishTerms, { body: { title: 'Terms', body: 'Be kind.' } }, admin())).body.data.version,
}

/** All things, or those with these names; making one costs more than most calls. */
async function makeThings(
  names: ReadonlySet<string> = new Set([...Object.keys(MAKERS), 'list']),
): Promise<Things> {
  known = null
  const ofList = ['list', 'leads', 'binnedLead'].some((name) => names.has(name)) ? await makeList() : {}
  const things: Record<string, unknown> = { ...ofList }
  for (const [name, make] of Object.entries(MAKERS)) if (names.has(name)) things[name] = await make()
  return things as unknown as Things
}

/** The names of the things that the input of a line asks for. */
function thingsOf(line: Line): Set<string> {
  const names = new Set<string>()
  line.input?.(
    new Proxy(untouched, {
      get(target, name) {
        names.add(String(name))
        return Reflect.get(target, name)
      },
    }),
  )
  return names
}

/** One call over a real socket; a stream is left after its first bytes. */
async function send(
  endpoint: Endpoint,
  input: { params?: object; query?: object; body?: unknown; bytes?: string },
  as: { token: string } | null,
): Promise<{ status: number; text: string }> {
  const stop = new AbortController()
  const body = input.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const response = await fetch(
    origin + buildPath(endpoint.path, input.params as never, input.query as never),
    {
      method: endpoint.method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(body !== undefined && {
          'content-type': input.bytes ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body }),
      signal: stop.signal,
    },
  )
  if (endpoint.kind !== 'stream' || !response.ok)
    return { status: response.status, text: await response.text() }
  stop.abort()
  return { status: response.status, text: '' }
}

const TENANT_TABLES = [
  'list',
  'lead',
  'entity',
  'run',
  'history',
  'upload',
  'ticket',
  'quote',
  'ledger',
  'reservation',
  'charge',
  'app_user',
  'invitation',
  'member_cap',
  'email_verification',
  'verification_item',
  'bounce',
  'audit_entry',
  'lead_view',
  'lead_view_choice',
  'export_template',
  'ai_training_item',
  'ai_training_website',
  'autopilot',
  'autopilot_run',
]
/** Columns of tables by user that say what there is; when something was used last changes with every call. */
const PRIVATE_TABLES = {
  session: ['id', 'expires_at', 'revoked_at'],
  api_key: ['id', 'name', 'scopes', 'revoked_at'],
  second_factor: ['secret_sealed', 'enabled_at'],
}

/** What `ownersState` last answered, while nothing can have changed it since. */
let known: string | null = null

/** A fingerprint of everything that the owner has. */
async function ownersState(): Promise<string> {
  const account = (callers.main as TestUser).accountId
  const parts = TENANT_TABLES.map(
    (table) =>
      sql`select ${table}::text || coalesce(string_agg(x::text, e'\n' order by x::text), '') as state from ${sql.table(table)} x where account_id = ${account}`,
  )
  const ofMain = Object.entries(PRIVATE_TABLES).map(([table, columns]) => {
    const values = sql.join(columns.map((column) => sql.ref(`x.${column}`)))
    const userId = (callers.main as TestUser).id
    return sql`select ${table}::text || coalesce(string_agg(row(${values})::text, e'\n' order by row(${values})::text), '') from ${sql.table(table)} x where user_id = ${userId}`
  })
  const { rows } = await sql<{ state: string }>`${sql.join([...parts, ...ofMain], sql` union all `)}`.execute(
    t.app.database.db,
  )
  return rows.map((row) => row.state).join('\n')
}

beforeAll(async () => {
  // No worker: what a call queues must not change what the next one sees.
  const overtureBase = await overtureFolder('2026-10-21.0', gridOfPlaces({ wide: 2, high: 2 }))
  t = await testApp({ roles: ['web'], overtureBase, sources: [createKeyedSource().source] })
  origin = await t.listen()
  const main = await t.account({ modules: ['leads', 'ai_suggest'] })
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  callers = {
    nobody: null,
    main,
    member: await t.member(main, { grantedModules: ['leads', 'ai_suggest'] }),
    memberWithoutModule: await t.member(main, { grantedModules: ['ai_suggest'] }),
    withoutModule: await t.account({ modules: ['ai_suggest'] }),
    otherAccount: await t.account(),
    reseller,
    customer: await t.account({ parent: reseller }),
    admin: await t.admin(),
  }
  untouched = await makeThings()
  fullKey = await apiKey(main, 'All', API_SCOPES)
  for (const scope of API_SCOPES) {
    const others = API_SCOPES.filter((other) => other !== scope)
    keysWithout.set(scope, await apiKey(main, `Not ${scope}`, others))
  }
})
afterAll(() => t.close())
// What one cell of the matrix uses up must not refuse the next.
beforeEach(() => sql`delete from rate_limit`.execute(t.app.database.db))

/** Calls that end sessions: of the call itself, or all others, which the other calls of this table use. */
const ENDS_SESSIONS = new Set(['auth.logout', 'sessions.revokeOthers', 'me.password'])

/** Who calls: calls that end sessions get one of their own, which stays the caller's unless it ends as well. */
async function tokenFor(endpoint: Endpoint, caller: Caller): Promise<{ token: string } | null> {
  const user = callers[caller]
  if (!user || !ENDS_SESSIONS.has(endpoint.name)) return user
  known = null
  const { body } = await t.call(login, { body: { email: user.email, password: user.password } })
  const { token } = body.data.authorisation
  if (endpoint.name !== 'auth.logout') callers[caller] = { ...user, token }
  return { token }
}

const lineOf = (name: string): Line => {
  const line = ACCESS[name]
  if (!line) throw new Error(`${name} has no line in the access table`)
  return line
}
/** Why a key is refused: it never may, it lacks the scope, or its owner may not either. */
function keyRefusal({ scope }: Line, scoped: boolean): string {
  if (!scope) return 'This call needs a person who has signed in'
  return scoped ? 'You are not allowed to do this' : `This API key lacks the scope "${scope}"`
}
const endpointOf = (name: string) => allEndpoints.find((endpoint) => endpoint.name === name) as Endpoint

/** Records for a call: its own where it may change them, or where what others have done to them would show. */
function thingsFor(line: Line, quiet: boolean): Promise<Things> | Things {
  if (line.foreign !== 'private' && (quiet || !line.input?.length)) return untouched
  const before = line.after ? thingsOf(lineOf(line.after)) : []
  return makeThings(new Set([...thingsOf(line), ...before]))
}

/** Makes the call of a line, and the one before it. Answers too what the owner had before and after. */
async function makeCall(endpoint: Endpoint, as: { token: string } | null, quiet: boolean) {
  const line = lineOf(endpoint.name)
  const things = await thingsFor(line, quiet)
  if (line.after) known = null
  if (line.after) await send(endpointOf(line.after), lineOf(line.after).input?.(things) ?? {}, as)
  const before = quiet ? (known ?? (await ownersState())) : ''
  known = null
  const answer = await send(endpoint, line.input?.(things) ?? {}, as)
  const now = quiet ? await ownersState() : ''
  if (quiet) known = now
  return { ...answer, before, now }
}

describe('the access matrix', () => {
  it('has a line for every endpoint and none for others', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(allEndpoints.map((endpoint) => endpoint.name).sort())
  })

  it('finds every endpoint mounted exactly once', () => {
    const mounted = t.app.modules.routes.map((route) => route.endpoint.name)
    expect(mounted.toSorted()).toEqual(allEndpoints.map((endpoint) => endpoint.name).sort())
    for (const { method, path } of allEndpoints)
      expect(t.app.http.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })).toBe(true)
  })

  describe.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    (name, endpoint) => {
      it.each(CALLERS)('called by %s', async (caller) => {
        const line = lineOf(name)
        const quiet = mustNotTouch(line, caller)
        const answer = await makeCall(endpoint, await tokenFor(endpoint, caller), quiet)
        expect(answer.status, answer.text).toBe(expectedStatus(line, caller))
        expect(answer.now).toBe(answer.before)
        if (line.foreign === 'nothing' && answer.status < 400)
          expect(JSON.parse(answer.text).count).toBe(quiet ? 0 : 1)
      })

      it.each(['every scope', 'other scopes only'])('called with an API key of %s', async (which) => {
        const line = lineOf(name)
        const scoped = which === 'every scope'
        const status = expectedKeyStatus(line, scoped)
        const key = scoped ? fullKey : (keysWithout.get(line.scope ?? 'read') as { token: string })
        const answer = await makeCall(endpoint, key, status >= 400)
        expect(answer.status, answer.text).toBe(status)
        expect(answer.now).toBe(answer.before)
        if (status === 403) expect(JSON.parse(answer.text).message).toBe(keyRefusal(line, scoped))
      })
    },
  )
})

describe('the audit log', () => {
  it('holds every action that an endpoint declares, in whole chains', async () => {
    const { db } = t.app.database
    const { rows } = await sql<{ action: string; account_id: number }>`
      select distinct action, account_id from audit_entry`.execute(db)
    const written = new Set(rows.map(({ action }) => action))
    // Those that need a code of a mail or an app fail in this table; their own tests make them succeed, and a success
    // without an entry is a fault there as everywhere.
    // So do the two whose line is about an address that nobody has: there is nothing to change.
    const nobodys = ['auth.forgotPassword', 'emailVerification.verify']
    const succeeding = allEndpoints.filter(({ name }) => lineOf(name).ok < 400 && !nobodys.includes(name))
    const missing = succeeding.filter(({ audit }) => audit && !written.has(audit))
    expect(succeeding.length).toBeGreaterThan(80)
    expect(missing.map(({ name }) => name)).toEqual([])
    for (const accountId of new Set(rows.map((row) => row.account_id)))
      expect(await checkChain(db, accountId)).toMatchObject({ brokenAt: null })
  })
})
