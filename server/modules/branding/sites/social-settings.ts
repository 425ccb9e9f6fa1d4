import type { SiteSettings } from '#contract/branding/sites.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { SitePlatform } from './site-platform.ts'
import type { SiteRow } from './sites-store.ts'

/** Provider credentials of the site or the platform. */
export interface VendorCredentials {
  clientId: string
  clientSecret: string | null
}

/** The context a site's provider secret is sealed for. */
export const vendorContext = (provider: 'google' | 'facebook' | 'chat', siteId: number): string =>
  `site-${provider}:${siteId}`

/** The identity a chat vendor verifies: the person's id at Intercom, the email at Crisp. */
export function chatKey(site: SiteRow, secretBox: SecretBox) {
  if (!site.chat_vendor || !site.chat_secret_sealed) return null
  const key = secretBox.open(site.chat_secret_sealed, vendorContext('chat', site.id))
  return { key, subject: site.chat_vendor === 'crisp' ? ('email' as const) : ('id' as const) }
}

/**
 * The platform's providers where they may be used: on its own domains only. Whoever runs another domain gets tokens of
 * its visitors, and could sign in with them wherever the same client is accepted.
 */
const sharedWith = (isPlatforms: boolean, { google, facebook }: SitePlatform) =>
  isPlatforms ? { google, facebook } : { google: null, facebook: null }

/** Public data for pages: client ids, never secrets. A provider without client id is omitted. */
export function publicSocial(
  site: SiteRow | null,
  platform: SitePlatform,
  isPlatforms: boolean,
): SiteSettings['social'] {
  const shared = sharedWith(isPlatforms, platform)
  const googleId = site?.google_client_id ?? shared.google?.clientId
  const facebookId = site?.facebook_app_id ?? shared.facebook?.appId
  return {
    google: googleId
      ? {
          client_id: googleId,
          popup_type: site?.google_popup_type ?? platform.google?.popupType ?? 'CODE',
        }
      : null,
    facebook: facebookId
      ? {
          app_id: facebookId,
          version: platform.facebookVersion,
          page_view: site?.facebook_page_view ?? platform.facebook?.pageView ?? false,
        }
      : null,
  }
}

/** The credentials to check a sign-in. A site's own client id requires its own secret, never the platform's. */
export function vendorCredentials(
  provider: 'google' | 'facebook',
  {
    site,
    platform,
    isPlatforms,
    secretBox,
  }: { site: SiteRow | null; platform: SitePlatform; isPlatforms: boolean; secretBox: SecretBox },
): VendorCredentials | null {
  const own = {
    google: [site?.google_client_id, site?.google_client_secret_sealed],
    facebook: [site?.facebook_app_id, site?.facebook_app_secret_sealed],
  }[provider]
  const [clientId, sealed] = own
  if (site && clientId)
    return {
      clientId,
      clientSecret: sealed ? secretBox.open(sealed, vendorContext(provider, site.id)) : null,
    }
  const { google, facebook } = sharedWith(isPlatforms, platform)
  if (provider === 'google') return google && { clientId: google.clientId, clientSecret: google.clientSecret }
  return facebook && { clientId: facebook.appId, clientSecret: facebook.appSecret }
}
