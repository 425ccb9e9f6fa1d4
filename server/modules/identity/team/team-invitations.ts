import type { Invitation } from '#contract/identity/team.ts'
import { lockAccount, lockMember } from '#server/modules/accounts/accounts/index.ts'
import { requireSeats } from '#server/modules/accounts/plans/index.ts'
import { asSitePerson, findSenderSite } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { type Invited, issueInvitation } from './issue-invitation.ts'
import { type From, lockTeam } from './lock-team.ts'
import { presentInvitation } from './present-team.ts'
import { grantProblem, roleProblem } from './team-policy.ts'
import * as store from './team-store.ts'
import { findOpenInvitations, lockOpenInvitation } from './team-store.ts'

const inviteLimit = defineRateLimit({ name: 'invite', points: 20, seconds: 60 * 60 })

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
  own_lists_only: false,
  monthly_credit_cap: null,
})

export const listInvitations = async (ctx: Context, accountId: number): Promise<Invitation[]> =>
  (await findOpenInvitations(ctx.db, accountId)).map(presentInvitation)

async function showOpenInvitation(ctx: Context, actor: Actor, id: number): Promise<Invitation> {
  const invitation = (await listInvitations(ctx, actor.accountId)).find((item) => item.id === id)
  if (!invitation) throw notFound('The invitation')
  return invitation
}

/** Counts an invitation about to be sent. @throws AppError rate_limited. */
export const countTeamInvitation = (ctx: Context, actor: Actor) =>
  inviteLimit.consume(ctx, String(actor.accountId))

/**
 * Invites a person; the caller checks `countTeamInvitation` before.
 * @throws AppError conflict for a member, validation_failed.
 */
export async function inviteMember(
  ctx: Context,
  actor: Actor,
  invited: Invited,
  from: Pick<From, 'host'>,
): Promise<Invitation> {
  const siteId = (await findSenderSite(ctx, asSitePerson(actor), from.host))?.id ?? null
  const id = await transaction(ctx.db, async () => {
    const team = await lockTeam(ctx.db, actor)
    const problem =
      roleProblem(invited.role, team.isPlatform) ??
      grantProblem(invited.granted_modules, team.account.modules)
    if (problem) throw problem
    const issued = await issueInvitation(ctx, team, invited, siteId)
    await requireSeats(ctx.db, actor.accountId)
    return issued
  })
  return showOpenInvitation(ctx, actor, id)
}

/**
 * Invites the first owner of an account without people, on behalf of someone of another account. Links sent before
 * stop working. Joins the current transaction; the caller checks `countTeamInvitation` before.
 * @throws AppError not_found.
 */
export async function inviteFirstOwner(
  ctx: Context,
  actor: Pick<Actor, 'accountId' | 'userId'>,
  accountId: number,
  owner: FirstOwner,
): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  const decider = await lockMember(ctx.db, actor.accountId, actor.userId)
  if (!account || !decider) throw notFound('The account')
  await store.withdrawOthers(ctx.db, accountId, owner.email)
  await issueInvitation(ctx, { account, isPlatform: false, decider }, firstOwner(owner), owner.siteId ?? null)
}

/**
 * Sends an open invitation again and invalidates its earlier link; the caller checks `countTeamInvitation` before.
 * @throws AppError not_found, conflict.
 */
export async function resendInvitation(ctx: Context, actor: Actor, id: number): Promise<Invitation> {
  await transaction(ctx.db, async () => {
    const team = await lockTeam(ctx.db, actor)
    const row = await lockOpenInvitation(ctx.db, actor.accountId, id)
    if (!row) throw notFound('The invitation')
    await issueInvitation(ctx, team, row, row.site_id)
    // An expired one had released its seat.
    await requireSeats(ctx.db, actor.accountId)
  })
  return showOpenInvitation(ctx, actor, id)
}

/** Withdraws an open invitation. @throws AppError not_found. */
export const withdrawInvitation = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    await lockTeam(ctx.db, actor)
    if (!(await store.withdrawInvitation(ctx.db, actor.accountId, id))) throw notFound('The invitation')
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `invitation:${id}` })
  })
