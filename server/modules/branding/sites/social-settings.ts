import type { SiteSettings } from '#contract/branding/sites.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { SitePlatform } from './site-platform.ts'
import type { SiteRow } from './sites-store.ts'

/** Credentials at a vendor, of the site or of the platform. */
export interface VendorCredentials {
  clientId: string
  clientSecret: string | null
}

/** Context under which a site's vendor secret is sealed. */
export const vendorContext = (provider: 'google' | 'facebook' | 'chat', siteId: number): string =>
  `site-${provider}:${siteId}`

/** What a chat's vendor checks who writes with: the id of the person at Intercom, the email at Crisp. */
export function chatKey(site: SiteRow, secretBox: SecretBox) {
  if (!site.chat_vendor || !site.chat_secret_sealed) return null
  const key = secretBox.open(site.chat_secret_sealed, vendorContext('chat', site.id))
  return { key, subject: site.chat_vendor === 'crisp' ? ('email' as const) : ('id' as const) }
}

/** What pages may know: client ids, never secrets. A vendor without client id is not shown. */
export function publicSocial(site: SiteRow | null, platform: SitePlatform): SiteSettings['social'] {
  const googleId = site?.google_client_id ?? platform.google?.clientId
  const facebookId = site?.facebook_app_id ?? platform.facebook?.appId
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

/** The credentials to check a sign-in with. A site's own client id goes with its own secret, never with the platform's. */
export function vendorCredentials(
  provider: 'google' | 'facebook',
  site: SiteRow | null,
  platform: SitePlatform,
  secretBox: SecretBox,
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
  if (provider === 'google')
    return (
      platform.google && { clientId: platform.google.clientId, clientSecret: platform.google.clientSecret }
    )
  return platform.facebook && { clientId: platform.facebook.appId, clientSecret: platform.facebook.appSecret }
}
