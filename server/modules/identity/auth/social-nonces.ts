import type { SiteRow } from '#server/modules/branding/sites/index.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  SocialLoginError,
  type SocialProfile,
  type SocialProviderId,
  type SocialTokenType,
} from '#server/providers/social-login/index.ts'
import type { AuthDeps, From } from './auth-deps.ts'

/** Minutes for which a nonce is valid; the page fetches the next one earlier. */
const NONCE_MINUTES = 60

/** Nonces that make an ID token of a vendor good for one sign-in on one site. */
export function createSocialNonces({
  accounts,
  sites,
  limits,
  oneTimeCodes,
}: Pick<AuthDeps, 'accounts' | 'sites' | 'limits' | 'oneTimeCodes'>) {
  return {
    /** A nonce for one sign-in on the host's site. @throws AppError rate_limited. */
    async issue(from: From) {
      await limits.nonceHost.consume(from.ip)
      const site = await sites.ofHost(from.host)
      const realmId = site?.realm_id ?? (await accounts.platformRealm())
      if (realmId === null) throw new AppError('unavailable', 'The first account doesn’t exist yet')
      const { holder, row } = await oneTimeCodes.start({
        purpose: 'social_sign_in',
        realmId,
        siteId: site?.id ?? null,
        email: '',
        minutes: NONCE_MINUTES,
      })
      return { nonce: holder, expires_at: row.expires_at.toISOString() }
    },

    /**
     * Checks the nonce in an ID token. Returns a function that uses it up, for when the sign-in needs no more from the
     * person. Other tokens have none: a code works once at its vendor.
     * @throws AppError social_rejected for a nonce of another site, used or expired.
     */
    async spender(
      { provider, type }: { provider: SocialProviderId; type?: SocialTokenType | undefined },
      profile: SocialProfile,
      site: SiteRow | null,
    ): Promise<() => Promise<void>> {
      if (type !== 'credential') return async () => {}
      const { message } = new SocialLoginError(provider, 'rejected', 'nonce is not valid here')
      const rejected = () => new AppError('social_rejected', message)
      const rows = await oneTimeCodes.held('social_sign_in', profile.nonce ?? '')
      const row = rows.find(({ site_id }) => site_id === (site?.id ?? null))
      if (!row) throw rejected()
      return () =>
        oneTimeCodes.use(row).catch(() => {
          throw rejected()
        })
    },
  }
}

export type SocialNonces = ReturnType<typeof createSocialNonces>
