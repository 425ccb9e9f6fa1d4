import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUser } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { appCode, stepAt, wrongCode } from '#server/testing/authenticator.ts'
import { waitingForLock } from '#server/testing/halt.ts'
import { getActor } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sendFactorChangeMail } from './change-mail.ts'
import { countRecoveryCodes, verifyFactorCode } from './factor-codes.ts'
import { findUsersWithFactor, hasSecondFactor } from './second-factor.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './switch-factor.ts'

const FROM = { ip: '192.0.2.1', host: 'localhost' }

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

/** The program with a clock that stops in the middle of a step. */
function movable() {
  const clock = fixedClock(new Date('2026-03-01T12:00:15Z'))
  const ctx: Context = { ...t.app.ctx, clock }
  return { ctx, db: ctx.db, clock, step: () => stepAt(clock.now()) }
}

/** A new user with the second factor on for a minute. */
async function withFactor() {
  const setup = movable()
  const { ctx } = setup
  const user = await t.account()
  const actor = await getActor(t, user)
  const { secret } = await startSecondFactor(ctx, actor, user.password, 'localhost')
  const codes = await enableSecondFactor(ctx, actor, appCode(secret, setup.step()), FROM)
  setup.clock.advance(60_000)
  const verify = (code: string) => verifyFactorCode(ctx, user.id, code)
  return { ...setup, user, actor, secret, codes, verify }
}

/** Mails about the factor of a person, the oldest first. */
const mailsTo = (user: { id: number }) =>
  t.app.ctx.db
    .selectFrom('mail_message')
    .select(['site_id', 'recipient', 'template', 'variables', 'secrets_sealed', 'user_id', 'account_id'])
    .where('user_id', '=', user.id)
    .where('template', '=', 'second-factor-changed')
    .orderBy('id')
    .execute()

const changesTold = async (user: { id: number }) =>
  (await mailsTo(user)).map(({ variables }) => variables.change)

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error.code,
  )

describe('a code of the app', () => {
  it.each([-2, -1, 0, 1, 2])('of %i steps away is accepted one step on either side only', async (away) => {
    const { secret, step, verify, clock } = await withFactor()
    clock.advance(120_000)
    expect(await verify(appCode(secret, step() + away))).toBe(Math.abs(away) <= 1 ? 'app' : null)
  })

  it('is accepted once, and no earlier one after it', async () => {
    const { secret, step, verify } = await withFactor()
    expect(await verify(appCode(secret, step()))).toBe('app')
    expect(await verify(appCode(secret, step()))).toBeNull()
    expect(await verify(appCode(secret, step() - 1))).toBeNull()
    expect(await verify(appCode(secret, step() + 1))).toBe('app')
    expect(await verify(appCode(secret, step() + 1))).toBeNull()
  })

  it('is accepted once for twenty concurrent tries', async () => {
    const { secret, step, verify } = await withFactor()
    const code = appCode(secret, step())
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(code)))
    expect(answers.filter((answer) => answer === 'app')).toHaveLength(1)
    expect(answers.filter((answer) => answer === null)).toHaveLength(19)
  })

  it('may contain spaces and dashes', async () => {
    const { secret, step, verify } = await withFactor()
    const code = appCode(secret, step())
    expect(await verify(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe('app')
    const next = appCode(secret, step() + 1)
    expect(await verify(`${next.slice(0, 3)}-${next.slice(3)}`)).toBe('app')
  })

  it('is used up by switching on', async () => {
    const { clock, secret, verify, step } = await withFactor()
    clock.advance(-60_000)
    expect(await verify(appCode(secret, step()))).toBeNull()
    expect(await verify(appCode(secret, step() + 1))).toBe('app')
  })

  it('is refused without an error when the clock has gone back', async () => {
    const { clock, secret, verify, step } = await withFactor()
    clock.advance(-24 * 60 * 60_000)
    expect(await verify(appCode(secret, step()))).toBeNull()
  })

  it.each([
    '000000000000',
    '',
    ' ',
    '12345',
    '1234567',
    "' or true --",
    '\u0000',
    '🦊🦊🦊🦊🦊🦊',
    '１２３４５６',
  ])('is not "%s"', async (code) => {
    const { verify } = await withFactor()
    expect(await verify(code)).toBeNull()
  })

  it("is wrong without a factor, or when it is someone else's", async () => {
    const [own, other] = [await withFactor(), await withFactor()]
    expect(await own.verify(wrongCode(own.secret, own.step()))).toBeNull()
    expect(await own.verify(appCode(other.secret, other.step()))).toBeNull()
    expect(await own.verify(appCode(own.secret, own.step()))).toBe('app')
  })

  it('is released when the transaction that used it fails', async () => {
    const { db, ctx, secret, step, user, verify, codes } = await withFactor()
    for (const code of [appCode(secret, step()), codes[0] as string]) {
      const failing = transaction(db, async () => {
        expect(await verifyFactorCode(ctx, user.id, code)).not.toBeNull()
        throw new Error('the sign-in failed')
      })
      await expect(failing).rejects.toThrow('the sign-in failed')
      expect(await verify(code)).not.toBeNull()
    }
  })
})

describe('recovery codes', () => {
  it('are ten, valid once each, in any spelling', async () => {
    const { codes, verify, ctx, user } = await withFactor()
    expect(codes).toHaveLength(10)
    for (const [index, code] of codes.entries()) {
      const typed = [code, code.toUpperCase(), code.replace('-', ' '), code.replace('-', '')][index % 4]
      expect(await verify(typed as string)).toBe('recovery')
      expect(await verify(code)).toBeNull()
      expect(await countRecoveryCodes(ctx, user.id)).toBe(9 - index)
    }
  })

  it('are accepted once for ten concurrent tries', async () => {
    const { codes, verify, ctx, user } = await withFactor()
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(codes[0] as string)))
    expect(answers.filter((answer) => answer === 'recovery')).toHaveLength(1)
    expect(await countRecoveryCodes(ctx, user.id)).toBe(9)
  })

  it('of someone else are rejected', async () => {
    const [own, other] = [await withFactor(), await withFactor()]
    expect(await own.verify(other.codes[0] as string)).toBeNull()
    expect(await other.verify(other.codes[0] as string)).toBe('recovery')
  })

  it('are replaced by new ones', async () => {
    const { ctx, actor, user, secret, step, codes, verify } = await withFactor()
    const renewed = await renewRecoveryCodes(
      ctx,
      actor,
      { password: user.password, code: appCode(secret, step()) },
      FROM,
    )
    expect(renewed).toHaveLength(10)
    expect(renewed.filter((code) => codes.includes(code))).toEqual([])
    expect(await verify(codes[0] as string)).toBeNull()
    expect(await verify(renewed[0] as string)).toBe('recovery')
    expect(await changesTold(user)).toEqual(['on', 'new-recovery-codes'])
  })

  it('can be used to renew them and to switch off when the app is lost', async () => {
    const { ctx, actor, user, codes } = await withFactor()
    const password = user.password
    const renewed = await renewRecoveryCodes(ctx, actor, { password, code: codes[3] as string }, FROM)
    await disableSecondFactor(ctx, actor, { password, code: renewed[5] as string }, FROM)
    expect(await hasSecondFactor(ctx, user.id)).toBe(false)
    expect(await changesTold(user)).toEqual(['on', 'new-recovery-codes', 'off'])
  })
})

describe('switching on', () => {
  it('accepts the newest secret only', async () => {
    const { ctx, step } = movable()
    const user = await t.account()
    const actor = await getActor(t, user)
    const first = await startSecondFactor(ctx, actor, user.password, 'localhost')
    const second = await startSecondFactor(ctx, actor, user.password, 'localhost')
    expect(second.secret).not.toBe(first.secret)
    expect(await refusal(enableSecondFactor(ctx, actor, appCode(first.secret, step()), FROM))).toBe(
      'invalid_code',
    )
    expect(await hasSecondFactor(ctx, user.id)).toBe(false)
    await enableSecondFactor(ctx, actor, appCode(second.secret, step()), FROM)
    expect(await hasSecondFactor(ctx, user.id)).toBe(true)
  })

  it('accepts a secret of the last hour only', async () => {
    const { db, ctx, step } = movable()
    const user = await t.account()
    const actor = await getActor(t, user)
    const { secret } = await startSecondFactor(ctx, actor, user.password, 'localhost')
    await db
      .updateTable('second_factor')
      .set({ created_at: sql<Date>`now() - interval '61 minutes'` })
      .where('user_id', '=', user.id)
      .execute()
    expect(await refusal(enableSecondFactor(ctx, actor, appCode(secret, step()), FROM))).toBe('conflict')
  })

  it('happens once for two concurrent tries, with one set of recovery codes', async () => {
    const { ctx, step } = movable()
    const user = await t.account()
    const actor = await getActor(t, user)
    const { secret } = await startSecondFactor(ctx, actor, user.password, 'localhost')
    const tries = [-1, 0, 1, 0].map((away) =>
      enableSecondFactor(ctx, actor, appCode(secret, step() + away), FROM),
    )
    const answers = await Promise.allSettled(tries)
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    expect(await countRecoveryCodes(ctx, user.id)).toBe(10)
  })

  it('has no effect before its code: neither codes nor the challenge at sign-in', async () => {
    const { ctx, step } = movable()
    const user = await t.account()
    const { secret } = await startSecondFactor(ctx, await getActor(t, user), user.password, 'localhost')
    expect(await hasSecondFactor(ctx, user.id)).toBe(false)
    expect(await verifyFactorCode(ctx, user.id, appCode(secret, step()))).toBeNull()
    expect(await findUsersWithFactor(ctx, [user.id])).toEqual(new Set())
  })
})

describe('switching off', () => {
  it('works once for two concurrent calls with different proofs', async () => {
    const { ctx, actor, user, secret, step, codes } = await withFactor()
    const password = user.password
    const proofs = [appCode(secret, step()), ...codes.slice(0, 6), appCode(secret, step() + 1)]
    // Passwords take their time one after the other; from here on all run at once.
    const holder = await t.app.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from second_factor where user_id = $1 for update', [user.id])
    const tries = Promise.allSettled(
      proofs.map((code) => disableSecondFactor(ctx, actor, { password, code }, FROM)),
    )
    await waitingForLock(t, proofs.length)
    await holder.query('commit')
    holder.release()
    const answers = await tries
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(['invalid_code', 'conflict']).toContain(answer.reason.code)
    expect(await changesTold(user)).toEqual(['on', 'off'])
  })
})

describe('queries of other modules', () => {
  it('report who of many has a factor', async () => {
    const { ctx, user } = await withFactor()
    const without = await t.account()
    expect(await findUsersWithFactor(ctx, [user.id, without.id])).toEqual(new Set([user.id]))
    expect(await findUsersWithFactor(ctx, [])).toEqual(new Set())
  })

  it('notifies the person by mail, under the brand of the host', async () => {
    const { ctx, db, user, clock } = await withFactor()
    const row = await findUser(t.app.ctx, user.id)
    if (!row) throw new Error('no user')
    const site = await createSite(t.app.ctx, {
      account_id: row.account_id,
      realm_id: row.realm_id,
      domain: 'told.example',
      verified_at: clock.now(),
    })
    await transaction(db, () =>
      sendFactorChangeMail(ctx, row, 'recovery-code-used', { ip: '192.0.2.9', host: 'told.example:8443' }),
    )
    expect((await mailsTo(user)).at(-1)).toEqual({
      site_id: site.id,
      recipient: user.email,
      template: 'second-factor-changed',
      variables: {
        first_name: 'Test',
        change: 'recovery-code-used',
        when: clock.now().toISOString(),
        ip: '192.0.2.9',
      },
      secrets_sealed: null,
      user_id: user.id,
      account_id: user.accountId,
    })
  })
})
