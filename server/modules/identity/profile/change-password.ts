import {
  checkNewPassword,
  findUser,
  requirePassword,
  type UserRow,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand, findSenderSite } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { dropCodes } from '#server/modules/core/one-time-codes/index.ts'
import { revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { From } from './show-profile.ts'

export async function notifyPasswordChanged(ctx: Context, user: UserRow, siteId: number | null, ip: string) {
  const brand = await findBrand(ctx, siteId)
  await sendMail(ctx, {
    siteId,
    to: user.email,
    template: 'password-changed',
    variables: { first_name: user.first_name, when: ctx.clock.now().toISOString(), ip },
    secrets: { reset_link: `${brand.url}/forgot-password` },
    userId: user.id,
    accountId: user.account_id,
  })
}

/** Changes their own password and ends every other session. @returns how many sessions ended. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  from: From,
  body: { current_password: string; password: string },
): Promise<number> {
  checkNewPassword(body.password, ctx.site.passwordMinLength)
  const user = await findUser(ctx, actor.userId)
  if (!user) throw notFound('The user')
  if (!user.password_hash) throw conflict('You don’t have a password yet. Set one with "Forgot password"')
  await requirePassword(ctx, user.id, body.current_password, 'current_password')
  const password_hash = await hashPassword(body.password)
  const site = await findSenderSite(ctx, user, from.host)
  return transaction(ctx.db, async () => {
    await updateUser(ctx, user.id, { password_hash })
    await dropCodes(ctx, user.id, ['reset_password', 'reset_token', 'second_factor'])
    await notifyPasswordChanged(ctx, user, site?.id ?? null, from.ip)
    recordAudit(ctx.db, { accountId: actor.accountId })
    const currentSessionId = actor.credential.kind === 'session' ? actor.credential.id : null
    return revokeAllSessions(ctx, user.id, currentSessionId)
  })
}
