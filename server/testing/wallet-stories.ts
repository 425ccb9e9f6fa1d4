import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun } from '#contract/activity/runs.ts'
import { createList, deleteList, restoreLists, searchIntoList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { listMemberCaps, setMemberCap } from '#server/modules/accounts/wallet/index.ts'
import { createRunWorker, type RunWorker } from '#server/modules/activity/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createLiveBus, type LiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectBalancedBooks, expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList, pauseUnlessAborted } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Milliseconds before each batch, so that steps happen in the middle of runs. */
const PACE_MS = 2
const CREDITS = 45

let t: TestApp
let bus: LiveBus
const source = createFakeSource({
  find: keyList,
  // A run of such a search reserves a third of its maximum cost, and more on the way.
  expects: (search) => (search.include_closed === true ? Math.ceil(keyList(search).length / 3) : null),
  before: (_search, _offset, signal) => pauseUnlessAborted(PACE_MS, signal),
})

const search = (from: number, to: number, include_closed: boolean) => ({
  keywords: `${from}..${to}`,
  include_closed,
})

/** One account with its lists, runs and workers. */
class Story {
  readonly user: TestUser
  /** Works in the same account, and may have a cap. */
  readonly member: TestUser
  readonly lists: number[] = []
  readonly runs: number[] = []
  readonly work: Promise<void>[] = []
  workers: RunWorker[] = []

  constructor(user: TestUser, member: TestUser) {
    this.user = user
    this.member = member
    this.workers = [this.newWorker(), this.newWorker()]
  }

  newWorker(): RunWorker {
    return createRunWorker({ ...t.app.ctx, log: silentLog(), bus })
  }

  by(capped: boolean): TestUser {
    return capped ? this.member : this.user
  }

  execute(run: number, worker = this.workers[run % this.workers.length] as RunWorker): void {
    this.work.push(worker.execute(this.user.accountId, run))
  }

  took(
    answer: { status: number; body: { data?: { id: number; run: { id: number } } } },
    waits = false,
  ): void {
    // Not enough credits, or a list in the trash: both leave nothing behind.
    if (answer.status === 402 || answer.status === 404) return
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const { id, run } = answer.body.data as { id: number; run: { id: number } }
    if (!this.lists.includes(id)) this.lists.push(id)
    if (this.runs.includes(run.id)) return
    this.runs.push(run.id)
    if (!waits) this.execute(run.id)
  }

  /** Finishes all work, as recovery would: leases of dead workers end, unclaimed runs are found. */
  async settle(): Promise<void> {
    await Promise.all(this.work)
    for (const run of this.runs) {
      await expireLease(this.user.accountId, run)
      await this.newWorker().execute(this.user.accountId, run)
    }
  }
}

const expireLease = (accountId: number, run: number) =>
  sql`update run set lease_until = now() - interval '1 second' where account_id = ${accountId} and id = ${run} and state in ('queued', 'running')`.execute(
    t.app.database.db,
  )

const range = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 30 }), fc.boolean())
  .map(([from, length, isOpen]) => search(from, from + length, isOpen))
const request = fc.record(
  {
    search: range,
    limit: fc.integer({ min: 1, max: 25 }),
    only_new: fc.boolean(),
    max_cost: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: ['search'] },
)
/** Most stories start with a cap that a search or two can reach. */
const firstCap = fc.option(fc.integer({ min: 5, max: 30 }), { freq: 4 })
const index = fc.nat({ max: 7 })
const nth = <Item>(items: Item[], at: number): Item | undefined => items[at % items.length]

/** The steps, as data, so that a counterexample is readable. */
const STEPS = {
  start: fc.record({
    request,
    capped: fc.boolean(),
    duplicates: fc.integer({ min: 1, max: 3 }),
    quoted: fc.boolean(),
    waits: fc.boolean(),
  }),
  searchAgain: fc.record({
    request,
    capped: fc.boolean(),
    list: index,
    parallel: fc.integer({ min: 1, max: 3 }),
  }),
  cap: fc.record({ credits: fc.option(fc.integer({ min: 0, max: 30 })) }),
  cancel: fc.record({ run: index }),
  takeOver: fc.record({ run: index }),
  restart: fc.record({ worker: index }),
  bin: fc.record({ list: index, back: fc.boolean() }),
  wait: fc.record({ ms: fc.integer({ min: 1, max: 15 }) }),
}
type Steps = typeof STEPS
type Facts<Name extends keyof Steps> = Steps[Name] extends fc.Arbitrary<infer Value> ? Value : never

const ACTS: { [Name in keyof Steps]: (story: Story, facts: Facts<Name>) => Promise<void> } = {
  /** A new list; duplicates send the same call concurrently with one key. A waiting run is not claimed at once. */
  async start(story, { request, capped, duplicates, quoted, waits }) {
    const by = story.by(capped)
    const input = { type: 'local' as const, ...request }
    const { max_cost: _, ...question } = input
    const quote = quoted ? await t.call(createQuote, { body: question }, by) : null
    const body = { name: 'Story', ...input, ...(quote && { quote_id: quote.body.data.id }) }
    const key = `key-${Math.random()}`
    const answers = await Promise.all(
      Array.from({ length: duplicates }, () => t.call(createList, { body }, by, { key })),
    )
    // A refusal stores nothing, so a duplicate may succeed if credits were released in between.
    const started = answers.filter((answer) => answer.status === 201)
    expect(new Set(started.map((answer) => answer.body.data.run.id)).size).toBeLessThanOrEqual(1)
    for (const answer of answers) story.took(answer, waits)
  },
  async searchAgain(story, { request, capped, list, parallel }) {
    const id = nth(story.lists, list)
    if (id === undefined) return
    const call = () => t.call(searchIntoList, { params: { id }, body: request }, story.by(capped))
    for (const answer of await Promise.all(Array.from({ length: parallel }, call))) story.took(answer)
  },
  /** Changes or lifts the member's cap, possibly below what is spent and reserved. */
  cap: (story, { credits }) =>
    transaction(t.app.database.db, () =>
      setMemberCap(t.app.ctx, story.user.accountId, story.member.id, credits),
    ),
  async cancel(story, { run }) {
    const id = nth(story.runs, run)
    if (id === undefined) return
    const answer = await t.call(cancelRun, { params: { id } }, story.user)
    expect([200, 409]).toContain(answer.status)
  },
  /** A run's worker hangs: its lease ends and another takes over. */
  async takeOver(story, { run }) {
    const id = nth(story.runs, run)
    if (id === undefined) return
    await expireLease(story.user.accountId, id)
    story.execute(id, story.newWorker())
  },
  /** A worker process stops gracefully and another one starts. */
  async restart(story, { worker }) {
    const old = nth(story.workers, worker) as RunWorker
    story.workers = story.workers.map((item) => (item === old ? story.newWorker() : item))
    await old.close()
    for (const run of story.runs) story.execute(run)
  },
  async bin(story, { list, back }) {
    const id = nth(story.lists, list)
    if (id === undefined) return
    await t.call(deleteList, { params: { id } }, story.user)
    if (back) await t.call(restoreLists, { body: { resultIds: [id] } }, story.user)
  },
  wait: (_story, { ms }) => new Promise((resolve) => setTimeout(resolve, ms)),
}

const WEIGHTS: Record<keyof Steps, number> = {
  start: 4,
  searchAgain: 2,
  cap: 2,
  cancel: 2,
  takeOver: 2,
  restart: 1,
  bin: 1,
  wait: 2,
}
const step = fc.oneof(
  ...(Object.keys(STEPS) as (keyof Steps)[]).map((name) => ({
    weight: WEIGHTS[name],
    arbitrary: (STEPS[name] as fc.Arbitrary<never>).map((facts) => ({ name, facts })),
  })),
)

/** What the member has spent and what the member's open runs reserve, from the tables. */
async function usedBy({ member }: Story): Promise<number> {
  const { rows } = await sql<{ used: number }>`select
    (select coalesce(sum(amount), 0) from ledger where user_id = ${member.id} and credit = 'spent') +
    (select coalesce(sum(v.amount - v.captured), 0) from reservation v
      join run r on r.account_id = v.account_id and r.id = v.run_id
      where r.created_by = ${member.id} and v.state = 'open') as used`.execute(t.app.database.db)
  return Number(rows[0]?.used)
}

const capOf = async ({ member }: Story): Promise<number> =>
  (await listMemberCaps(t.app.ctx, member.accountId)).get(member.id) ?? Number.POSITIVE_INFINITY

/** Random stories of an account's credits; the books must balance after every step. */
export function testWalletStories(numRuns: number): void {
  beforeAll(async () => {
    // No worker: each story brings workers that it can abandon.
    t = await testApp({ roles: ['web'], sources: [source] })
    bus = createLiveBus(t.databaseUrl, silentLog())
  })
  afterAll(async () => {
    await bus.close()
    await t.close()
  })

  describe('the wallet', () => {
    it('stays balanced through any sequence of searches, stops, crashes, retries and deletions', async () => {
      await fc.assert(
        fc.asyncProperty(
          firstCap,
          fc.array(step, { minLength: 3, maxLength: 14 }),
          async (credits, steps) => {
            const main = await t.account({ credits: CREDITS })
            const story = new Story(main, await t.member(main))
            await ACTS.cap(story, { credits })
            const { db } = t.app.database
            for (const { name, facts } of steps) {
              const [before, cap] = [await usedBy(story), await capOf(story)]
              await ACTS[name](story, facts)
              // A cap below the used amount stops new spending, and takes nothing back. Until it is set, running
              // work may still reserve more, up to the previous cap.
              expect(await usedBy(story)).toBeLessThanOrEqual(Math.max(before, cap, await capOf(story)))
              await expectBalancedBooks(db, story.user.accountId)
            }
            await story.settle()
            await expectSettledBooks(db, story.user.accountId)
            const failed = await db
              .selectFrom('run')
              .select(['id', 'state', 'error'])
              .where('account_id', '=', story.user.accountId)
              .where('state', 'not in', ['succeeded', 'cancelled'])
              .execute()
            expect(failed).toEqual([])
            const { body } = await t.call(userLimits, {}, story.user)
            expect(Number(body.data.available) + Number(body.data.spent)).toBe(CREDITS)
          },
        ),
        { numRuns, endOnFailure: true },
      )
    })
  })
}
