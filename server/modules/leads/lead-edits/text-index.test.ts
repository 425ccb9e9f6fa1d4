import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { beforeTextIndex, leadTextTidyJob } from './text-index.ts'

let t: TestApp
let sent: [name: string, afterSeconds: number | undefined][]
const ctx = (): Context => ({
  ...t.app.ctx,
  queue: {
    ...t.app.ctx.queue,
    send: async (_, name, _input, afterSeconds) => void sent.push([name, afterSeconds]),
  },
})
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(() => {
  sent = []
})

/** Pages waiting to be indexed; reading them indexes them. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{
    pages: number
  }>`select gin_clean_pending_list('lead_search') as pages`.execute(t.app.database.db)
  return Number(rows[0]?.pages)
}

it('a change of many leads leaves the text index to a job after the usual undo, and a small one does not', async () => {
  const { db } = t.app.database
  const inBulk = (count: number) =>
    transaction(db, () =>
      beforeTextIndex(ctx(), async () => {
        const { rows } = await sql<{
          is: string
        }>`select current_setting('gin_pending_list_limit') as is`.execute(db)
        return { count, limit: rows[0]?.is }
      }),
    )
  expect(await inBulk(4999)).toEqual({ count: 4999, limit: '256MB' })
  expect(sent).toEqual([])
  await inBulk(5000)
  expect(sent).toEqual([[leadTextTidyJob(ctx()).name, 10]])
})

it('the job indexes what is pending', async () => {
  const user = await t.account()
  await waiting()
  await seedList(t, user, { leads: [{ values: { name: 'Acorn' } }] })
  await leadTextTidyJob(t.app.ctx).handle({} as never, new AbortController().signal)
  expect(await waiting()).toBe(0)
  await seedList(t, user, { leads: [{ values: { name: 'Birch' } }] })
  expect(await waiting()).toBeGreaterThan(0)
})

it('status, trash and sent are in no index that would be rewritten by changing them', async () => {
  const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
    where schemaname = 'public' and tablename = 'lead' and indexdef not ilike '%using brin%'
      and indexdef ~ '(lead_status|updated_at|deleted_at|deleted_by_history_id|sent_at)'`.execute(
    t.app.database.db,
  )
  expect(rows).toEqual([])
})
