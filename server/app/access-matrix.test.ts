import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/auth.ts'
import { buildPath, type Endpoint } from '#contract/endpoint.ts'
import { createUpload, exportList } from '#contract/files.ts'
import { allEndpoints } from '#contract/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  ACCESS,
  CALLERS,
  type Caller,
  expectedStatus,
  mustNotTouch,
  type Things,
} from '#server/testing/access-table.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { actorOf, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let callers: Record<Caller, TestUser | null>
let untouched: Things

const CSV = 'id,name\n1,One\n'

async function upload(as: TestUser, content: string): Promise<string> {
  const { body } = await t.call(createUpload, { body: { name: 'a.csv', size: content.length } }, as)
  await send(
    { method: 'PUT', path: '/api/uploads/{id}' } as Endpoint,
    { params: { id: body.data.id }, query: { offset: 0 }, bytes: content },
    as,
  )
  return body.data.id
}

async function makeThings(): Promise<Things> {
  const main = callers.main as TestUser
  const admin = callers.admin as TestUser
  const { lists, leads, runs } = t.app.modules
  const actor = await actorOf(t, main)
  const list = await seedList(t, main, { leads: [{ values: { name: 'A' } }, { values: { name: 'B' } }, {}] })
  const [binnedLead, ...leadIds] = list.leadIds.toReversed() as [number, ...number[]]
  await leads.remove(actor, list.id, 'local', { resultIds: [binnedLead] })
  const binned = await seedList(t, main)
  await lists.remove(actor, [binned.id])
  const [run, importRun] = await transaction(t.app.database.db, (trx) =>
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
    email: main.email,
    password: main.password,
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
  if (endpoint.kind !== 'stream') return { status: response.status, text: await response.text() }
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
]

/** A fingerprint of everything that the owner has. */
async function ownersState(): Promise<string> {
  const account = (callers.main as TestUser).accountId
  const parts = TENANT_TABLES.map(
    (table) =>
      sql`select ${table}::text || coalesce(string_agg(x::text, e'\n' order by x::text), '') as state from ${sql.table(table)} x where account_id = ${account}`,
  )
  const { rows } = await sql<{ state: string }>`${sql.join(parts, sql` union all `)}`.execute(
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
})
afterAll(() => t.close())

/** Signing out ends the session of the call, so it gets one of its own. */
async function tokenFor(endpoint: Endpoint, user: TestUser | null): Promise<{ token: string } | null> {
  if (!user || endpoint.name !== 'auth.logout') return user
  const { body } = await t.call(login, { body: { email: user.email, password: user.password } })
  return { token: body.data.authorisation.token }
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
        const line = ACCESS[name]
        if (!line) throw new Error(`${name} has no line in the access table`)
        const quiet = mustNotTouch(line, caller)
        // A call whose input looks at no record needs none of its own.
        const things = quiet || !line.input?.length ? untouched : await makeThings()
        const as = await tokenFor(endpoint, callers[caller])
        const before = quiet ? await ownersState() : ''
        const answer = await send(endpoint, line.input?.(things) ?? {}, as)
        expect(answer.status, answer.text).toBe(expectedStatus(line, caller))
        if (quiet) expect(await ownersState()).toBe(before)
        if (quiet && answer.status < 400) expect(JSON.parse(answer.text).count).toBe(0)
        else if (line.foreign === 'nothing' && answer.status < 400)
          expect(JSON.parse(answer.text).count).toBe(1)
      })
    },
  )
})
