import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { erasePerson, showErasure } from '#contract/privacy/suppression.ts'
import {
  createRunWorker,
  findExecutor,
  type RunExecutor,
  RunStopped,
} from '#server/modules/activity/runs/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { upload } from '#server/testing/http-call.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const EMAIL = 'resumed@batches.example'
const LEADS = 2500

let t: TestApp
let origin: string
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
})
beforeEach(async () => {
  user = await t.account()
})
afterAll(() => t.close())
const db = () => t.app.database.db

/** Leads of several batches; the last but one names the person where no index finds it. */
async function seed(): Promise<void> {
  const { id } = await seedList(t, user, { type: 'people', leads: [{ values: { name: 'R', email: EMAIL } }] })
  await sql`with made as (
      insert into entity (account_id, list_type, entity_key)
      select ${user.accountId}, 'people', 'many-' || n from generate_series(1, ${LEADS}) n returning id)
    insert into lead (account_id, list_id, entity_id, name, source, fields)
    select ${user.accountId}, ${id}, id, 'Lead', 'test', '{}' from made`.execute(db())
  await sql`update lead set fields = ${JSON.stringify({ other_email: EMAIL })}::jsonb
    where account_id = ${user.accountId} and id = (
      select max(id) - 1 from lead where account_id = ${user.accountId})`.execute(db())
  await sql`update list set lead_count = lead_count + ${LEADS} where account_id = ${user.accountId} and id = ${id}`.execute(
    db(),
  )
  await upload(origin, user, `email\n${EMAIL}\n`)
}

async function start() {
  const answer = await t.call(erasePerson, { body: { email: EMAIL } }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return { id: answer.body.data.id, runId: answer.body.data.run_id as number }
}
const executor = () => findExecutor(t.app.ctx, 'erasure') as RunExecutor
const work = (runId: number, own: RunExecutor) =>
  createRunWorker(t.app.ctx, { executors: [own] }).execute(user.accountId, runId)
const show = async (id: number) => (await t.call(showRun, { params: { id } }, user)).body.data

/** The executor of a process that is killed right after each step: nothing more happens, its lease stays. */
const killedAfterAStep = (): RunExecutor => ({
  ...executor(),
  run: (context) =>
    executor().run({
      ...context,
      async step(change) {
        await context.step(change)
        throw new RunStopped('lost')
      },
    }),
})

it('an erasure continues where a worker was killed, at any step, and processes nothing twice', async () => {
  await seed()
  const { id, runId } = await start()
  const uploads = (
    await sql<{ id: string }>`select id from upload where account_id = ${user.accountId}`.execute(db())
  ).rows
  expect(uploads).toHaveLength(1)
  let kills = 0
  for (; (await show(runId)).finished_at === null; kills += 1) {
    expect(kills).toBeLessThan(500)
    await work(runId, killedAfterAStep())
    await sql`update run set lease_until = now() - interval '1 second'
      where account_id = ${user.accountId} and id = ${runId} and finished_at is null`.execute(db())
  }
  expect(kills).toBeGreaterThan(8)
  const run = await show(runId)
  expect(run).toMatchObject({ state: 'succeeded' })
  expect(run.done).toBeGreaterThan(3 * LEADS)
  expect(run.done).toBeLessThan(3 * LEADS + 100)
  expect(run.done).toBe(run.total)
  const { removed, state } = (await t.call(showErasure, { params: { id } }, user)).body.data
  expect([state, removed]).toEqual(['succeeded', expect.objectContaining({ leads: 2, uploads: 1 })])
  const left = await sql`select 1 from lead where account_id = ${user.accountId}
    and concat(email, fields::text) like ${`%${EMAIL}%`}`.execute(db())
  expect(left.rows).toEqual([])
  const names = await readdir(join(t.dataDir), { recursive: true })
  expect(names.filter((name) => name.includes(uploads[0]?.id as string))).toEqual([])
})

it("an erasure keeps the person's data sealed while it works, and deletes it afterwards", async () => {
  await seed()
  const { id, runId } = await start()
  const stored = async () =>
    (
      await sql<{ text: string }>`select concat(e::text, r::text) as text, e.progress from erasure e
        join run r on r.account_id = e.account_id and r.id = e.run_id
        where e.account_id = ${user.accountId} and e.id = ${id}`.execute(db())
    ).rows[0] as { text: string; progress: string | null }
  await work(runId, killedAfterAStep())
  const during = await stored()
  expect(during.progress).not.toBeNull()
  expect(during.text).not.toContain('batches.example')
  await sql`update run set lease_until = now() - interval '1 second' where id = ${runId}`.execute(db())
  await work(runId, executor())
  expect((await stored()).progress).toBeNull()
})

it('holds no lock while it searches tables', async () => {
  await seed()
  const { runId } = await start()
  const held: string[] = []
  const watched: RunExecutor = {
    ...executor(),
    run: (context) =>
      executor().run({
        ...context,
        step: (change) =>
          context.step(async (run) => {
            const progress = await change(run)
            const { rows } = await sql<{ mode: string }>`
              select mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(db())
            held.push(...rows.map(({ mode }) => mode))
            return progress
          }),
      }),
  }
  await work(runId, watched)
  expect(await show(runId)).toMatchObject({ state: 'succeeded' })
  expect(held).toEqual([])
})

it('an erasure is shown as incomplete when stopped, and can be restarted', async () => {
  await seed()
  const { id, runId } = await start()
  await sql`update run set cancel_requested_at = now() where id = ${runId}`.execute(db())
  await work(runId, executor())
  const report = async (of: number) => (await t.call(showErasure, { params: { id: of } }, user)).body.data
  expect((await report(id)).state).toBe('cancelled')
  const second = await start()
  await work(second.runId, executor())
  expect(await report(second.id)).toMatchObject({ state: 'succeeded', removed: { leads: 2 } })
})
