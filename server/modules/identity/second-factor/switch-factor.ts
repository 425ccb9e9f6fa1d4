import { findUser, requirePassword, type UserRow } from '#server/modules/accounts/accounts/index.ts'
import { showSiteSettings } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { type CallOrigin, sendFactorChangeMail } from './change-mail.ts'
import { findCodeStep, makeRecoveryCodes, sealContext, verifyFactorCode } from './factor-codes.ts'
import { findFactor, lockFactor, storeWaitingSecret, switchOff, switchOn } from './second-factor-store.ts'
import { newSecret, otpauthUri } from './totp.ts'

const secondFactorLimit = defineRateLimit({ name: 'second-factor', points: 10, seconds: 15 * 60 })

/** Proofs for switching off and renewing: the password, if there is one, and a code. */
interface BothProofs {
  password?: string
  code: string
}

const wrongCode = () =>
  new AppError('invalid_code', 'This code is wrong or was already used. Wait for the next one in your app.')
const alreadyOn = () => conflict('Two-factor authentication is already on')
const notOn = () => conflict('Two-factor authentication isn’t on')

async function requireUser(ctx: Context, id: number): Promise<UserRow> {
  const user = await findUser(ctx, id)
  if (!user) throw notFound('The user')
  return user
}

/** Runs `change` once password and code are both right; the code is used up together with it, or not at all. */
async function withBothProofs<T>(
  ctx: Context,
  actor: Actor,
  proofs: BothProofs,
  change: (user: UserRow) => Promise<T>,
): Promise<T> {
  if (!(await findFactor(ctx.db, actor.userId))?.enabled_at) throw notOn()
  await secondFactorLimit.consume(ctx, String(actor.userId))
  await requirePassword(ctx, actor.userId, proofs.password)
  const user = await requireUser(ctx, actor.userId)
  const result = await transaction(ctx.db, async () => {
    await lockFactor(ctx.db, actor.userId)
    if (!(await verifyFactorCode(ctx, actor.userId, proofs.code))) throw wrongCode()
    return change(user)
  })
  await secondFactorLimit.reset(ctx, String(actor.userId))
  return result
}

/**
 * Creates a secret that takes effect once a code confirms it.
 * @throws AppError conflict, rate_limited, validation_failed.
 */
export async function startSecondFactor(
  ctx: Context,
  actor: Actor,
  password: string | undefined,
  host: string,
) {
  await secondFactorLimit.consume(ctx, String(actor.userId))
  await requirePassword(ctx, actor.userId, password)
  const user = await requireUser(ctx, actor.userId)
  const secret = newSecret()
  const sealed = ctx.secretBox.seal(secret, sealContext(user.id))
  await transaction(ctx.db, async () => {
    if (!(await storeWaitingSecret(ctx.db, user.id, sealed))) throw alreadyOn()
    recordAudit(ctx.db, { accountId: user.account_id })
  })
  const { name } = await showSiteSettings(ctx, host)
  return { secret, uri: otpauthUri(secret, name, user.email) }
}

/** Switches the factor on. Returns the recovery codes. @throws AppError conflict, invalid_code, rate_limited. */
export async function enableSecondFactor(
  ctx: Context,
  actor: Actor,
  code: string,
  from: CallOrigin,
): Promise<string[]> {
  await secondFactorLimit.consume(ctx, String(actor.userId))
  const user = await requireUser(ctx, actor.userId)
  const recoveryCodes = await transaction(ctx.db, async () => {
    const factor = await lockFactor(ctx.db, user.id)
    if (factor?.enabled_at) throw alreadyOn()
    if (!factor?.is_recent) throw conflict('Get a new secret first and add it to your app')
    const step = await findCodeStep(ctx, factor, code)
    if (step === null) throw wrongCode()
    await switchOn(ctx.db, user.id, step)
    await sendFactorChangeMail(ctx, user, 'on', from)
    recordAudit(ctx.db, { accountId: user.account_id })
    return makeRecoveryCodes(ctx, user.id)
  })
  await secondFactorLimit.reset(ctx, String(actor.userId))
  return recoveryCodes
}

/**
 * Creates ten new recovery codes that replace the old ones.
 * @throws AppError conflict, invalid_code, rate_limited, validation_failed.
 */
export const renewRecoveryCodes = (
  ctx: Context,
  actor: Actor,
  proofs: BothProofs,
  from: CallOrigin,
): Promise<string[]> =>
  withBothProofs(ctx, actor, proofs, async (user) => {
    await sendFactorChangeMail(ctx, user, 'new-recovery-codes', from)
    recordAudit(ctx.db, { accountId: user.account_id })
    return makeRecoveryCodes(ctx, user.id)
  })

/** Switches the factor off and deletes secret and codes. @throws as `renewRecoveryCodes`. */
export const disableSecondFactor = (
  ctx: Context,
  actor: Actor,
  proofs: BothProofs,
  from: CallOrigin,
): Promise<void> =>
  withBothProofs(ctx, actor, proofs, async (user) => {
    await switchOff(ctx.db, user.id)
    await sendFactorChangeMail(ctx, user, 'off', from)
    recordAudit(ctx.db, { accountId: user.account_id })
  })
