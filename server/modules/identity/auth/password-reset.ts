import { RESET_MINUTES } from '#contract/core/constants.ts'
import { forgotPassword } from '#contract/identity/auth.ts'
import { checkNewPassword, type UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { SiteRow } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Issued, invalidCode, type OneTimeCodeRow } from '#server/modules/core/one-time-codes/index.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { auditedCall, markUnchanged } from '#server/platform/http/current-call.ts'
import type { AuthDeps, From } from './auth-deps.ts'
import type { MailRequest } from './mail-requests.ts'

/** Minutes between the right code and the new password. */
const TOKEN_MINUTES = 15

type ResetDeps = Pick<
  AuthDeps,
  'db' | 'accounts' | 'sites' | 'sessions' | 'mail' | 'profile' | 'oneTimeCodes' | 'limits'
>

async function sendResetMail(
  { mail, sites }: Pick<ResetDeps, 'mail' | 'sites'>,
  user: UserRow,
  { row, code, link }: Issued,
): Promise<void> {
  const brand = await sites.brandOf(row.site_id)
  await mail.send({
    siteId: row.site_id,
    to: user.email,
    template: 'reset-password',
    variables: { first_name: user.first_name, minutes: RESET_MINUTES },
    secrets: { code, link: `${brand.url}/forgot-password#token=${link}` },
    expiresAt: row.expires_at,
    userId: user.id,
    accountId: user.account_id,
  })
}

/**
 * Password reset: code or link by mail, then a token, then the new password. Known and unknown addresses get the
 * same reply after the same work; a job sends each a mail that explains the situation.
 */
export function createPasswordReset(deps: ResetDeps, mailRequest: MailRequest) {
  const { db, accounts, sites, sessions, mail, profile, oneTimeCodes, limits } = deps

  async function countRequest(email: string, ip: string, users: UserRow[]): Promise<void> {
    await limits.resetHost.consume(ip)
    await limits.resetAddress.consume(`${email}|${ip}`)
    const ids = users.map((user) => user.id)
    const known = await sessions.knows(ids, ip)
    // Counted for everyone, so that it takes everyone as long.
    await limits.resetAccount.consume(email).catch((refusal) => {
      if (!known) throw refusal
    })
  }

  /** Whether a row may be used on this site: its realm must be the site's; shared domains serve all. */
  const servedBy = (site: SiteRow | null) => (row: OneTimeCodeRow) =>
    site === null || row.realm_id === site.realm_id

  async function byToken(token: string): Promise<OneTimeCodeRow> {
    return oneTimeCodes.byLink('reset_token', token).catch(() => oneTimeCodes.byLink('reset_password', token))
  }

  return {
    async request(email: string, from: From) {
      const site = await sites.ofHost(from.host)
      const platformRealm = await accounts.platformRealm()
      const users = await accounts.findUsersByEmail(email, site?.realm_id ?? null)
      await countRequest(email, from.ip, users)
      const realmId = site?.realm_id ?? platformRealm
      if (realmId === null) throw new AppError('unavailable', 'The first account doesn’t exist yet')
      markUnchanged()
      const { row, holder } = await mailRequest({
        purpose: 'reset_request',
        realmId,
        siteId: site?.id ?? null,
        email,
        minutes: RESET_MINUTES,
      })
      return { request: holder, expires_at: row.expires_at.toISOString() }
    },

    /** Sends a code to everyone with the address on the request's site. */
    async answer({ email, site_id: siteId, realm_id, holder_hash }: OneTimeCodeRow): Promise<void> {
      const users = await accounts.findUsersByEmail(email, siteId === null ? null : realm_id)
      if (users.length === 0)
        await mail.send({ siteId, to: email, template: 'reset-unknown', variables: {}, secrets: {} })
      for (const user of users) {
        // On a shared domain a reseller's customer gets mail from the reseller's brand.
        const own = siteId ?? (await sites.ofRealm(user.realm_id))?.id ?? null
        const issued = await oneTimeCodes.start(
          {
            purpose: 'reset_password',
            realmId: user.realm_id,
            siteId: own,
            email,
            userId: user.id,
            minutes: RESET_MINUTES,
          },
          holder_hash,
        )
        await sendResetMail(deps, user, issued)
        const record = async () => recordAudit(db, { accountId: user.account_id, userId: user.id })
        await auditedCall(forgotPassword, null, record, () => {})
      }
    },

    /** Exchanges the code for a token. @throws AppError invalid_code, rate_limited. */
    async checkCode(body: { request: string; code: string }, from: From) {
      await limits.codeHost.consume(from.ip)
      const site = await sites.ofHost(from.host)
      const resetCode = await oneTimeCodes.held('reset_password', body.request)
      const row = await oneTimeCodes.checkCode(resetCode.filter(servedBy(site)), body.code)
      if (row.user_id === null) throw invalidCode()
      return transaction(db, async () => {
        await oneTimeCodes.use(row)
        const issued = await oneTimeCodes.start({
          purpose: 'reset_token',
          realmId: row.realm_id,
          siteId: row.site_id,
          email: row.email,
          userId: row.user_id,
          minutes: TOKEN_MINUTES,
        })
        return { token: issued.link, expires_at: issued.row.expires_at.toISOString() }
      })
    },

    /** Sets the password and ends every session. @throws AppError invalid_code, validation_failed, rate_limited. */
    async reset(body: { token: string; password: string }, from: From): Promise<void> {
      await limits.codeHost.consume(from.ip)
      checkNewPassword(body.password, sites.passwordMinLength)
      const site = await sites.ofHost(from.host)
      const row = await byToken(body.token)
      const user = row.user_id === null ? undefined : await accounts.findUser(row.user_id)
      if (user?.state !== 'active' || !servedBy(site)(row)) throw invalidCode()
      const password_hash = await hashPassword(body.password)
      await transaction(db, async () => {
        await oneTimeCodes.use(row)
        await accounts.updateUser(user.id, { password_hash })
        await oneTimeCodes.drop(user.id, ['reset_password', 'reset_token', 'mail_change', 'second_factor'])
        await sessions.revokeAll(user.id)
        await sessions.apiKeys.revokeAll(user.id, user.account_id)
        recordAudit(db, { accountId: user.account_id, userId: user.id })
        await profile.notifyPasswordChanged(user, row.site_id, from.ip)
      })
    },
  }
}
