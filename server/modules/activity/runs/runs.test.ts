import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { AppError } from '#server/platform/errors.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList, pauseUnlessAborted } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const FOR_EVER_MS = 3_600_000
/** What a source does before the batch from the tenth lead on, by the searched category. */
const TROUBLE: Record<string, (signal: AbortSignal) => Promise<void>> = {
  slow: (signal) => pauseUnlessAborted(FOR_EVER_MS, signal),
  deaf: () => new Promise(() => {}),
  broken: async () => {
    throw new Error('the source broke')
  },
  refused: async () => {
    throw new AppError('unavailable', 'The vendor refuses for today')
  },
  fine: async () => {},
}
/** Requests to each source, by their first lead. */
const requested: string[] = []
const source = createFakeSource({
  find: keyList,
  async before(search, offset, signal) {
    requested.push(`${search.category}@${offset}`)
    if (offset === 10) await TROUBLE[String(search.category)]?.(signal)
  },
})

let t: TestApp
let idle: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [source] })
  idle = await testApp({ roles: ['web'], sources: [source] })
})
afterAll(async () => {
  await idle.close()
  await t.close()
})
afterEach(() => {
  requested.length = 0
})

async function start(app: TestApp, user: TestUser, category: string, size = 30): Promise<number> {
  const search = { category, keywords: `0..${size}` }
  const answer = await app.call(createList, { body: { name: 'Run', type: 'local', search } }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data.run.id
}
const show = async (app: TestApp, id: number, user: TestUser) =>
  (await app.call(showRun, { params: { id } }, user)).body.data
const cancel = (app: TestApp, id: number, user: TestUser) => app.call(cancelRun, { params: { id } }, user)

/** Waits until the run has delivered this many leads. */
async function delivered(app: TestApp, id: number, user: TestUser, count: number): Promise<void> {
  while ((await show(app, id, user)).counts.delivered !== count)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('stopping a run', () => {
  it('ends a waiting one at once and releases its credits', async () => {
    const user = await idle.account({ credits: 100 })
    const id = await start(idle, user, 'fine')
    expect((await idle.call(userLimits, {}, user)).body.data).toMatchObject({ available: 70, reserved: 30 })
    const answer = await cancel(idle, id, user)
    expect(answer.body.data).toMatchObject({ state: 'cancelled', reserved: 0, cost: 0 })
    expect((await idle.call(userLimits, {}, user)).body.data).toMatchObject({ available: 100, reserved: 0 })
    await expectSettledBooks(idle.app.database.db, user.accountId)
  })

  // The source would answer in an hour, or never: that the run ends shows that nobody waits for it.
  it.each(['slow', 'deaf'])(
    'ends one whose source is %s, with delivered leads paid and kept',
    async (kind) => {
      const user = await t.account({ credits: 100 })
      const id = await start(t, user, kind)
      await delivered(t, id, user, 10)
      const answers = await Promise.all([cancel(t, id, user), cancel(t, id, user)])
      // The second may find it already ended.
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect([200, 409]).toContain(statuses[1])
      const run = await t.finished(id, user)
      expect(run).toMatchObject({
        state: 'cancelled',
        cost: 10,
        reserved: 0,
        cancel_requested: true,
        error: null,
      })
      const page = await t.call(
        leads,
        { params: { type: 'local', id: run.list_id as number }, body: {} },
        user,
      )
      expect(page.body.total).toBe(10)
      const late = await cancel(t, id, user)
      expect(late.status).toBe(409)
      expect(late.error).toMatchObject({ code: 'conflict' })
      await expectSettledBooks(t.app.database.db, user.accountId)
    },
  )

  it('is refused when it has ended', async () => {
    const user = await t.account({ credits: 100 })
    const id = await start(t, user, 'fine')
    await t.finished(id, user)
    const answer = await cancel(t, id, user)
    expect(answer.status).toBe(409)
    expect((await show(t, id, user)).state).toBe('succeeded')
  })
})

describe('a source that fails', () => {
  it('is retried three times from its position, then the run ends with delivered leads paid', async () => {
    const user = await t.account({ credits: 100 })
    const run = await t.finished(await start(t, user, 'broken'), user)
    expect(run).toMatchObject({ state: 'failed', cost: 10, reserved: 0, error: { code: 'internal' } })
    expect(run.counts).toMatchObject({ delivered: 10, charged: 10 })
    expect(requested).toEqual(['broken@0', 'broken@5', 'broken@10', 'broken@10', 'broken@10'])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('ends the run at once when it gives a reason, which is shown', async () => {
    const user = await t.account({ credits: 100 })
    const run = await t.finished(await start(t, user, 'refused'), user)
    expect(run).toMatchObject({
      state: 'failed',
      cost: 10,
      error: { code: 'unavailable', message: 'The vendor refuses for today' },
    })
    expect(requested.filter((item) => item === 'refused@10')).toHaveLength(1)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})
