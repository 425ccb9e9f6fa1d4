import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { download } from '#contract/core/files.ts'
import { allEndpoints } from '#contract/index.ts'
import { ACCESS } from '#server/testing/access-table.ts'
import type { TestUser } from '#server/testing/factories.ts'
import {
  FOREIGN_IDS,
  type Input,
  isInMatrix,
  type MixedRecords,
  placesOfIds,
} from '#server/testing/foreign-ids.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createUserRecords, type UserRecords } from '#server/testing/user-records.ts'

let t: TestApp
let origin: string
let admin: TestUser
let me: TestUser
let them: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
  admin = await t.admin()
  me = await t.account({ credits: 1000, modules: ['leads', 'ai_suggest'] })
  them = await t.account({ credits: 1000, modules: ['leads', 'ai_suggest'] })
})
afterAll(() => t.close())

const places = allEndpoints.flatMap((endpoint) =>
  placesOfIds(endpoint)
    .filter((place) => !isInMatrix(endpoint, place))
    .map((place) => `${endpoint.name} ${place}`),
)

it('every place in the contract that takes ids handles foreign ones', () => {
  expect(Object.keys(FOREIGN_IDS).toSorted()).toEqual(places.toSorted())
})

const endpointOf = (place: string) =>
  allEndpoints.find(({ name }) => name === place.split(' ')[0]) as Endpoint
const belongingsOf = (user: TestUser) => createUserRecords({ t, origin, user, admin })

const call = (place: string, input: Input) => t.call(endpointOf(place), input as never, me)

/** Number of leads in a reply. */
function figuresOf(body: unknown) {
  const reply = body as {
    count?: number
    skipped?: number
    data?: Record<string, unknown> | { count: number }[]
  }
  const { data } = reply
  const counts = Array.isArray(data) ? data.map(({ count }) => count) : null
  const { leads, total, states, run, send, left_out } = (counts ? {} : (data ?? {})) as Record<
    string,
    unknown
  >
  const ofRun = (run as { total?: number } | undefined)?.total
  return { count: reply.count, skipped: reply.skipped, counts, leads, total, states, send, left_out, ofRun }
}

async function mixed(others: number[][]): Promise<MixedRecords> {
  const own = belongingsOf(me)
  const { id, leads, binnedLead } = await own.list()
  const people = await own.things.peopleList()
  const foreign = others.flat()
  return {
    list: id,
    leads: [...leads, ...foreign],
    binnedLeads: [binnedLead, ...foreign],
    peopleList: { id: people.id, leads: [...people.leads, ...foreign] },
    crmConnection: await own.things.crmConnection(),
    label: await own.things.label(),
  }
}

/** All leads of a user, in both kinds of lists. */
async function leadsOf(user: TestUser): Promise<number[]> {
  const has = belongingsOf(user)
  const { leads, binnedLead } = await has.list()
  return [...leads, binnedLead, ...(await has.things.peopleList()).leads]
}

describe('leads of other lists in a selection', () => {
  const rows = Object.entries(FOREIGN_IDS).flatMap(([place, fate]) =>
    'leftOut' in fate ? [[place, fate.leftOut] as const] : [],
  )
  it.each(rows)('%s ignores them', async (place, fate) => {
    const line = ACCESS[endpointOf(place).name]
    const input = (records: MixedRecords) =>
      (fate === true ? line?.input?.(records as never) : fate(records)) as Input
    const alone = await call(place, input(await mixed([])))
    expect([200, 201]).toContain(alone.status)
    const among = await call(place, input(await mixed([await leadsOf(them), await leadsOf(me)])))
    expect(among.status).toBe(alone.status)
    expect(figuresOf(among.body)).toEqual(figuresOf(alone.body))
    expect(JSON.stringify(figuresOf(alone.body))).toMatch(/[1-9]/)
  })
})

describe('an id of another account', () => {
  let own: UserRecords
  const rows = Object.entries(FOREIGN_IDS).flatMap(([place, fate]) =>
    'call' in fate ? [[place, fate] as const] : [],
  )
  it.each(rows)('%s is refused', async (place, { refused, call: inputOf }) => {
    own = belongingsOf(me)
    const tried = await call(place, await inputOf(own, belongingsOf(them)))
    expect([tried.status, tried.error?.code]).toEqual([refused, expect.any(String)])
    own = belongingsOf(me)
    const right = await call(place, await inputOf(own, own))
    expect([200, 201], JSON.stringify(right.error)).toContain(right.status)
  })

  const empty = Object.entries(FOREIGN_IDS).flatMap(([place, fate]) =>
    'nothing' in fate ? [[place, fate.nothing] as const] : [],
  )
  it.each(empty)('%s finds nothing', async (place, inputOf) => {
    own = belongingsOf(me)
    const tried = await call(place, await inputOf(own, belongingsOf(them)))
    expect(await rowsOf(tried.body)).toBe(0)
    own = belongingsOf(me)
    const right = await call(place, await inputOf(own, own))
    expect([200, 201], JSON.stringify(right.error)).toContain(right.status)
  })
})

/** Number of rows in a reply; for a download ticket, the rows of its file without the header. */
async function rowsOf(body: unknown): Promise<number> {
  const { data, count, total } = body as { data?: unknown; count?: number; total?: number }
  if (count !== undefined || total !== undefined) return count ?? (total as number)
  if (Array.isArray(data)) return data.length
  const { url, total: sum } = data as { url?: string; total?: number }
  if (url === undefined) return sum as number
  const file = await t.call(download, { params: { ticket: url.split('/').at(-1) as string } })
  return String(file.body).trim().split('\n').length - 1
}
