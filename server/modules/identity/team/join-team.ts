import { checkNewPassword, createUser } from '#server/modules/accounts/accounts/index.ts'
import { acceptTermsIfCurrent, requireTermsAccepted } from '#server/modules/accounts/terms/index.ts'
import { setMemberCap } from '#server/modules/accounts/wallet/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { findSiteOfHost, servesPerson } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { invalidCode } from '#server/modules/core/one-time-codes/index.ts'
import { openSignIn } from '#server/modules/identity/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { pick } from '#server/platform/pick.ts'
import type { From } from './lock-team.ts'
import { inviterName } from './present-team.ts'
import { formatUserName, oneLine } from './team-policy.ts'
import { findInvitation, redeemInvitation } from './team-store.ts'

const acceptInvitationLimit = defineRateLimit({ name: 'accept-invitation', points: 100, seconds: 60 * 60 })

/** Choices of a joining person; everything else is in the invitation. */
export interface Joining {
  token: string
  first_name: string
  last_name?: string
  password: string
  accept_terms?: number
}

/** A link's invitation on this host. A brand accepts its customers and its team only. @throws AppError invalid_code, rate_limited. */
async function findInvitationOfLink(ctx: Context, token: string, from: From) {
  await acceptInvitationLimit.consume(ctx, from.ip)
  const [invitation, site] = [
    await findInvitation(ctx.db, hashToken(token)),
    await findSiteOfHost(ctx, from.host),
  ]
  if (!invitation || (site && !servesPerson(site, invitation))) throw invalidCode()
  await acceptInvitationLimit.release(ctx, from.ip)
  return { invitation, siteId: site?.id ?? null }
}

function joinTeam(ctx: Context, joining: Joining, passwordHash: string, siteId: number | null, from: From) {
  return transaction(ctx.db, async () => {
    const invitation = await redeemInvitation(ctx.db, hashToken(joining.token))
    if (!invitation) throw invalidCode()
    const user = await createUser(ctx, invitation.account_id, {
      email: invitation.email,
      passwordHash,
      confirmed: true,
      firstName: oneLine(joining.first_name),
      lastName: oneLine(joining.last_name ?? ''),
      role: invitation.role,
      grantedModules: invitation.granted_modules,
      accessToWallet: invitation.access_to_wallet,
      ownListsOnly: invitation.own_lists_only,
    })
    if (invitation.monthly_credit_cap !== null)
      await setMemberCap(ctx, user.account_id, user.id, invitation.monthly_credit_cap)
    await requireTermsAccepted(ctx, siteId, joining.accept_terms)
    await acceptTermsIfCurrent(ctx, {
      userId: user.id,
      siteId,
      version: joining.accept_terms,
      ip: from.ip,
      userAgent: from.userAgent,
    })
    await notify(ctx, {
      accountId: user.account_id,
      userIds: [invitation.invited_by],
      kind: 'invitation_accepted',
      detail: { invitation_id: invitation.id, name: formatUserName(user), email: user.email },
    })
    const detail = { email: invitation.email }
    recordAudit(ctx.db, { accountId: user.account_id, userId: user.id, detail })
    return user
  })
}

/** An invitation's details, for the holder of its link. @throws AppError invalid_code, rate_limited. */
export async function showInvitation(ctx: Context, token: string, from: From) {
  const { invitation } = await findInvitationOfLink(ctx, token, from)
  return {
    ...pick(invitation, 'email', 'first_name', 'last_name', 'account_name'),
    invited_by: inviterName(invitation),
    is_first: invitation.account_id !== invitation.inviter_account_id,
    expires_at: invitation.expires_at.toISOString(),
  }
}

/**
 * Joins an invitation's account and signs in. Role and rights are the invitation's.
 * @throws AppError invalid_code, validation_failed, rate_limited.
 */
export async function acceptInvitation(ctx: Context, joining: Joining, from: From) {
  const { siteId } = await findInvitationOfLink(ctx, joining.token, from)
  checkNewPassword(joining.password, ctx.site.passwordMinLength)
  // Before the transaction: hashing is slow enough to block others.
  const passwordHash = await hashPassword(joining.password)
  const user = await joinTeam(ctx, joining, passwordHash, siteId, from).catch((error) => {
    // The address has got an account in the meantime.
    throw isUniqueViolation(error, 'app_user_email') ? invalidCode() : error
  })
  return openSignIn(ctx, user, await findSiteOfHost(ctx, from.host), from)
}
