import type { Invitation } from '#contract/team.ts'
import { checkNewPassword } from '#server/modules/accounts/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { invalidCode } from '#server/modules/one-time-codes/index.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { networkOf } from '#server/platform/net/network-of.ts'
import { inviterName, presentInvitation } from './present-team.ts'
import { type From, type HeldTeam, holdTeam, type TeamDeps } from './team-deps.ts'
import { grantProblem, nameOf, oneLine, roleProblem } from './team-policy.ts'
import {
  findHolder,
  findInvitation,
  findOpenInvitations,
  INVITATION_DAYS,
  type InvitationRow,
  isNamedAfterMember,
  lockOpenInvitation,
  type NewInvitation,
  replaceInvitation,
  takeInvitation,
  withdrawInvitation,
} from './team-store.ts'

/** Who is invited, to what. */
export type Invited = Pick<
  NewInvitation,
  'access_to_wallet' | 'email' | 'first_name' | 'granted_modules' | 'monthly_credit_cap' | 'role'
>
/** What somebody who joins decides; everything else is in the invitation. */
export interface Joining {
  token: string
  first_name: string
  last_name?: string | undefined
  password: string
  accept_terms?: number | undefined
}

const MINUTES = INVITATION_DAYS * 24 * 60

/** Invitations: from the mail to the new member. */
export function createTeamInvitations(deps: TeamDeps) {
  const { db, accounts, mail, sites, wallet } = deps

  /** The company; an account that nobody gave one is called like the person who opened it, which names no team. */
  async function teamName(account: HeldTeam['account'], decider: HeldTeam['decider']): Promise<string> {
    const isOwn = [nameOf(decider), decider.email].includes(account.name)
    return isOwn || (await isNamedAfterMember(db, account.id, account.name)) ? 'their team' : account.name
  }

  async function tell({ account, decider }: HeldTeam, row: InvitationRow, token: string | null) {
    const about = { inviter: nameOf(decider), account_name: await teamName(account, decider) }
    const mailing = { siteId: row.site_id, to: row.email, accountId: account.id }
    if (token === null) {
      await mail.send({ ...mailing, template: 'invitation-elsewhere', variables: about, secrets: {} })
      return
    }
    const { url } = await sites.brandOf(row.site_id)
    await mail.send({
      ...mailing,
      template: 'invitation',
      variables: { ...about, first_name: row.first_name, minutes: MINUTES },
      // Behind the #, so that no server on the way writes the token into its log.
      secrets: { link: `${url}/invitation#token=${token}` },
      expiresAt: row.expires_at,
    })
  }

  /**
   * Writes and sends an invitation in place of any other for the address. For an address that has an account elsewhere
   * everything looks the same here, but there is no link: whether it has one is told to its owner only.
   */
  async function issue(team: HeldTeam, invited: Invited, siteId: number | null): Promise<number> {
    const { id: accountId, realm_id: realmId } = team.account
    const holder = await findHolder(db, realmId, invited.email)
    if (holder?.account_id === accountId)
      throw new AppError('conflict', 'This person is a member of the team already')
    const token = holder ? null : newToken()
    const row = await replaceInvitation(db, {
      email: invited.email,
      first_name: oneLine(invited.first_name),
      role: invited.role,
      granted_modules: invited.granted_modules,
      access_to_wallet: invited.access_to_wallet,
      monthly_credit_cap: invited.monthly_credit_cap,
      account_id: accountId,
      realm_id: realmId,
      site_id: siteId,
      token_hash: token?.hash ?? null,
      invited_by: team.decider.id,
    })
    await tell(team, row, token?.token ?? null)
    const detail = { email: row.email, role: row.role }
    recordAudit(db, { accountId, subject: `invitation:${row.id}`, detail })
    return row.id
  }

  const invitations = async (accountId: number): Promise<Invitation[]> =>
    (await findOpenInvitations(db, accountId)).map(presentInvitation)

  async function shown(actor: Actor, id: number): Promise<Invitation> {
    const invitation = (await invitations(actor.accountId)).find((item) => item.id === id)
    if (!invitation) throw notFound('The invitation')
    return invitation
  }

  /** The site to invite from: links lead there. Of another realm it would be the wrong brand. */
  async function siteFor(host: string, realmId: number): Promise<number | null> {
    const site = await sites.ofHost(host)
    return site?.realm_id === realmId ? site.id : null
  }

  /** What a link leads to on this host. A brand knows its own people only. @throws AppError invalid_code, rate_limited. */
  async function invitationOf(token: string, from: From) {
    await deps.limits.accept.consume(networkOf(from.ip))
    const [invitation, site] = [await findInvitation(db, hashToken(token)), await sites.ofHost(from.host)]
    if (!invitation || (site && site.realm_id !== invitation.realm_id)) throw invalidCode()
    await deps.limits.accept.giveBack(networkOf(from.ip))
    return { invitation, siteId: site?.id ?? null }
  }

  function join(joining: Joining, passwordHash: string, siteId: number | null, from: From) {
    return transaction(db, async () => {
      const invitation = await takeInvitation(db, hashToken(joining.token))
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
    invitations,

    /** Invites a person. @throws AppError conflict for a member, validation_failed, rate_limited. */
    async invite(actor: Actor, invited: Invited, from: Pick<From, 'host'>): Promise<Invitation> {
      await deps.limits.invite.consume(String(actor.accountId))
      const siteId = await siteFor(from.host, actor.realmId)
      const id = await transaction(db, async () => {
        const team = await holdTeam(db, actor)
        const problem =
          roleProblem(invited.role, team.isPlatform) ??
          grantProblem(invited.granted_modules, team.account.modules)
        if (problem) throw problem
        return issue(team, invited, siteId)
      })
      return shown(actor, id)
    },

    /** Sends an open invitation again; its earlier link is dead. @throws AppError not_found, conflict, rate_limited. */
    async resend(actor: Actor, id: number): Promise<Invitation> {
      await deps.limits.invite.consume(String(actor.accountId))
      await transaction(db, async () => {
        const team = await holdTeam(db, actor)
        const row = await lockOpenInvitation(db, actor.accountId, id)
        if (!row) throw notFound('The invitation')
        await issue(team, row, row.site_id)
      })
      return shown(actor, id)
    },

    /** Takes an open invitation back. @throws AppError not_found. */
    withdraw: (actor: Actor, id: number): Promise<void> =>
      transaction(db, async () => {
        await holdTeam(db, actor)
        if (!(await withdrawInvitation(db, actor.accountId, id))) throw notFound('The invitation')
        recordAudit(db, { accountId: actor.accountId, subject: `invitation:${id}` })
      }),

    /** What an invitation is about, for whoever has its link. @throws AppError invalid_code, rate_limited. */
    async show(token: string, from: From) {
      const { invitation } = await invitationOf(token, from)
      return {
        email: invitation.email,
        first_name: invitation.first_name,
        account_name: invitation.account_name,
        invited_by: inviterName(invitation),
        expires_at: invitation.expires_at.toISOString(),
      }
    },

    /**
     * Joins the account of an invitation and signs in. Role and rights are the invitation's.
     * @throws AppError invalid_code, validation_failed, rate_limited.
     */
    async accept(joining: Joining, from: From) {
      const { siteId } = await invitationOf(joining.token, from)
      checkNewPassword(joining.password, deps.passwordMinLength)
      // Before the transaction: it takes long enough to hold others up.
      const passwordHash = await hashPassword(joining.password)
      const user = await join(joining, passwordHash, siteId, from).catch((error) => {
        // The address has come to an account some other way since.
        throw isUniqueViolation(error, 'app_user_email') ? invalidCode() : error
      })
      return deps.signIn(user, from)
    },
  }
}
