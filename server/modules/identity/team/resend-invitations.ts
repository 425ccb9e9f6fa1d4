import { forgotPassword } from '#contract/identity/auth.ts'
import { findAccount, findUser } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { auditedCall } from '#server/platform/http/current-call.ts'
import { issueInvitation } from './issue-invitation.ts'
import { findHolder, findInvitationsOf, type InvitationRow } from './team-store.ts'

/** An expired one to a team is for those who invited to send again; that of a first owner has nobody else. */
async function resendOne(ctx: Context, row: InvitationRow & { expired: boolean }): Promise<boolean> {
  const [account, decider] = [await findAccount(ctx, row.account_id), await findUser(ctx, row.invited_by)]
  if (!account || account.deleted_at || account.closed_at || !decider) return false
  if (row.expired && decider.account_id === account.id) return false
  if (await findHolder(ctx.db, row.realm_id, row.email)) return false
  const team = { account, isPlatform: account.parent_id === null, decider }
  const work = () => issueInvitation(ctx, team, row, row.site_id)
  await auditedCall({ endpoint: forgotPassword, actor: null, work, onMissingAudit: () => {} })
  return true
}

/** Sends the open invitations of an address again, with new links. @returns whether there was one. */
export async function resendInvitationsOf(
  ctx: Context,
  email: string,
  realmId: number | null,
): Promise<boolean> {
  let isAny = false
  for (const row of await findInvitationsOf(ctx.db, email, realmId)) {
    const isSent = await resendOne(ctx, row)
    isAny ||= isSent
  }
  return isAny
}
