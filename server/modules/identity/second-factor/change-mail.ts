import type { UserRow } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findSenderSite } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'

/** A two-factor event for the mail about it. */
export type FactorChange = 'on' | 'off' | 'recovery-code-used' | 'new-recovery-codes'

/** The origin of a call; the host determines the brand. */
export interface CallOrigin {
  ip: string
  host: string
}

/** Notifies the person of a change, in its transaction. */
export async function sendFactorChangeMail(
  ctx: Context,
  user: Pick<UserRow, 'id' | 'account_id' | 'realm_id' | 'role' | 'email' | 'first_name'>,
  change: FactorChange,
  from: CallOrigin,
): Promise<void> {
  await sendMail(ctx, {
    siteId: (await findSenderSite(ctx, user, from.host))?.id ?? null,
    to: user.email,
    template: 'second-factor-changed',
    variables: { first_name: user.first_name, change, when: ctx.clock.now().toISOString(), ip: from.ip },
    secrets: {},
    userId: user.id,
    accountId: user.account_id,
  })
}
