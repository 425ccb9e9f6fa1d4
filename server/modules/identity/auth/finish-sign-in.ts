import { CHALLENGE_MINUTES } from '#contract/core/constants.ts'
import type { SignedIn } from '#contract/identity/user.ts'
import { canEnterAccount, type UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { SiteRow } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { invalidCode } from '#server/modules/core/one-time-codes/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthDeps, From } from './auth-deps.ts'

/** The last step of signing in: a session, after the second factor if there is one. */
export function createFinishSignIn({
  db,
  accounts,
  sites,
  sessions,
  secondFactor,
  profile,
  oneTimeCodes,
  notifications,
  limits,
}: AuthDeps) {
  async function open(
    user: Pick<UserRow, 'id' | 'account_id'>,
    site: SiteRow | null,
    from: Omit<From, 'origin'>,
  ): Promise<SignedIn> {
    const siteId = site?.id ?? null
    const { token, expires } = await transaction(db, async () => {
      recordAudit(db, { accountId: user.account_id, userId: user.id, action: 'session.started' })
      const device = await sessions.newDevice(user.id, from.userAgent)
      const session = await sessions.start({
        userId: user.id,
        siteId,
        ip: from.ip,
        userAgent: from.userAgent,
      })
      if (device !== null)
        await notifications.notify({
          accountId: user.account_id,
          userIds: [user.id],
          kind: 'new_device',
          detail: { session_id: session.id, device, ip: from.ip },
        })
      return session
    })
    const authorisation = { token, type: 'bearer' as const, expires_at: expires.toISOString() }
    return { data: { authorisation, user: await profile.userReply(user.id, siteId) } }
  }

  /** A closed account is accessible to its owners only. @throws AppError account_closed. */
  async function requireAccess(user: Pick<UserRow, 'account_id' | 'role'>): Promise<void> {
    const account = await accounts.findAccount(user.account_id)
    if (account && !canEnterAccount(user, account))
      throw new AppError('account_closed', 'This account is closed. Its owner can reopen it')
  }

  return {
    open,

    /** Opens a session. @throws AppError second_factor_required with a challenge when the user has one. */
    async forUser(user: UserRow, site: SiteRow | null, from: From): Promise<SignedIn> {
      await requireAccess(user)
      if (!(await secondFactor.isEnabled(user.id))) return open(user, site, from)
      const { holder } = await transaction(db, () =>
        oneTimeCodes.start({
          purpose: 'second_factor',
          realmId: user.realm_id,
          siteId: site?.id ?? null,
          email: user.email,
          userId: user.id,
          minutes: CHALLENGE_MINUTES,
        }),
      )
      throw new AppError('second_factor_required', 'Enter the code from your authenticator app', {
        details: { challenge: holder },
      })
    },

    /** Completes a sign-in with an app code or a recovery code. @throws AppError invalid_code, rate_limited. */
    async finish(body: { challenge: string; code: string }, from: From): Promise<SignedIn> {
      await limits.codeHost.consume(from.ip)
      const site = await sites.ofHost(from.host)
      const challenge = await oneTimeCodes.held('second_factor', body.challenge)
      const row = await oneTimeCodes.tryOnce(challenge.filter((item) => item.site_id === (site?.id ?? null)))
      const user = row.user_id === null ? undefined : await accounts.findUser(row.user_id)
      if (user?.state !== 'active') throw invalidCode()
      if (!(await sessions.knows([user.id], from.ip))) await limits.secondFactor.consume(String(user.id))
      const used = await transaction(db, async () => {
        const kind = await secondFactor.verify(user.id, body.code)
        if (!kind) throw invalidCode()
        await oneTimeCodes.use(row)
        if (kind === 'recovery') await secondFactor.notifyChange(user, 'recovery-code-used', from)
        return kind
      })
      if (used) await limits.secondFactor.reset(String(user.id))
      return open(user, site, from)
    },
  }
}
export type Enter = ReturnType<typeof createFinishSignIn>
