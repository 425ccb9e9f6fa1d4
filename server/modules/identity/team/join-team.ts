import { checkNewPassword } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { invalidCode } from '#server/modules/core/one-time-codes/index.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { pick } from '#server/platform/pick.ts'
import { inviterName } from './present-team.ts'
import type { From, TeamDeps } from './team-deps.ts'
import { nameOf, oneLine } from './team-policy.ts'
import { findInvitation, redeemInvitation } from './team-store.ts'

/** Choices of a joining person; everything else is in the invitation. */
export interface Joining {
  token: string
  first_name: string
  last_name?: string | undefined
  password: string
  accept_terms?: number | undefined
}

type JoinDeps = Pick<
  TeamDeps,
  | 'db'
  | 'accounts'
  | 'wallet'
  | 'sites'
  | 'notifications'
  | 'limits'
  | 'acceptTerms'
  | 'passwordMinLength'
  | 'signIn'
>

/** An invitation's link: its details, and joining the team. */
export function createJoining(deps: JoinDeps) {
  const { db, accounts, wallet, sites } = deps

  /** A link's invitation on this host. A brand accepts its own people only. @throws AppError invalid_code, rate_limited. */
  async function invitationOf(token: string, from: From) {
    await deps.limits.accept.consume(from.ip)
    const [invitation, site] = [await findInvitation(db, hashToken(token)), await sites.ofHost(from.host)]
    if (!invitation || (site && site.realm_id !== invitation.realm_id)) throw invalidCode()
    await deps.limits.accept.release(from.ip)
    return { invitation, siteId: site?.id ?? null }
  }

  function join(joining: Joining, passwordHash: string, siteId: number | null, from: From) {
    return transaction(db, async () => {
      const invitation = await redeemInvitation(db, hashToken(joining.token))
      if (!invitation) throw invalidCode()
      const user = await accounts.createUser(invitation.account_id, {
        email: invitation.email,
        passwordHash,
        confirmed: true,
        firstName: oneLine(joining.first_name),
        lastName: oneLine(joining.last_name ?? ''),
        role: invitation.role,
        grantedModules: invitation.granted_modules,
        accessToWallet: invitation.access_to_wallet,
      })
      if (invitation.monthly_credit_cap !== null)
        await wallet.setCap(user.account_id, user.id, invitation.monthly_credit_cap)
      await deps.acceptTerms({
        userId: user.id,
        siteId,
        version: joining.accept_terms,
        ip: from.ip,
        userAgent: from.userAgent,
      })
      await deps.notifications.notify({
        accountId: user.account_id,
        userIds: [invitation.invited_by],
        kind: 'invitation_accepted',
        detail: { invitation_id: invitation.id, name: nameOf(user), email: user.email },
      })
      const detail = { email: invitation.email }
      recordAudit(db, { accountId: user.account_id, userId: user.id, detail })
      return user
    })
  }

  return {
    /** An invitation's details, for the holder of its link. @throws AppError invalid_code, rate_limited. */
    async show(token: string, from: From) {
      const { invitation } = await invitationOf(token, from)
      return {
        ...pick(invitation, 'email', 'first_name', 'last_name', 'account_name'),
        invited_by: inviterName(invitation),
        expires_at: invitation.expires_at.toISOString(),
      }
    },

    /**
     * Joins an invitation's account and signs in. Role and rights are the invitation's.
     * @throws AppError invalid_code, validation_failed, rate_limited.
     */
    async accept(joining: Joining, from: From) {
      const { siteId } = await invitationOf(joining.token, from)
      checkNewPassword(joining.password, deps.passwordMinLength)
      // Before the transaction: hashing is slow enough to block others.
      const passwordHash = await hashPassword(joining.password)
      const user = await join(joining, passwordHash, siteId, from).catch((error) => {
        // The address has got an account in the meantime.
        throw isUniqueViolation(error, 'app_user_email') ? invalidCode() : error
      })
      return deps.signIn(user, from)
    },
  }
}
