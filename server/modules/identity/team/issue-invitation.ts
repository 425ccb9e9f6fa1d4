import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { pick } from '#server/platform/pick.ts'
import type { LockedTeam } from './lock-team.ts'
import { formatUserName, oneLine } from './team-policy.ts'
import * as store from './team-store.ts'

/** The invited person, and the account. */
export type Invited = Pick<
  store.NewInvitation,
  | 'access_to_wallet'
  | 'own_lists_only'
  | 'email'
  | 'first_name'
  | 'granted_modules'
  | 'monthly_credit_cap'
  | 'role'
> &
  Partial<Pick<store.NewInvitation, 'last_name'>>

const MINUTES = store.INVITATION_DAYS * 24 * 60

/** The company; an account named after its owner has none, and is called their team. */
async function findTeamName(db: Db, { account, decider }: LockedTeam): Promise<string> {
  const isOwn = [formatUserName(decider), decider.email].includes(account.name)
  return isOwn || (await store.isNamedAfterMember(db, account.id, account.name)) ? 'their team' : account.name
}

async function sendInvitation(
  ctx: Context,
  team: LockedTeam,
  row: store.InvitationRow,
  token: string | null,
): Promise<void> {
  const about = { inviter: formatUserName(team.decider), account_name: await findTeamName(ctx.db, team) }
  const mailing = { siteId: row.site_id, to: row.email, accountId: team.account.id }
  if (token === null) {
    await sendMail(ctx, { ...mailing, template: 'invitation-elsewhere', variables: about, secrets: {} })
    return
  }
  const { url } = await findBrand(ctx, row.site_id)
  const linked = {
    ...mailing,
    // After the #, so that no server logs the token.
    secrets: { link: `${url}/invitation#token=${token}` },
    expiresAt: row.expires_at,
  }
  const person = { first_name: row.first_name, minutes: MINUTES }
  // The first owner is invited by the seller, into an account of their own.
  if (team.decider.account_id !== team.account.id)
    await sendMail(ctx, { ...linked, template: 'welcome', variables: person })
  else await sendMail(ctx, { ...linked, template: 'invitation', variables: { ...about, ...person } })
}

/**
 * Writes and sends an invitation, replacing any other for the address. For an address that has an account
 * elsewhere the reply is the same, but there is no link: only its owner learns of it.
 */
export async function issueInvitation(
  ctx: Context,
  team: LockedTeam,
  invited: Invited,
  siteId: number | null,
): Promise<number> {
  const { id: accountId, realm_id: realmId } = team.account
  const holder = await store.findHolder(ctx.db, realmId, invited.email)
  if (holder?.account_id === accountId) throw conflict('This person is already on the team')
  const token = holder ? null : newToken()
  const row = await store.replaceInvitation(ctx.db, {
    email: invited.email,
    first_name: oneLine(invited.first_name),
    last_name: oneLine(invited.last_name ?? ''),
    ...pick(invited, 'role', 'granted_modules', 'access_to_wallet', 'own_lists_only', 'monthly_credit_cap'),
    account_id: accountId,
    realm_id: realmId,
    site_id: siteId,
    token_hash: token?.hash ?? null,
    invited_by: team.decider.id,
  })
  await sendInvitation(ctx, team, row, token?.token ?? null)
  const detail = { email: row.email, role: row.role }
  recordAudit(ctx.db, { accountId, subject: `invitation:${row.id}`, detail })
  return row.id
}
