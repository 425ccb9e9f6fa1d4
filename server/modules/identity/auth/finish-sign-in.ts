import { CHALLENGE_MINUTES } from '#contract/core/constants.ts'
import type { SignedIn } from '#contract/identity/user.ts'
import {
  canEnterAccount,
  findAccount,
  findUser,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { findSiteOfHost, isSignOnEnforced, type SiteRow } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  countCodeTry,
  invalidCode,
  listHeldCodes,
  redeemCode,
  startCode,
} from '#server/modules/core/one-time-codes/index.ts'
import { showUser } from '#server/modules/identity/profile/index.ts'
import {
  hasSecondFactor,
  sendFactorChangeMail,
  verifyFactorCode,
} from '#server/modules/identity/second-factor/index.ts'
import {
  findNewDevice,
  knowsAddress,
  openSignOn,
  type SignOnProof,
  sealSignOn,
  startSession,
} from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isOwnerRole } from '#server/platform/http/actor.ts'
import { codeHostLimit, loginSecondLimit } from './auth-limits.ts'
import type { From } from './from.ts'

/** The last step of signing in: opens a session, and tells the person of a device it does not know. */
export async function openSignIn(
  ctx: Context,
  user: Pick<UserRow, 'id' | 'account_id'>,
  site: SiteRow | null,
  from: Omit<From, 'origin'>,
  signOn?: SignOnProof,
): Promise<SignedIn> {
  const siteId = site?.id ?? null
  const { token, expires } = await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: user.account_id, userId: user.id, action: 'session.started' })
    const device = await findNewDevice(ctx, user.id, from.userAgent)
    const session = await startSession(ctx, {
      userId: user.id,
      siteId,
      ip: from.ip,
      userAgent: from.userAgent,
      signOnSealed: signOn ? sealSignOn(ctx, user.id, signOn) : null,
    })
    if (device !== null)
      await notify(ctx, {
        accountId: user.account_id,
        userIds: [user.id],
        kind: 'new_device',
        detail: { session_id: session.id, device, ip: from.ip },
      })
    return session
  })
  const authorisation = { token, type: 'bearer' as const, expires_at: expires.toISOString() }
  return { data: { authorisation, user: await showUser(ctx, user.id, siteId) } }
}

/** A closed account is accessible to its owners only. @throws AppError account_closed. */
async function requireAccess(ctx: Context, user: Pick<UserRow, 'account_id' | 'role'>): Promise<void> {
  const account = await findAccount(ctx, user.account_id)
  if (account && !canEnterAccount(user, account))
    throw new AppError('account_closed', 'This account is closed. Its owner can reopen it')
}

/** Members of an account with enforced sign-on use it; owners have their password as a way back. @throws AppError */
async function requireSignOn(ctx: Context, user: Pick<UserRow, 'account_id' | 'role'>): Promise<void> {
  if (isOwnerRole(user.role) || !(await isSignOnEnforced(ctx, user.account_id))) return
  throw new AppError('sign_on_required', 'Your account signs in through its provider. Use that button')
}

/**
 * Opens a session. `signOn`: the provider of the site's sign-on has confirmed the person.
 * @throws AppError sign_on_required, second_factor_required with a challenge when the user has one.
 */
export async function signInUser(
  ctx: Context,
  user: UserRow,
  site: SiteRow | null,
  from: From,
  signOn?: SignOnProof,
): Promise<SignedIn> {
  await requireAccess(ctx, user)
  if (!signOn) await requireSignOn(ctx, user)
  if (!(await hasSecondFactor(ctx, user.id))) return openSignIn(ctx, user, site, from, signOn)
  const { holder } = await transaction(ctx.db, () =>
    startCode(ctx, {
      purpose: 'second_factor',
      realmId: user.realm_id,
      siteId: site?.id ?? null,
      email: user.email,
      userId: user.id,
      ...(signOn && { data: { sign_on: sealSignOn(ctx, user.id, signOn) } }),
      minutes: CHALLENGE_MINUTES,
    }),
  )
  throw new AppError('second_factor_required', 'Enter the code from your authenticator app', {
    details: { challenge: holder },
  })
}

/** Completes a sign-in with an app code or a recovery code. @throws AppError invalid_code, rate_limited. */
export async function finishSignIn(
  ctx: Context,
  body: { challenge: string; code: string },
  from: From,
): Promise<SignedIn> {
  await codeHostLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const challenge = await listHeldCodes(ctx, 'second_factor', body.challenge)
  const row = await countCodeTry(
    ctx,
    challenge.filter((item) => item.site_id === (site?.id ?? null)),
  )
  const user = row.user_id === null ? undefined : await findUser(ctx, row.user_id)
  if (user?.state !== 'active') throw invalidCode()
  if (!(await knowsAddress(ctx, [user.id], from.ip))) await loginSecondLimit.consume(ctx, String(user.id))
  const used = await transaction(ctx.db, async () => {
    const kind = await verifyFactorCode(ctx, user.id, body.code)
    if (!kind) throw invalidCode()
    await redeemCode(ctx, row)
    if (kind === 'recovery') await sendFactorChangeMail(ctx, user, 'recovery-code-used', from)
    return kind
  })
  if (used) await loginSecondLimit.reset(ctx, String(user.id))
  const { sign_on: sealed } = row.data
  const signOn = typeof sealed === 'string' ? openSignOn(ctx, user.id, sealed) : undefined
  return openSignIn(ctx, user, site, from, signOn)
}
