import { RESET_MINUTES } from '#contract/core/constants.ts'
import { forgotPassword } from '#contract/identity/auth.ts'
import {
  checkNewPassword,
  findPlatformRealm,
  findUser,
  findUsersOfSite,
  type UserRow,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import {
  findBrand,
  findSiteById,
  findSiteOfHost,
  findSiteOfRealm,
  type SiteRow,
} from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  checkCode,
  dropCodes,
  findCodeByLink,
  type Issued,
  invalidCode,
  listHeldCodes,
  type OneTimeCodeRow,
  redeemCode,
  startCode,
} from '#server/modules/core/one-time-codes/index.ts'
import { notifyPasswordChanged } from '#server/modules/identity/profile/index.ts'
import { knowsAddress, revokeAllApiKeys, revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { auditedCall, markUnchanged } from '#server/platform/http/current-call.ts'
import { codeHostLimit, resetAccountLimit, resetAddressLimit, resetHostLimit } from './auth-limits.ts'
import type { From } from './from.ts'
import { requestMail } from './mail-requests.ts'
import { sendInvitationsAgain } from './signals.ts'

/** Minutes between the right code and the new password. */
const TOKEN_MINUTES = 15

async function sendResetMail(ctx: Context, user: UserRow, { row, code, link }: Issued): Promise<void> {
  const brand = await findBrand(ctx, row.site_id)
  await sendMail(ctx, {
    siteId: row.site_id,
    to: user.email,
    template: 'reset-password',
    variables: { first_name: user.first_name, minutes: RESET_MINUTES },
    secrets: { code, link: `${brand.url}/forgot-password#token=${link}` },
    expiresAt: row.expires_at,
    userId: user.id,
    accountId: user.account_id,
  })
}

/*
 * Password reset: code or link by mail, then a token, then the new password. Known and unknown addresses get the
 * same reply after the same work; a job sends each a mail that explains the situation.
 */

async function countRequest(ctx: Context, email: string, ip: string, users: UserRow[]): Promise<void> {
  await resetHostLimit.consume(ctx, ip)
  await resetAddressLimit.consume(ctx, `${email}|${ip}`)
  const ids = users.map((user) => user.id)
  const known = await knowsAddress(ctx, ids, ip)
  // Counted for everyone, so that it takes everyone as long.
  await resetAccountLimit.consume(ctx, email).catch((refusal) => {
    if (!known) throw refusal
  })
}

/** Whether a row may be used on this site: of its realm, or requested there by its team; shared domains serve all. */
const servedBy = (site: SiteRow | null) => (row: OneTimeCodeRow) =>
  site === null || row.realm_id === site.realm_id || row.site_id === site.id

async function findCodeByToken(ctx: Context, token: string): Promise<OneTimeCodeRow> {
  return findCodeByLink(ctx, 'reset_token', token).catch(() => findCodeByLink(ctx, 'reset_password', token))
}

/** Requests a code to set a new password. @throws AppError rate_limited, unavailable before the first account. */
export async function requestPasswordReset(ctx: Context, email: string, from: From) {
  const site = await findSiteOfHost(ctx, from.host)
  const platformRealm = await findPlatformRealm(ctx)
  const users = await findUsersOfSite(ctx, email, site)
  await countRequest(ctx, email, from.ip, users)
  const realmId = site?.realm_id ?? platformRealm
  if (realmId === null) throw new AppError('unavailable', 'The first account doesn’t exist yet')
  markUnchanged()
  const { row, holder } = await requestMail(ctx, {
    purpose: 'reset_request',
    realmId,
    siteId: site?.id ?? null,
    email,
    minutes: RESET_MINUTES,
  })
  return { request: holder, expires_at: row.expires_at.toISOString() }
}

/**
 * Sends a code to everyone with the address on the request's site, and people who were invited and have no password yet
 * their invitation.
 */
export async function answerPasswordReset(
  ctx: Context,
  { email, site_id: siteId, realm_id, holder_hash }: OneTimeCodeRow,
): Promise<void> {
  const users = await findUsersOfSite(ctx, email, await findSiteById(ctx, siteId))
  const realmId = siteId === null ? null : realm_id
  const isInvited = await sendInvitationsAgain.ask(ctx, { email, realmId })
  if (users.length === 0 && !isInvited)
    await sendMail(ctx, { siteId, to: email, template: 'reset-unknown', variables: {}, secrets: {} })
  for (const user of users) {
    // On a shared domain a reseller's customer gets mail from the reseller's brand.
    const own = siteId ?? (await findSiteOfRealm(ctx, user.realm_id))?.id ?? null
    const issued = await startCode(
      ctx,
      {
        purpose: 'reset_password',
        realmId: user.realm_id,
        siteId: own,
        email,
        userId: user.id,
        minutes: RESET_MINUTES,
      },
      holder_hash,
    )
    await sendResetMail(ctx, user, issued)
    const record = async () => recordAudit(ctx.db, { accountId: user.account_id, userId: user.id })
    await auditedCall({ endpoint: forgotPassword, actor: null, work: record, onMissingAudit: () => {} })
  }
}

/** Exchanges the code for a token. @throws AppError invalid_code, rate_limited. */
export async function checkResetCode(ctx: Context, body: { request: string; code: string }, from: From) {
  await codeHostLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const resetCode = await listHeldCodes(ctx, 'reset_password', body.request)
  const row = await checkCode(ctx, resetCode.filter(servedBy(site)), body.code)
  if (row.user_id === null) throw invalidCode()
  return transaction(ctx.db, async () => {
    await redeemCode(ctx, row)
    const issued = await startCode(ctx, {
      purpose: 'reset_token',
      realmId: row.realm_id,
      siteId: row.site_id,
      email: row.email,
      userId: row.user_id,
      minutes: TOKEN_MINUTES,
    })
    return { token: issued.link, expires_at: issued.row.expires_at.toISOString() }
  })
}

/** Sets the password and ends every session. @throws AppError invalid_code, validation_failed, rate_limited. */
export async function resetPassword(
  ctx: Context,
  body: { token: string; password: string },
  from: From,
): Promise<void> {
  await codeHostLimit.consume(ctx, from.ip)
  checkNewPassword(body.password, ctx.site.passwordMinLength)
  const site = await findSiteOfHost(ctx, from.host)
  const row = await findCodeByToken(ctx, body.token)
  const user = row.user_id === null ? undefined : await findUser(ctx, row.user_id)
  if (user?.state !== 'active' || !servedBy(site)(row)) throw invalidCode()
  const password_hash = await hashPassword(body.password)
  await transaction(ctx.db, async () => {
    await redeemCode(ctx, row)
    await updateUser(ctx, user.id, { password_hash })
    await dropCodes(ctx, user.id, ['reset_password', 'reset_token', 'mail_change', 'second_factor'])
    await revokeAllSessions(ctx, user.id)
    await revokeAllApiKeys(ctx, user.id, user.account_id)
    recordAudit(ctx.db, { accountId: user.account_id, userId: user.id })
    await notifyPasswordChanged(ctx, user, row.site_id, from.ip)
  })
}
