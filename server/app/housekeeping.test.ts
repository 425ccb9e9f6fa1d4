import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logAppError } from '#contract/core/system.ts'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { addLeadNote } from '#contract/leads/lead-edits.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { housekeepingJob } from './housekeeping.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

it('deletes what has expired and keeps the rest', async () => {
  const user = await t.account()
  const { db } = t.app.database
  const stale = await t.call(login, { body: { email: user.email, password: user.password } })
  expect(stale.status).toBe(200)
  for (const message of ['old', 'new']) await t.call(logAppError, { body: { message } })
  const body = { type: 'local', search: { source: 'sample' } } as const
  await t.call(createQuote, { body }, user)
  await t.call(createQuote, { body }, user)
  await sql`update session set revoked_at = now() - interval '31 days' where user_id = ${user.id} and token_hash <> encode(sha256(${user.token}::bytea), 'hex')`.execute(
    db,
  )
  await sql`update quote set expires_at = now() - interval '2 days' where id = (select min(id) from quote)`.execute(
    db,
  )
  await sql`update app_error set created_at = now() - interval '91 days' where message = 'old'`.execute(db)
  await sql`insert into rate_limit (key, points, expire) values ('gone', 1, 1)`.execute(db)

  await housekeepingJob(t.app.ctx).handle({} as never, new AbortController().signal)

  const count = async (table: string, where: string) =>
    Number(
      (
        await sql<{
          n: number
        }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(db)
      ).rows[0]?.n,
    )
  expect(await count('session', `user_id = ${user.id}`)).toBe(1)
  expect(await count('quote', 'true')).toBe(1)
  expect(await count('app_error', 'true')).toBe(1)
  expect(await count('rate_limit', "key = 'gone'")).toBe(0)
  expect((await t.call(me, {}, user)).status).toBe(200)
})

it('deletes old notes in the trash, and notes and known names of permanently deleted leads', async () => {
  const user = await t.account()
  const { db } = t.app.database
  const list = await seedList(t, user, {
    leads: [{ values: { name: 'Kept' } }, { values: { name: 'Gone' } }],
  })
  const [kept, gone] = list.leadIds as [number, number]
  for (const [resultId, body] of [
    [kept, 'current'],
    [kept, 'deleted lately'],
    [kept, 'deleted long ago'],
    [gone, 'of a lead that is gone'],
  ] as const)
    await t.call(addLeadNote, { params: { type: 'local', id: list.id, resultId }, body: { body } }, user)
  await sql`update lead_note set deleted_at = now() - make_interval(days => case body when 'deleted lately' then 29 else 31 end)
    where lead_id = ${kept} and body <> 'current'`.execute(db)
  for (const id of [kept, gone])
    await sql`insert into known_names (account_id, lead_id, names, pages, waiting)
      values (${user.accountId}, ${id}, '{}', '{}', '{}')`.execute(db)
  await sql`update lead set deleted_at = now() - interval '31 days' where id = ${gone}`.execute(db)

  await housekeepingJob(t.app.ctx).handle({} as never, new AbortController().signal)

  const { rows } = await sql<{ body: string }>`
    select body from lead_note where lead_id in (${kept}, ${gone}) order by id`.execute(db)
  expect(rows.map(({ body }) => body)).toEqual(['current', 'deleted lately'])
  const names = await sql<{ lead_id: number }>`
    select lead_id from known_names where account_id = ${user.accountId}`.execute(db)
  expect(names.rows).toEqual([{ lead_id: kept }])
})
