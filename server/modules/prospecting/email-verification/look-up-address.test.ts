import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { suppressedEmails } from '#server/modules/leads/leads/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { EmailVerification } from '#server/providers/email-verifiers/index.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { lookUpAddress } from './look-up-address.ts'
import { rememberVerification } from './store-answers.ts'

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

it('answers what is asked at the same time together, each account by what is its own', async () => {
  const user = await t.account()
  const other = await t.account()
  const { ctx } = t.app
  const body = { values: ['no@acorn.example'] }
  expect((await t.call(addSuppressions, { body }, user)).status).toBe(200)
  await rememberVerification(ctx, user.accountId, 'one@acorn.example', found, { origin: 'user' })
  const asked = vi.spyOn(suppressedEmails, 'ask')
  const look = (address: string, { accountId }: { accountId: number }) =>
    lookUpAddress(ctx, { accountId, address })
  const answers = await Promise.all([
    look('one@acorn.example', user),
    look('no@acorn.example', other),
    look('no@acorn.example', user),
    look('one@acorn.example', other),
    look('two@acorn.example', user),
  ])
  expect(answers.map(({ isSuppressed, stored }) => [isSuppressed, stored?.state])).toEqual([
    [false, 'valid'],
    [false, undefined],
    [true, undefined],
    [false, undefined],
    [false, undefined],
  ])
  expect(asked).toHaveBeenCalledTimes(2)
  const withinTransaction = await transaction(ctx.db, () => look('no@acorn.example', user))
  expect(withinTransaction).toEqual({ isSuppressed: true, stored: undefined })
})
