import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { run as showRun } from '#contract/activity/runs.ts'
import { download, exportList } from '#contract/core/files.ts'
import { deleteLeads } from '#contract/leads/leads.ts'
import { renameList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

type Input = Omit<z.input<NonNullable<typeof exportList.body>>, 'list_id'>

let t: TestApp
let user: TestUser
let list: { id: number; leadIds: number[] }

const observed_at = '2026-01-02T03:04:05.000Z'
const LEADS: SeedLead[] = [
  {
    values: {
      name: '=cmd|calc',
      phone: '+49 89 1234',
      country: 'DE',
      category: 'craft/brewery',
      lat: -3.5,
      distance_km: -1,
    },
    provenance: {
      default: { source: '=bad()', method: 'x', confidence: 1, observed_at },
      fields: { phone: { source: 'site', method: 'y', confidence: 1 } },
    },
  },
  { values: { name: 'Comma, "Quote"\nLine', phone: '-1', city: ' padded ', first_name: '@Ann' } },
  { values: { name: "'=already", email: '+a@b.example', country: 'US' } },
  { values: { name: 'Ünï 漢字 😀' } },
]

beforeAll(async () => {
  t = await testApp()
  user = await t.account()
  list = await seedList(t, user, { leads: LEADS })
})
afterAll(() => t.close())

const ticketFor = (request: Input, id = list.id) =>
  t.call(exportList, { body: { list_id: id, ...request } }, user)
const ticketOf = (answer: Awaited<ReturnType<typeof ticketFor>>) =>
  answer.body.data.url.split('/').at(-1) as string
const fetchFile = (ticket: string) => t.call(download, { params: { ticket } })
async function fileOf(request: Input): Promise<string> {
  const ticket = await ticketFor(request)
  expect(ticket.status).toBe(201)
  return String((await fetchFile(ticketOf(ticket))).body)
}
const stateOf = async (id: number) => (await t.call(showRun, { params: { id } }, user)).body.data

describe('an export', () => {
  it('escapes formulas in text and leaves phones, numbers and its own escape readable', async () => {
    const columns = [
      'name',
      'phone',
      'email',
      'lat',
      'distance_km',
      'city',
      'first_name',
      'country',
      'category',
    ]
    expect(await fileOf({ columns })).toBe(
      [
        'Name,Phone,Email,Latitude,Distance (km),City,First name,Country,Category',
        `'=cmd|calc,+49 89 1234,,-3.5,-1,,,Germany,Craft Brewery`,
        `"Comma, ""Quote""\nLine",-1,,,," padded ",'@Ann,,`,
        `''=already,,'+a@b.example,,,,,United States,`,
        'Ünï 漢字 😀,,,,,,,,',
        '',
      ].join('\r\n'),
    )
  })

  it('adds source and date of every value on request', async () => {
    const [header, first, second] = (await fileOf({ columns: ['name', 'phone'], provenance: true })).split(
      '\r\n',
    )
    expect([header, first]).toEqual([
      'Name,Name source,Name date,Phone,Phone source,Phone date,Data licence,Data attribution',
      `'=cmd|calc,'=bad(),${observed_at},+49 89 1234,site,,,'=bad()`,
    ])
    expect(second).toContain(`,test,${observed_at},-1,test,${observed_at}`)
  })

  it('starts with a byte order mark on request only', async () => {
    expect((await fileOf({ columns: ['city'], bom: true })).startsWith('\ufeffCity\r\n')).toBe(true)
    expect((await fileOf({ columns: ['city'] })).startsWith('City\r\n')).toBe(true)
  })

  it('has all exportable columns of the list type unless some are chosen', async () => {
    const [header] = (await fileOf({})).split('\r\n')
    expect(header).toBe(
      'Name,Email,Phone,Category,Website,Domain,Email state,Email type,Email search,Email search: reason,Email search: sources,Email search: date,Street,City,State / region,Postal code,Country,Latitude,Longitude,Business status,First name,Last name,LinkedIn,Facebook,Instagram,X,YouTube,TikTok,Google place ID,Distance (km),AI summary,AI first line,AI subject,AI direct message,AI similar companies,AI competitors,AI suppliers,Labels,Status,Source,Added,Score',
    )
  })

  it('contains the filtered rows in order, or only the chosen ones', async () => {
    const names = async (request: Input) =>
      (await fileOf({ columns: ['name'], ...request })).split('\r\n').slice(1, -1)
    const rule = { field: 'country', operator: 'not empty' } as const
    expect(await names({ filters: { custom_search: [rule], sort: '-country', limit: 1 } })).toEqual([
      `''=already`,
      `'=cmd|calc`,
    ])
    const [first, , third] = list.leadIds as [number, number, number]
    expect(await names({ resultIds: [third, first] })).toEqual([`'=cmd|calc`, `''=already`])
    expect(await names({ resultIds: [first, third], filters: { sort: '-country' } })).toEqual([
      `''=already`,
      `'=cmd|calc`,
    ])
    expect(
      await names({ resultIds: [third], filters: { custom_search: [{ ...rule, operator: 'empty' }] } }),
    ).toEqual([])
  })

  it('of the trash contains its leads', async () => {
    const { id, leadIds } = await seedList(t, user, {
      leads: [{ values: { name: 'kept' } }, { values: { name: 'gone' } }],
    })
    await t.call(
      deleteLeads,
      { params: { type: 'local', id }, body: { resultIds: [leadIds[1] as number] } },
      user,
    )
    for (const [view, name] of [
      ['active', 'kept'],
      ['bin', 'gone'],
    ] as const) {
      const ticket = await ticketFor({ columns: ['name'], filters: { view } }, id)
      expect((await fetchFile(ticketOf(ticket))).body).toBe(`Name\r\n${name}\r\n`)
    }
  })

  it('is a run that ends with the number of rows written', async () => {
    const ticket = await ticketFor({ filters: { search: 'already' } })
    const { run_id, total } = ticket.body.data
    expect([total, (await stateOf(run_id as number)).state]).toEqual([1, 'queued'])
    await fetchFile(ticketOf(ticket))
    expect(await stateOf(run_id as number)).toMatchObject({
      state: 'succeeded',
      total: 1,
      done: 1,
      counts: { rows: 1 },
    })
  })

  it.each([
    [{ columns: ['name', 'nope'] }, 'columns.1'],
    [{ columns: [] }, 'columns'],
    [{ resultIds: [] }, 'resultIds'],
    [{ filters: { sort: 'nope' } }, 'filters.sort'],
    [{ filters: { custom_search: [{ field: 'x', operator: 'empty' }] } }, 'filters.custom_search.0.field'],
    [{ filters: { limit: 0 } }, 'filters.limit'],
    [{ bom: 'yes' }, 'bom'],
  ])('is refused for %j before any file is started', async (request, field) => {
    const { status, error } = await ticketFor(request as Input)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })

  it.each([
    ['Ünï 漢字 हिन्दी', 'Ünï 漢字 हिन्दी.csv'],
    [`a/b\\c:"d";x=1\r\nSet-Cookie: y`, 'a b c d x 1 Set-Cookie y.csv'],
    ['😀', 'list.csv'],
    ['𠮷'.repeat(100), `${'𠮷'.repeat(80)}.csv`],
    ["..'()*", '...csv'],
  ])('of a list called %j is called %j', async (name, filename) => {
    await t.call(renameList, { params: { id: list.id }, body: { name } }, user)
    const ticket = await ticketFor({ columns: ['city'] })
    expect(ticket.body.data.filename).toBe(filename)
    const { status, headers } = await fetchFile(ticketOf(ticket))
    const [, star] =
      /^attachment; filename="[\w. -]+"; filename\*=UTF-8''([\w.%~-]+)$/.exec(
        headers['content-disposition'] ?? '',
      ) ?? []
    expect([status, decodeURIComponent(star ?? '')]).toEqual([200, filename])
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  })
})

describe('a download ticket', () => {
  const ticketRow = (hashOf: string, values: object) =>
    t.app.database.db
      .updateTable('ticket')
      .set(values)
      .where('hash', '=', sql<string>`encode(sha256(${hashOf}::bytea), 'hex')`)
      .executeTakeFirst()

  it('works once, also when two come at the same time', async () => {
    const ticket = ticketOf(await ticketFor({}))
    const both = await Promise.all([fetchFile(ticket), fetchFile(ticket)])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 404])
    expect((await fetchFile(ticket)).error.code).toBe('not_found')
  })

  it('lives for a minute', async () => {
    const answer = await ticketFor({})
    const left = Date.parse(answer.body.data.expires_at) - Date.now()
    expect(left).toBeGreaterThan(30_000)
    expect(left).toBeLessThan(70_000)
    await ticketRow(ticketOf(answer), { expires_at: sql`now()` })
    expect((await fetchFile(ticketOf(answer))).status).toBe(404)
  })

  it('of an unknown kind opens nothing', async () => {
    const ticket = ticketOf(await ticketFor({}))
    expect((await ticketRow(ticket, { kind: 'other' })).numUpdatedRows).toBe(1n)
    expect((await fetchFile(ticket)).status).toBe(404)
  })

  it('is not used up by HEAD', async () => {
    const ticket = ticketOf(await ticketFor({ columns: ['city'] }))
    const head = await t.app.http.inject({ method: 'HEAD', url: `/api/downloads/${ticket}` })
    expect(head.statusCode).toBe(404)
    expect((await fetchFile(ticket)).status).toBe(200)
  })

  it.each([
    'x',
    'x'.repeat(20),
    'x'.repeat(101),
    '%00'.repeat(20),
    "' or 1=1 -- padding padding",
    '..%2f..%2fetc%2fpasswd',
  ])('is not found as %j', async (ticket) => {
    const { statusCode } = await t.app.http.inject({ method: 'GET', url: `/api/downloads/${ticket}` })
    expect(statusCode).toBe(404)
  })

  it('is not stored in the clear', async () => {
    const ticket = ticketOf(await ticketFor({}))
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ticket x where x::text like ${`%${ticket}%`}`.execute(t.app.database.db)
    expect(rows[0]?.n).toBe(0)
  })
})

describe('an unfinished download', () => {
  /** Too many rows for any socket buffer. */
  async function longList(): Promise<number> {
    const { id } = await seedList(t, user, { name: 'Long' })
    await sql`with new as (
      insert into entity (account_id, list_type, entity_key)
      select ${user.accountId}, 'local', 'long-' || n from generate_series(1, 20000) n returning id)
      insert into lead (account_id, list_id, entity_id, business_status, source)
      select ${user.accountId}, ${id}, id, repeat('long ', 200), 'test' from new`.execute(t.app.database.db)
    return id
  }

  it('ends as cancelled when its reader disconnects', async () => {
    const origin = await t.listen()
    const ticket = await ticketFor({ columns: ['business_status'] }, await longList())
    const stop = new AbortController()
    const response = await fetch(origin + ticket.body.data.url, { signal: stop.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    stop.abort()
    const ended = await t.finished(ticket.body.data.run_id as number, user)
    expect(ended).toMatchObject({ state: 'cancelled', total: 20_000 })
    expect(ended.done).toBeLessThan(20_000)
    // At once, and not when a worker finds the abandoned run.
    const row = await t.app.database.db
      .selectFrom('run')
      .select('attempt')
      .where('id', '=', ended.id)
      .executeTakeFirst()
    expect(row?.attempt).toBe(0)
  })

  it('ends as cancelled when nobody fetched it', async () => {
    const { run_id } = (await ticketFor({})).body.data
    await t.app.database.db
      .updateTable('run')
      .set({ lease_until: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', run_id as number)
      .execute()
    expect((await t.finished(run_id as number, user)).state).toBe('cancelled')
  })
})
