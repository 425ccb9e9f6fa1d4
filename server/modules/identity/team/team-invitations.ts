import type { Invitation } from '#contract/identity/team.ts'
import { lockAccount, lockMember } from '#server/modules/accounts/accounts/index.ts'
import { requireSeats } from '#server/modules/accounts/plans/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createIssue, type Invited } from './issue-invitation.ts'
import { presentInvitation } from './present-team.ts'
import { type From, lockTeam, type TeamDeps } from './team-deps.ts'
import { grantProblem, roleProblem } from './team-policy.ts'
import { findOpenInvitations, lockOpenInvitation, withdrawInvitation } from './team-store.ts'

/** The first owner of an account, and the link's site. */
interface FirstOwner {
  email: string
  firstName?: string
  lastName?: string
  siteId?: number | null
}

const firstOwner = ({ email, firstName = '', lastName = '' }: FirstOwner): Invited => ({
  email: email.toLowerCase(),
  first_name: firstName,
  last_name: lastName,
  role: 'user',
  granted_modules: null,
  access_to_wallet: true,
  monthly_credit_cap: null,
})

type InvitationsDeps = Pick<TeamDeps, 'db' | 'mail' | 'sites' | 'limits'>

/** Invitations for an account's owners. */
export function createTeamInvitations({ db, mail, sites, limits }: InvitationsDeps) {
  const issue = createIssue({ db, mail, sites })

  const invitations = async (accountId: number): Promise<Invitation[]> =>
    (await findOpenInvitations(db, accountId)).map(presentInvitation)

  async function shown(actor: Actor, id: number): Promise<Invitation> {
    const invitation = (await invitations(actor.accountId)).find((item) => item.id === id)
    if (!invitation) throw notFound('The invitation')
    return invitation
  }

  /** The inviting site, which links lead to. One of another realm would be the wrong brand. */
  async function siteFor(host: string, realmId: number): Promise<number | null> {
    const site = await sites.speakingTo(realmId, host)
    return site?.realm_id === realmId ? site.id : null
  }

  return {
    invitations,

    /** Counts an invitation about to be sent. @throws AppError rate_limited. */
    countInvitation: (actor: Actor) => limits.invite.consume(String(actor.accountId)),

    /** Invites a person. @throws AppError conflict for a member, validation_failed, rate_limited. */
    async invite(actor: Actor, invited: Invited, from: Pick<From, 'host'>): Promise<Invitation> {
      await limits.invite.consume(String(actor.accountId))
      const siteId = await siteFor(from.host, actor.realmId)
      const id = await transaction(db, async () => {
        const team = await lockTeam(db, actor)
        const problem =
          roleProblem(invited.role, team.isPlatform) ??
          grantProblem(invited.granted_modules, team.account.modules)
        if (problem) throw problem
        const issued = await issue(team, invited, siteId)
        await requireSeats(db, actor.accountId)
        return issued
      })
      return shown(actor, id)
    },

    /**
     * Invites the first owner of an account without people, on behalf of someone of another account. Joins the
     * current transaction; the caller checks `countInvitation` before.
     * @throws AppError not_found.
     */
    async inviteOwner(actor: Actor, accountId: number, owner: FirstOwner): Promise<void> {
      const account = await lockAccount(db, accountId)
      const decider = await lockMember(db, actor.accountId, actor.userId)
      if (!account || !decider) throw notFound('The account')
      await issue({ account, isPlatform: false, decider }, firstOwner(owner), owner.siteId ?? null)
    },

    /**
     * Sends an open invitation again and invalidates its earlier link.
     * @throws AppError not_found, conflict, rate_limited.
     */
    async resend(actor: Actor, id: number): Promise<Invitation> {
      await limits.invite.consume(String(actor.accountId))
      await transaction(db, async () => {
        const team = await lockTeam(db, actor)
        const row = await lockOpenInvitation(db, actor.accountId, id)
        if (!row) throw notFound('The invitation')
        await issue(team, row, row.site_id)
        // An expired one had released its seat.
        await requireSeats(db, actor.accountId)
      })
      return shown(actor, id)
    },

    /** Withdraws an open invitation. @throws AppError not_found. */
    withdraw: (actor: Actor, id: number): Promise<void> =>
      transaction(db, async () => {
        await lockTeam(db, actor)
        if (!(await withdrawInvitation(db, actor.accountId, id))) throw notFound('The invitation')
        recordAudit(db, { accountId: actor.accountId, subject: `invitation:${id}` })
      }),
  }
}
