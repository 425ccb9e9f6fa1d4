import type { UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import type { Clock } from '#server/platform/clock.ts'

/** A two-factor event for the mail about it. */
export type FactorChange = 'on' | 'off' | 'recovery-code-used' | 'new-recovery-codes'

/** The origin of a call; the host determines the brand. */
export interface CallOrigin {
  ip: string
  host: string
}

/** Writes a mail in the caller's transaction. */
export interface ChangeMailer {
  send(mail: {
    siteId: number | null
    to: string
    template: 'second-factor-changed'
    variables: { first_name: string; change: FactorChange; when: string; ip: string }
    secrets: Record<never, never>
    userId: number
    accountId: number
  }): Promise<unknown>
}

export interface ChangeMailDeps {
  mail: ChangeMailer
  sites: Pick<SitesService, 'speakingTo'>
  clock: Clock
}

/** Notifies the person of a change, in its transaction. */
export const createChangeMail =
  ({ mail, sites, clock }: ChangeMailDeps) =>
  async (
    user: Pick<UserRow, 'id' | 'account_id' | 'realm_id' | 'email' | 'first_name'>,
    change: FactorChange,
    from: CallOrigin,
  ): Promise<void> => {
    await mail.send({
      siteId: (await sites.speakingTo(user.realm_id, from.host))?.id ?? null,
      to: user.email,
      template: 'second-factor-changed',
      variables: { first_name: user.first_name, change, when: clock.now().toISOString(), ip: from.ip },
      secrets: {},
      userId: user.id,
      accountId: user.account_id,
    })
  }

export type NotifyChange = ReturnType<typeof createChangeMail>
