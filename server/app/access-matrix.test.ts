import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { API_SCOPES, type ApiScope } from '#contract/core/scopes.ts'
import { login } from '#contract/identity/auth.ts'
import { publishTerms } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { inviteMember } from '#contract/identity/team.ts'
import { allEndpoints } from '#contract/index.ts'
import { erasePerson } from '#contract/privacy/suppression.ts'
import { createUser } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { checkChain } from '#server/modules/core/audit/index.ts'
import { startSession } from '#server/modules/identity/sessions/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { listParts } from '#server/platform/module.ts'
import { createFingerprint } from '#server/testing/access-fingerprint.ts'
import { accountMakers } from '#server/testing/access-makers.ts'
import { aiMakers } from '#server/testing/access-makers-ai.ts'
import { createWorkMakers } from '#server/testing/access-makers-work.ts'
import {
  type Caller,
  type CallRecords,
  type Cell,
  type Line,
  listCells,
  listRecordNames,
} from '#server/testing/access-rules.ts'
import { ACCESS } from '#server/testing/access-table.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createKeyedSource } from '#server/testing/keyed-source.ts'
import { oauthApp } from '#server/testing/oauth-app.ts'
import { gridOfPlaces, overtureFolder } from '#server/testing/overture-base.ts'
import { recordExample } from '#server/testing/record-example.ts'
import { getActor } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** ACCESS_ENDPOINT='webhooks|views.show' restricts the endpoints to names that match the pattern. */
const only = process.env.ACCESS_ENDPOINT ?? ''
const lines = Object.keys(ACCESS)
/** In the order of the lines: what is saved by one is there for the next. */
const endpoints = allEndpoints
  .filter(({ name }) => new RegExp(only).test(name))
  .sort((a, b) => lines.indexOf(a.name) - lines.indexOf(b.name))
if (endpoints.length === 0) throw new Error(`No endpoint matches ACCESS_ENDPOINT=${only}`)

let t: TestApp
let origin: string
let callers: Record<Caller, TestUser | null>
/** API keys of the owner: one with every scope, and one each without a scope. */
let fullKey: { token: string }
const keysWithout = new Map<ApiScope, { token: string }>()
/** A fingerprint of what the owner has. */
let ownersState: () => Promise<string>
/** The last reply of each call to the member who sees only their own lists. */
const shownToOwnLists = new Map<string, string>()
/** The last `ownersState`, while nothing can have changed since. */
let known: string | null = null

/** A key of this user with scopes that it could not create itself, to check its owner's permissions as well. */
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

async function openSession(): Promise<number> {
  const started = { userId: main().id, siteId: null, ip: '127.0.0.1', userAgent: '' }
  const actor = await getActor(t, await startSession(t.app.ctx, started))
  return actor.credential.id
}

async function makeMail(): Promise<number> {
  const secrets = { sign_in_link: 'https://a.example/login', reset_link: 'https://a.example/forgot-password' }
  const mail = { siteId: null, to: email(), template: 'already-registered', variables: {}, secrets } as const
  return transaction(t.app.database.db, () => sendMail(t.app.ctx, mail))
}

type Makers = {
  [K in Exclude<keyof CallRecords, 'list' | 'leads' | 'binnedLead'>]: () =>
    | Promise<CallRecords[K]>
    | CallRecords[K]
}
const work = createWorkMakers(() => ({ t, origin, main: main(), admin: admin() }))

/** Creates the records for calls, one kind at a time; a list comes with its leads. They only add records. */
const MAKERS: Makers = {
  ...work.makers,
  email: () => main().email,
  password: () => main().password,
  session: openSession,
  apiKey: async () => (await apiKey(main(), 'Thing', ['read'])).id,
  appRequest: async () => (await oauthApp(t).begin()).request(),
  mainUser: () => main().id,
  account: () => main().accountId,
  colleague: async () => (await t.member(admin())).id,
  teammate: async () =>
    (await createUser(t.app.ctx, main().accountId, { email: email(), role: 'related' })).id,
  invitation: async () => (await t.call(inviteMember, { body: { email: email() } }, main())).body.data.id,
  mail: makeMail,
  customer: async () => (await t.account()).email,
  erasure: async () =>
    (await t.call(erasePerson, { body: { email: `${randomUUID()}@a.example` } }, main())).body.data.id,
  ...aiMakers(() => ({ t, main: main() })),
  ...accountMakers(() => ({ t, main: main(), customer: callers.customer as TestUser })),
  termsVersion: async () =>
    (await t.call(publishTerms, { body: { title: 'Terms', body: 'Be kind.' } }, admin())).body.data.version,
}

/** Deletes what earlier calls left behind and would reach a limit. Never between a record and a call about it. */
async function clear(): Promise<void> {
  const limited =
    'lead_label label custom_field webhook autopilot fine_tune_version fine_tune lead_view export_template service'
  const statements = limited
    .split(' ')
    .map((table) => `delete from ${table} where account_id = ${main().accountId}`)
  const others = [
    'delete from business_profile',
    "delete from api_key where name in ('Thing', 'Sample Agent')",
  ]
  await t.app.database.pool.query([...statements, ...others].join(';'))
}

async function makeRecords(line: Line): Promise<CallRecords> {
  known = null
  await clear()
  const names = new Set([line, ...(line.after ? [lineOf(line.after)] : [])].flatMap(listRecordNames))
  const records: Record<string, unknown> = {}
  if (['list', 'leads', 'binnedLead'].some((name) => names.delete(name)))
    Object.assign(records, await work.makeList())
  for (const name of names) {
    const make = MAKERS[name as keyof Makers] as (() => unknown) | undefined
    if (!make && !(name in records)) throw new Error(`Nobody makes "${name}"`)
    if (make) records[name] = await make()
  }
  return records as unknown as CallRecords
}

/** One call over a real socket; a stream is closed after its first bytes. */
async function send(
  endpoint: Endpoint,
  input: { params?: object; query?: object; body?: unknown; bytes?: string },
  as: { token: string } | null,
  key?: string,
): Promise<{ status: number; text: string; replayed: boolean }> {
  const stop = new AbortController()
  const body = input.bytes ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const response = await fetch(
    origin + buildPath(endpoint.path, input.params as never, input.query as never),
    {
      method: endpoint.method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && {
          'content-type': input.bytes ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body }),
      signal: stop.signal,
    },
  )
  if (endpoint.kind !== 'stream' || !response.ok)
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.get('idempotency-replayed') === 'true',
    }
  stop.abort()
  return { status: response.status, text: '', replayed: false }
}

beforeAll(async () => {
  // No worker: what a call queues must not change what the next one sees.
  const overtureBase = await overtureFolder('2026-10-21.0', gridOfPlaces({ wide: 2, high: 2 }))
  // No name server there: calls that need DNS report its failure.
  const dnsServers = '127.0.0.1:9'
  t = await testApp({ roles: ['web'], dnsServers, overtureBase, sources: [createKeyedSource().source] })
  origin = await t.listen()
  const main = await t.account({ modules: ['leads', 'ai_suggest'] })
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  callers = {
    nobody: null,
    main,
    member: await t.member(main, { grantedModules: ['leads', 'ai_suggest'] }),
    ownLists: await t.member(main, { grantedModules: ['leads', 'ai_suggest'], ownListsOnly: true }),
    memberWithoutModule: await t.member(main, { grantedModules: [] }),
    withoutModule: await t.account({ modules: ['ai_suggest'] }),
    otherAccount: await t.account(),
    reseller,
    customer: await t.account({ parent: reseller }),
    admin: await t.admin(),
  }
  ownersState = await createFingerprint(t.app.database.pool, main)
  fullKey = await apiKey(main, 'All', API_SCOPES)
  for (const scope of API_SCOPES) {
    const others = API_SCOPES.filter((other) => other !== scope)
    keysWithout.set(scope, await apiKey(main, `Not ${scope}`, others))
  }
})
afterAll(() => t.close())
// One cell of the matrix must not exhaust the rate limit for the next.
beforeEach(() => sql`delete from rate_limit`.execute(t.app.database.db))

/** Calls that end the caller's session, or all others, which the other calls of this table use. */
const ENDS_SESSIONS = new Set(['auth.logout', 'sessions.revokeOthers', 'me.password'])

/** The caller's token: calls that end sessions get a separate one, which remains the caller's unless it ends too. */
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
const endpointOf = (name: string) => allEndpoints.find((endpoint) => endpoint.name === name) as Endpoint

const tokenOf = (endpoint: Endpoint, { caller, key }: Cell) => {
  if (key === 'full') return fullKey
  if (key) return keysWithout.get(key) as { token: string }
  return tokenFor(endpoint, caller)
}

/**
 * Makes the call of a line, and the one before it. `before`: the owner's state between the two, for a quiet call
 * whose caller changes things first; otherwise the last known one.
 */
async function makeCall(endpoint: Endpoint, cell: Cell, records: CallRecords) {
  const line = lineOf(endpoint.name)
  const as = await tokenOf(endpoint, cell)
  if (line.after) known = null
  if (line.after) await send(endpointOf(line.after), lineOf(line.after).input?.(records) ?? {}, as)
  if (cell.quiet) known ??= await ownersState()
  const before = known
  if (!cell.quiet) known = null
  const key = repeatKey(endpoint, cell)
  const input = line.input?.(records) ?? {}
  const answer = await send(endpoint, input, as, key)
  if (endpoint.kind !== 'file' && endpoint.kind !== 'stream')
    recordExample(endpoint, input.body, answer.status, readAnswer(answer).body)
  const repeated = key && answer.status < 300 ? await send(endpoint, input, as, key) : undefined
  return { ...answer, before, repeated }
}

/** A stored reply has its fields in another order. */
const readAnswer = ({ text, ...answer }: { text: string; status: number; replayed: boolean }) => ({
  ...answer,
  body: JSON.parse(text),
})

/** The first who may call it says every call twice, with one Idempotency-Key. */
const repeatKey = (endpoint: Endpoint, { quiet, caller, key }: Cell): string | undefined =>
  endpoint.idempotent && !quiet && !key && callers[caller] ? randomUUID() : undefined

/** What a caller got, beside the expected result; equal if correct. */
function differences(line: Line, cell: Cell, { status, text }: { status: number; text: string }): string[] {
  const found: string[] = []
  if (status !== cell.status) found.push(`${cell.title}: ${status} instead of ${cell.status}: ${text}`)
  else if (cell.refusal && status === 403 && JSON.parse(text).message !== cell.refusal)
    found.push(`${cell.title}: "${JSON.parse(text).message}" instead of "${cell.refusal}"`)
  else if ((line.foreign === 'nothing' || line.foreign === 'ignored') && status < 400) {
    const count = cell.quiet ? 0 : 1
    if (countIn(text) !== count) found.push(`${cell.title}: ${countIn(text)} records instead of ${count}`)
  }
  return found
}

/** Number of records of a call, if its reply says it. */
const countIn = (text: string): number => {
  const { count, data } = JSON.parse(text)
  return count ?? data.marked
}

describe('the access matrix', () => {
  it.skipIf(only)('has a line for every endpoint and none for others', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(allEndpoints.map((endpoint) => endpoint.name).sort())
  })

  it('finds every endpoint mounted exactly once', () => {
    const mounted = listParts(t.app.ctx, (module) => module.routes?.(t.app.ctx)).map(
      (route) => route.endpoint.name,
    )
    expect(mounted.toSorted()).toEqual(allEndpoints.map((endpoint) => endpoint.name).sort())
    for (const { method, path } of allEndpoints)
      expect(t.app.http.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })).toBe(true)
  })

  // Only those who may see the record get a conflict.
  it('makes calls about records that their owner can reach', () => {
    const about = Object.entries(ACCESS).filter(([, { foreign }]) => foreign)
    expect(about.length).toBeGreaterThan(100)
    expect(about.filter(([, { ok }]) => ok >= 300 && ok !== 409).map(([name]) => name)).toEqual([])
  })

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'allows exactly the callers of its line to call %s',
    async (name, endpoint) => {
      const line = lineOf(name)
      const cells = listCells(line)
      const found: string[] = []
      /** Records for callers without access, and then for the first one with access: the owner, if there is one. */
      let shared: CallRecords | null = await makeRecords(line)
      for (const [index, cell] of cells.entries()) {
        const records = shared ?? (await makeRecords(line))
        // What only reads leaves them as they are; a ticket is for one download.
        if (!cell.quiet && (endpoint.method !== 'GET' || 'ticket' in records)) shared = null
        const { before, repeated, ...answer } = await makeCall(endpoint, cell, records)
        found.push(...differences(line, cell, answer))
        if (cell.caller === 'ownLists' && answer.status < 400 && endpoint.access !== 'public')
          shownToOwnLists.set(name, answer.text)
        if (repeated) expect(readAnswer(repeated)).toEqual({ ...readAnswer(answer), replayed: true })
        // One check after all quiet calls, unless the caller changes other things before the next.
        const isLast = !cells[index + 1]?.quiet || line.after || ENDS_SESSIONS.has(name)
        if (!cell.quiet || !isLast) continue
        known = await ownersState()
        if (known !== before) found.push(`${cell.title}, or somebody before: changed what is the owner's`)
      }
      expect(found).toEqual([])
    },
  )
})

describe('a member who sees only their own lists', () => {
  it('is shown no name of other lists and of their leads in any reply', async () => {
    const namesOf = async ({ accountId, id }: TestUser) => {
      const { rows } = await sql<{ name: string | null }>`
        with own as (select id, name from list where account_id = ${accountId} and created_by = ${id})
        select name from own
        union select name from lead where account_id = ${accountId} and list_id in (select id from own)`.execute(
        t.app.database.db,
      )
      return new Set(rows.flatMap(({ name }) => name ?? []))
    }
    const own = await namesOf(callers.ownLists as TestUser)
    // Short ones are words that replies have for other reasons.
    const names = [...(await namesOf(main()))].filter((name) => name.length > 8 && !own.has(name))
    if (!only) expect(names.length).toBeGreaterThan(3)
    const leaks = [...shownToOwnLists].flatMap(([call, text]) =>
      names.filter((name) => text.includes(name)).map((name) => `${call}: ${name}`),
    )
    expect(leaks).toEqual([])
  })
})

describe('the audit log', () => {
  it('contains every action that an endpoint declares, in intact chains', async () => {
    const { db } = t.app.database
    const { rows } = await sql<{ action: string; account_id: number }>`
      select distinct action, account_id from audit_entry`.execute(db)
    const written = new Set(rows.map(({ action }) => action))
    // Calls that need a code from a mail or an app fail in this table; they succeed in their own tests, where a
    // missing entry is a fault too. The same applies to lines about nonexistent records, where nothing changes.
    const nobodys = [
      'auth.forgotPassword',
      'emailVerification.verify',
      'mailBounces.report',
      'mailServer.resume',
      'installation.resume',
    ]
    const succeeding = endpoints.filter(({ name }) => lineOf(name).ok < 400 && !nobodys.includes(name))
    const missing = succeeding.filter(({ audit }) => audit && !written.has(audit))
    if (!only) expect(succeeding.length).toBeGreaterThan(80)
    expect(missing.map(({ name }) => name)).toEqual([])
    for (const accountId of new Set(rows.map((row) => row.account_id)))
      expect(await checkChain(db, accountId)).toMatchObject({ brokenAt: null })
  })
})
