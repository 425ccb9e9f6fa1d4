import { findPlatformRealm } from '#server/modules/accounts/accounts/index.ts'
import { findSiteOfHost, type SiteRow } from '#server/modules/branding/sites/index.ts'
import { listHeldCodes, redeemCode, startCode } from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  SocialLoginError,
  type SocialProfile,
  type SocialProviderId,
  type SocialTokenType,
} from '#server/providers/social-login/index.ts'
import { socialNonceLimit } from './auth-limits.ts'
import type { From } from './from.ts'

/** Minutes for which a nonce is valid; the page fetches the next one earlier. */
const NONCE_MINUTES = 60

/**
 * A nonce that makes an ID token of a vendor good for one sign-in on the host's site.
 * @throws AppError rate_limited.
 */
export async function issueSocialNonce(ctx: Context, from: From) {
  await socialNonceLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const realmId = site?.realm_id ?? (await findPlatformRealm(ctx))
  if (realmId === null) throw new AppError('unavailable', 'The first account doesn’t exist yet')
  const { holder, row } = await startCode(ctx, {
    purpose: 'social_sign_in',
    realmId,
    siteId: site?.id ?? null,
    email: '',
    minutes: NONCE_MINUTES,
  })
  return { nonce: holder, expires_at: row.expires_at.toISOString() }
}

/**
 * Checks the nonce in an ID token. Returns a function that uses it up, for when the sign-in needs no more from the
 * person. Other tokens have none: a code works once at its vendor.
 * @throws AppError social_rejected for a nonce of another site, used or expired.
 */
export async function checkSocialNonce(
  ctx: Context,
  { provider, type }: { provider: SocialProviderId; type?: SocialTokenType },
  profile: SocialProfile,
  site: SiteRow | null,
): Promise<() => Promise<void>> {
  if (type !== 'credential') return async () => {}
  const { message } = new SocialLoginError(provider, 'rejected', 'nonce is not valid here')
  const rejected = () => new AppError('social_rejected', message)
  const rows = await listHeldCodes(ctx, 'social_sign_in', profile.nonce ?? '')
  const row = rows.find(({ site_id }) => site_id === (site?.id ?? null))
  if (!row) throw rejected()
  return () =>
    redeemCode(ctx, row).catch(() => {
      throw rejected()
    })
}
