import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchApp } from './bench-app.ts'
import { type BenchRequest, fixed, type Line, type Load, load } from './measure.ts'
import { ACCOUNTS_QUERY, ACCOUNTS_SEARCH, COUNT_SEARCH, nextWord } from './queries.ts'
import { seedAccounts, seedList, seedPlaces, seedUsers } from './seed.ts'

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
/** How long each round of a load lasts, and a shorter one for a quick look. */
const ROUND_SECONDS = 4
export const SHORT_ROUND_SECONDS = 1.5
const ROUNDS = 2

async function startBare(bench: BenchApp, listId: number): Promise<{ url: string; stop(): void }> {
  const scope = { accountId: bench.admin.accountId, listId, type: 'local', timeZone: 'UTC' }
  const child = spawn(process.execPath, [BARE, bench.databaseUrl, JSON.stringify(scope)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { url: String(line).trim().split(' ')[1] as string, stop: () => child.kill('SIGKILL') }
}

interface Pair {
  work: string
  size: number
  bare: { origin: string; request: BenchRequest }
  own: { origin: string; request: BenchRequest }
}

const better = (a: Load | undefined, b: Load): Load => (a === undefined || b.rps > a.rps ? b : a)

/** Alternates between both and keeps the best round of each, so that a noisy moment does not affect only one. */
async function compare(
  pair: Pair,
  clients: number,
  roundSeconds: number,
): Promise<{ bare: Load; own: Load }> {
  let bare: Load | undefined
  let own: Load | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    bare = better(bare, await load(pair.bare.origin, pair.bare.request, clients, roundSeconds))
    own = better(own, await load(pair.own.origin, pair.own.request, clients, roundSeconds))
  }
  return { bare: bare as Load, own: own as Load }
}

const errorsOf = (...loads: Load[]) => loads.reduce((sum, item) => sum + item.errors, 0)

/** One client measures latency, ten measure throughput. */
async function linesOf(
  pair: Pair,
  gates: { p50: number; rps?: number },
  roundSeconds = ROUND_SECONDS,
): Promise<Line[]> {
  const { work, size } = pair
  const one = await compare(pair, 1, roundSeconds)
  const ten = await compare(pair, 10, roundSeconds)
  const p50 = one.own.p50 / one.bare.p50
  const rps = ten.own.rps / ten.bare.rps
  const errors = errorsOf(one.bare, one.own, ten.bare, ten.own)
  const show = (item: Load) => `${fixed(item.rps, 0)}/s, p95 ${fixed(item.p95)} ms`
  return [
    {
      work: `${work}: p50, 1 client`,
      size,
      ours: `${fixed(one.own.p50)} ms`,
      limit: `${fixed(one.bare.p50)} ms`,
      ratio: p50,
      gate: `<= ${gates.p50}x`,
      kept: p50 <= gates.p50 && errors === 0,
    },
    {
      work: `${work}: 10 clients`,
      size,
      ours: show(ten.own),
      limit: show(ten.bare),
      ratio: rps,
      gate: gates.rps ? `>= ${gates.rps}x` : '',
      kept: (!gates.rps || rps >= gates.rps) && errors === 0,
    },
  ]
}

/** Pages and facet counts of one list among many: lists of these sizes, and more of the last up to `leads`. */
export async function measureLists(
  bench: BenchApp,
  { leads, sizes, roundSeconds }: { leads: number; sizes: readonly number[]; roundSeconds?: number },
): Promise<Line[]> {
  const { admin, program, database } = bench
  const lists: { listId: number; size: number }[] = []
  for (const size of sizes) lists.push({ listId: await seedList(database, admin.accountId, size), size })
  const last = sizes.at(-1) as number
  const seededLists = sizes.reduce((sum, size) => sum + size, 0)
  for (let seeded = seededLists; seeded < leads; seeded += last)
    await seedList(database, admin.accountId, last)
  await database.query('analyze lead, list, entity')
  const bare = await startBare(bench, lists.at(-1)!.listId)
  const headers = { authorization: `Bearer ${admin.token}` }
  const lines: Line[] = []
  for (const { listId, size } of lists) {
    const pair = (work: string, path: string, limit: string): Pair => ({
      work,
      size,
      own: {
        origin: program.url,
        request: {
          method: 'POST',
          path: `/api/local-results/${listId}${path}`,
          headers,
          body: () => JSON.stringify({ search: nextWord() }),
        },
      },
      bare: {
        origin: bare.url,
        request: {
          method: 'POST',
          path: limit,
          body: () => JSON.stringify({ search: nextWord(), lists: listId }),
        },
      },
    })
    lines.push(...(await linesOf(pair('list page', '', '/page'), { p50: 2, rps: 0.6 }, roundSeconds)))
    lines.push(...(await linesOf(pair('facets', '/facets', '/facets'), { p50: 2 }, roundSeconds)))
  }
  bare.stop()
  return lines
}

/** G: a search of the corpus, counted. */
export async function measureSearch(bench: BenchApp, places: number): Promise<Line[]> {
  const { admin, program, database } = bench
  await seedPlaces(database, places)
  await database.query('vacuum analyze corpus_place')
  const bare = await startBare(bench, 1)
  const lines: Line[] = []
  for (const [work, path, limit] of [
    ['corpus search, count', '/api/searches/count', '/count'],
    ['corpus search, first page', '/api/searches/preview', '/matches'],
  ] as const)
    lines.push(
      ...(await linesOf(
        {
          work,
          size: places,
          own: {
            origin: program.url,
            request: {
              method: 'POST',
              path,
              headers: { authorization: `Bearer ${admin.token}` },
              body: () => JSON.stringify({ type: 'local', search: COUNT_SEARCH }),
            },
          },
          bare: { origin: bare.url, request: { method: 'POST', path: limit, body: () => '{}' } },
        },
        { p50: 1.5 },
      )),
    )
  bare.stop()
  return lines
}

/** The users of all accounts: by name, part of an email, domain, and unfiltered. */
export async function measureUsers(bench: BenchApp, size: number): Promise<Line[]> {
  const { admin, program, database } = bench
  const { rows } = await database.query('select count(*)::int as people from app_user')
  await seedUsers(database, admin.accountId, size - rows[0].people)
  const bare = await startBare(bench, 0)
  const headers = { authorization: `Bearer ${admin.token}` }
  const lines: Line[] = []
  for (const [what, search] of [
    ['by name', 'clara nov'],
    ['by domain', 'site777.example'],
    ['by account', 'Falk & Ito'],
    ['all', ''],
  ] as const) {
    const path = `/api/admin/users${search ? `?search=${encodeURIComponent(search)}` : ''}`
    const pair: Pair = {
      work: `users, ${what}`,
      size,
      own: { origin: program.url, request: { method: 'GET', path, headers } },
      bare: {
        origin: bare.url,
        request: { method: 'POST', path: '/users', body: () => JSON.stringify({ search }) },
      },
    }
    lines.push(...(await linesOf(pair, { p50: 2 })))
  }
  bare.stop()
  return lines
}

/** A seller's customer list: a page by name, and a search by name or email. */
export async function measureAccounts(bench: BenchApp, accounts: number): Promise<Line[]> {
  const { admin, program, database } = bench
  const { rows } = await database.query('select count(*)::int as there from account where parent_id = $1', [
    admin.accountId,
  ])
  await seedAccounts(database, admin.accountId, accounts - rows[0].there)
  const bare = await startBare(bench, 1)
  const lines: Line[] = []
  for (const [work, query, limit] of [
    ['list of accounts', ACCOUNTS_QUERY, '/accounts'],
    ['list of accounts, search', { ...ACCOUNTS_QUERY, search: ACCOUNTS_SEARCH }, '/accounts-found'],
  ] as const)
    lines.push(
      ...(await linesOf(
        {
          work,
          size: accounts,
          own: {
            origin: program.url,
            request: {
              method: 'GET',
              path: `/api/subscriptions?${new URLSearchParams(query as never)}`,
              headers: { authorization: `Bearer ${admin.token}` },
            },
          },
          bare: { origin: bare.url, request: { method: 'POST', path: limit, body: () => '{}' } },
        },
        { p50: 2 },
      )),
    )
  bare.stop()
  return lines
}
