import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { login } from '#contract/auth.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { createUpload, exportList } from '#contract/files.ts'
import { allEndpoints } from '#contract/index.ts'
import { publishTerms } from '#contract/me.ts'
import { API_SCOPES, type ApiScope } from '#contract/scopes.ts'
import { createApiKey } from '#contract/sessions.ts'
import { inviteMember } from '#contract/team.ts'
import { transaction } from '#server/platform/db/db.ts'
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
import { actorOf, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let callers: Record<Caller, TestUser | null>
let untouched: Things
/** API keys of the main user: with every scope, and with every scope but one. */
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

/** What calls about people can be about. Keys that an earlier call left behind would add up to the limit. */
async function makePeople(main: TestUser, admin: TestUser) {
  const { accounts, sessions, mail } = t.app.modules
  const { db } = t.app.database
  await db.deleteFrom('api_key').where('user_id', '=', main.id).where('name', '=', 'Thing').execute()
  const key = await apiKey(main, 'Thing', ['read'])
  const opened = await sessions.start(db, { userId: main.id, siteId: null, ip: '127.0.0.1', userAgent: '' })
  const session = await actorOf(t, opened)
  const email = `${randomUUID()}@test.example`
  const teammate = await accounts.createUser(main.accountId, { email, role: 'related' })
  const invited = await t.call(inviteMember, { body: { email: `invited-${email}` } }, main)
  const links = { sign_in_link: 'https://a.example/login', reset_link: 'https://a.example/forgot-password' }
  const terms = await t.call(publishTerms, { body: { title: 'Terms', body: 'Be kind.' } }, admin)
  return {
    session: session.credential.id,
    apiKey: key.id,
    mainUser: main.id,
    teammate: teammate.id,
    invitation: invited.body.data.id,
    mail: await transaction(db, (trx) =>
      mail.send(trx, {
        siteId: null,
        to: email,
        template: 'already-registered',
        variables: {},
        secrets: links,
      }),
    ),
    termsVersion: terms.body.data.version,
  }
}

/** An address of this user's account that was checked. */
async function checkedAddress(user: TestUser): Promise<string> {
  const address = `${randomUUID()}@a.example`
  await sql`insert into email_verification (account_id, address, state, reason)
    values (${user.accountId}, ${address}, 'valid', 'mailbox_accepted')`.execute(t.app.database.db)
  return address
}

async function makeThings(): Promise<Things> {
  const main = callers.main as TestUser
  const admin = callers.admin as TestUser
  const { lists, leads, runs } = t.app.modules
  const actor = await actorOf(t, main)
  const list = await seedList(t, main, {
    leads: [
      { values: { name: 'A', email: 'a@a.example' } },
      { values: { name: 'B', website: 'https://b.example', domain: 'b.example' } },
      {},
    ],
  })
  const [binnedLead, ...leadIds] = list.leadIds.toReversed() as [number, ...number[]]
  await leads.remove(actor, list.id, 'local', { resultIds: [binnedLead] })
  const binned = await seedList(t, main)
  await lists.remove(actor, [binned.id])
  const [run, importRun, verifyRun] = await transaction(t.app.database.db, (trx) =>
    Promise.all([
      runs.create(trx, {
        accountId: main.accountId,
        kind: 'search',
        title: 'x',
        listId: list.id,
        input: {},
        total: 1,
        createdBy: main.id,
      }),
      runs.create(trx, {
        accountId: admin.accountId,
        kind: 'corpus_import',
        title: 'x',
        listId: null,
        input: {},
        total: 1,
        createdBy: admin.id,
      }),
      runs.create(trx, {
        accountId: main.accountId,
        kind: 'verify',
        title: 'x',
        listId: null,
        input: { file: null },
        total: 1,
        createdBy: main.id,
      }),
    ]),
  )
  const begun = await t.call(createUpload, { body: { name: 'a.csv', size: CSV.length } }, main)
  const ticket = await t.call(exportList, { body: { list_id: list.id } }, main)
  return {
    list: list.id,
    binnedList: binned.id,
    leads: leadIds,
    binnedLead,
    run: run.id,
    upload: begun.body.data.id,
    ticket: ticket.body.data.url.split('/').at(-1) as string,
    importRun: importRun.id,
    importUpload: await upload(admin, CSV),
    verifyRun: verifyRun.id,
    checkedAddress: await checkedAddress(main),
    addressUpload: await upload(main, ADDRESSES),
    email: main.email,
    password: main.password,
    ...(await makePeople(main, admin)),
  }
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
]
/** Columns of tables by user that say what there is; when something was used last changes with every call. */
const PRIVATE_TABLES = {
  session: ['id', 'expires_at', 'revoked_at'],
  api_key: ['id', 'name', 'scopes', 'revoked_at'],
  second_factor: ['secret_sealed', 'enabled_at'],
}

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
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
  const main = await t.account()
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  callers = {
    nobody: null,
    main,
    member: await t.member(main, { grantedModules: ['leads'] }),
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
const thingsFor = (line: Line, quiet: boolean): Promise<Things> | Things =>
  line.foreign === 'private' || (!quiet && line.input?.length) ? makeThings() : untouched

/** Makes the call of a line, and the one before it. Answers too what the owner had before and after. */
async function makeCall(endpoint: Endpoint, as: { token: string } | null, quiet: boolean) {
  const line = lineOf(endpoint.name)
  const things = await thingsFor(line, quiet)
  if (line.after) await send(endpointOf(line.after), lineOf(line.after).input?.(things) ?? {}, as)
  const before = quiet ? await ownersState() : ''
  const answer = await send(endpoint, line.input?.(things) ?? {}, as)
  return { ...answer, before, now: quiet ? await ownersState() : '' }
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
