import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { EmailVerification } from '#server/providers/email-verifiers/index.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { rememberVerification } from './store-answers.ts'
import { storeFirstAnswer } from './store-first-answers.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

const found: EmailVerification = {
  address: 'as typed',
  state: 'valid',
  reason: 'mailbox_accepted',
  flags: { role: false, free: false, disposable: false },
  suggestion: null,
  mx: null,
  catch_all: false,
  transcript: [],
  took_ms: 1,
  temporary: false,
}

it('stores what comes in at the same time in one transaction, with the states of leads', async () => {
  const user = await t.account()
  const other = await t.account()
  const list = await seedList(t, user, {
    type: 'local',
    leads: [{ values: { name: 'Acorn Works', email: 'Two@acorn.example' } }],
  })
  const { ctx } = t.app
  const { accountId } = user
  const store = (address: string, whose = accountId) =>
    storeFirstAnswer(ctx, { accountId: whose, address, found })
  const rows = await Promise.all([
    store('two@acorn.example'),
    store('one@acorn.example'),
    // Of two answers for an address, the second one is not its first.
    store('one@acorn.example'),
    store('one@acorn.example', other.accountId),
  ])
  expect(rows.map((row) => row && [row.account_id, row.address, row.state])).toEqual([
    [accountId, 'two@acorn.example', 'valid'],
    [accountId, 'one@acorn.example', 'valid'],
    null,
    [other.accountId, 'one@acorn.example', 'valid'],
  ])
  const { rows: written } = await sql<{ n: number; transactions: number }>`
    select count(*)::int as n, count(distinct xmin::text)::int as transactions from email_verification
    where account_id = ${accountId}`.execute(ctx.db)
  expect(written).toEqual([{ n: 2, transactions: 1 }])
  const params = { type: 'local' as const, id: list.id }
  const { data } = (await t.call(leads, { params, body: { limit: 5 } }, user)).body
  expect(data[0]?.values.email_state).toBe('valid')
  // One that is known is compared with what is known.
  expect(await store('one@acorn.example')).toBeNull()
})

it('leaves answers of people and of an open transaction to be stored alone', async () => {
  const { accountId } = await t.account()
  const { ctx } = t.app
  const answer = { accountId, address: 'one@birch.example', found }
  expect(await transaction(ctx.db, () => storeFirstAnswer(ctx, answer))).toBeNull()
  const row = await rememberVerification(ctx, accountId, 'one@birch.example', found, { origin: 'user' })
  expect(row.origin).toBe('user')
})
