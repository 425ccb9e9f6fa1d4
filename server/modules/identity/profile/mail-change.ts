import { RESET_MINUTES } from '#contract/core/constants.ts'
import { findUser, isEmailTaken, updateUser } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findSenderSite } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import {
  checkCode,
  dropCodes,
  invalidCode,
  listCodesOfUser,
  type OneTimeCodeRow,
  redeemCode,
  renewCode,
  startCode,
} from '#server/modules/core/one-time-codes/index.ts'
import { requireSessionOwner } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { maskEmail } from '#server/platform/text/mask-email.ts'
import type { From } from './show-profile.ts'

const mailChangeLimit = defineRateLimit({ name: 'mail-change', points: 6, seconds: 60 * 60 })

/*
 * A change of one's own address: a code goes to the new one, the old one is notified when it is done. An address
 * in use gets another mail and the same reply, so that nobody learns who is a user.
 */

async function requireUser(ctx: Context, actor: Actor) {
  const user = await findUser(ctx, actor.userId)
  if (!user) throw notFound('The user')
  return user
}

async function sendChangeMail(ctx: Context, actor: Actor, row: OneTimeCodeRow, code: string): Promise<void> {
  const user = await requireUser(ctx, actor)
  const isTaken = await isEmailTaken(ctx, row.email, user.realm_id)
  const shared = { siteId: row.site_id, to: row.email, userId: user.id, accountId: user.account_id }
  if (isTaken) {
    await sendMail(ctx, { ...shared, template: 'mail-change-taken', variables: {}, secrets: {} })
    return
  }
  await sendMail(ctx, {
    ...shared,
    template: 'mail-change-confirm',
    variables: { first_name: user.first_name, minutes: RESET_MINUTES },
    secrets: { code },
    expiresAt: row.expires_at,
  })
}

const presentChange = (row: OneTimeCodeRow) => ({
  email: row.email,
  expires_at: row.expires_at.toISOString(),
})

/** @throws AppError validation_failed (same address, wrong password), rate_limited. */
export async function requestMailChange(
  ctx: Context,
  actor: Actor,
  from: From,
  body: { email: string; password?: string },
) {
  const user = await requireUser(ctx, actor)
  if (user.email.toLowerCase() === body.email) throw invalidField('email', 'This is already your address')
  await requireSessionOwner(ctx, actor, body.password)
  await mailChangeLimit.consume(ctx, String(user.id))
  const site = await findSenderSite(ctx, user, from.host)
  return transaction(ctx.db, async () => {
    await dropCodes(ctx, user.id, ['mail_change'])
    const { row, code } = await startCode(ctx, {
      purpose: 'mail_change',
      realmId: user.realm_id,
      siteId: site?.id ?? null,
      email: body.email,
      userId: user.id,
      minutes: RESET_MINUTES,
    })
    await sendChangeMail(ctx, actor, row, code)
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { email: row.email } })
    return presentChange(row)
  })
}

/** @throws AppError conflict when no change is pending, rate_limited. */
export async function resendMailChange(ctx: Context, actor: Actor) {
  const waiting = await listCodesOfUser(ctx, 'mail_change', actor.userId)
  if (!waiting) throw conflict('There is no email change in progress. Start again')
  await mailChangeLimit.consume(ctx, String(actor.userId))
  return transaction(ctx.db, async () => {
    const renewed = await renewCode(ctx, waiting, RESET_MINUTES)
    if (!renewed) throw invalidCode()
    await sendChangeMail(ctx, actor, renewed.row, renewed.code)
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { email: renewed.row.email } })
    return presentChange(renewed.row)
  })
}

/** @throws AppError invalid_code. */
export async function confirmMailChange(ctx: Context, actor: Actor, code: string): Promise<void> {
  const waiting = await listCodesOfUser(ctx, 'mail_change', actor.userId)
  if (!waiting) throw invalidCode()
  const row = await checkCode(ctx, [waiting], code)
  const user = await requireUser(ctx, actor)
  await transaction(ctx.db, async () => {
    await redeemCode(ctx, row)
    await updateUser(ctx, user.id, { email: row.email })
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      detail: fieldChanges({ email: user.email }, { email: row.email }),
    })
    // Codes sent to the old address must no longer open the account.
    await dropCodes(ctx, user.id, ['reset_password', 'reset_token'])
    await sendMail(ctx, {
      siteId: row.site_id,
      to: user.email,
      template: 'mail-changed',
      variables: { first_name: user.first_name, new_email_masked: maskEmail(row.email) },
      secrets: {},
      userId: user.id,
      accountId: user.account_id,
    })
  }).catch((error) => {
    throw isUniqueViolation(error) ? invalidCode() : error
  })
}
