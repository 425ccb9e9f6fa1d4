import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import {
  CHALLENGE_MINUTES,
  type ChallengeSubject,
  checkProof,
  makeChallenge,
  spendProof,
} from './proof-of-work.ts'

let t: TestApp
let subject: ChallengeSubject
/** What a visitor’s browser sends. */
let solved: { challenge: Awaited<ReturnType<typeof makeChallenge>>; solution: object }
beforeAll(async () => {
  t = await sharedWebApp()
  const { accountId } = await t.account()
  subject = { accountId, purpose: 'form:abc', consent: 'You may call me.' }
  const challenge = await makeChallenge(t.app.ctx, subject)
  solved = { challenge, solution: { ...(await solveChallenge({ challenge, deriveKey })) } }
})
afterAll(() => t.close())

const encode = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64')
const check = (proof: unknown = solved, other: Partial<ChallengeSubject> = {}, ctx: Context = t.app.ctx) =>
  checkProof(ctx, { ...subject, ...other }, encode(proof))

it('accepts a solved challenge once', async () => {
  const proof = await check()
  expect(proof).not.toBeNull()
  const spend = () =>
    transaction(t.app.database.db, () =>
      spendProof(t.app.ctx, subject.accountId, proof as NonNullable<typeof proof>),
    )
  expect(await spend()).toBe(true)
  expect(await spend()).toBe(false)
})

it.each([
  ['another form', { purpose: 'form:abd' }],
  ['another account', { accountId: 1 }],
  ['another consent text', { consent: 'You may call me!' }],
  ['no consent text', { consent: null }],
])('counts for nothing for %s', async (_what, other) => {
  expect(await check(solved, other)).toBeNull()
})

it('is refused without work, with changed work or another signature', async () => {
  const { challenge, solution } = solved
  const { parameters } = challenge
  const changed = [
    { challenge, solution: { counter: 0, derivedKey: '00'.repeat(32) } },
    { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '0' } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } }, solution },
    { challenge: { ...challenge, signature: 'ab'.repeat(32) }, solution },
    { challenge: { parameters }, solution },
    'nothing',
  ]
  for (const proof of changed) expect(await check(proof), JSON.stringify(proof)).toBeNull()
  expect(await checkProof(t.app.ctx, subject, 'x'.repeat(5000))).toBeNull()
  expect(await check()).not.toBeNull()
})

it('expires, and needs the key of this installation', async () => {
  const late = new Date(Date.now() + (CHALLENGE_MINUTES + 1) * 60_000)
  expect(await check(solved, {}, { ...t.app.ctx, clock: { now: () => late } })).toBeNull()
  expect(await check(solved, {}, { ...t.app.ctx, secretKey: 'another' })).toBeNull()
})
