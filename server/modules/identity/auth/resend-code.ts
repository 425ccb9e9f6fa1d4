import { CONFIRM_MINUTES } from '#contract/core/constants.ts'
import type { OneTimeCodeRow } from '#server/modules/core/one-time-codes/index.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { AuthDeps, From } from './auth-deps.ts'
import type { MailRequest } from './mail-requests.ts'
import type { Registrations } from './registrations.ts'

type ResendDeps = Pick<AuthDeps, 'accounts' | 'sites' | 'oneTimeCodes' | 'limits'>

/** A new code for a registration, if there is one. */
export function createResendCode(
  { accounts, sites, oneTimeCodes, limits }: ResendDeps,
  registrations: Pick<Registrations, 'sendMail'>,
  mailRequest: MailRequest,
) {
  return {
    /** @throws AppError rate_limited. */
    async request(body: { email: string; registration?: string | undefined }, from: From): Promise<void> {
      await limits.signUpHost.consume(from.ip)
      const site = await sites.ofHost(from.host)
      const realmId = site?.realm_id ?? (await accounts.platformRealm())
      if (realmId === null) return
      await limits.signUpMail.consume(`${realmId}|${body.email}`)
      await mailRequest(
        {
          purpose: 'resend_request',
          realmId,
          siteId: site?.id ?? null,
          email: body.email,
          data: { held: body.registration !== undefined },
          minutes: CONFIRM_MINUTES,
        },
        body.registration && hashToken(body.registration),
      )
    },

    async answer(request: OneTimeCodeRow): Promise<void> {
      const { email, realm_id, data } = request
      const rows = data.held
        ? await oneTimeCodes.heldWith('confirm_email', request)
        : await oneTimeCodes.ofEmail('confirm_email', realm_id, email, 1)
      const row = rows.find((item) => item.email === email && item.realm_id === realm_id)
      const renewed = row && (await oneTimeCodes.renew(row, CONFIRM_MINUTES))
      if (renewed) await registrations.sendMail(renewed)
    },
  }
}
