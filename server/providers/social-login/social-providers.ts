import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { createFacebookProvider } from './facebook/facebook-provider.ts'
import { createGoogleProvider } from './google/google-provider.ts'
import type { SocialLog } from './guarded-provider.ts'
import type { SocialProvider, SocialProviderId } from './social-provider.ts'
import { below } from './vendor-call.ts'

/** All URLs are base URLs without a path. */
export interface SocialSetup {
  /** Never gets a URL from a user; its `privateOrigins` may include these vendors' origins. */
  outbound: Outbound
  google: {
    /** `https://oauth2.googleapis.com` */
    oauthUrl: string
    /** `https://www.googleapis.com`: certificates and names. */
    certsUrl: string
    /** `postmessage`, or the URL registered for the client id. */
    redirectUri: string
  }
  facebook: {
    /** `https://graph.facebook.com` */
    graphUrl: string
    /** `v25.0` */
    version: string
  }
  /** Limit of a whole sign-in in milliseconds. Default 10 s. */
  timeoutMs?: number
  log?: SocialLog
}

/** All vendors. Create them once: Google's certificates are cached. */
export function createSocialProviders(setup: SocialSetup): Record<SocialProviderId, SocialProvider> {
  const { outbound, google, facebook, timeoutMs, log } = setup
  return {
    google: createGoogleProvider({
      outbound,
      tokenUrl: below(google.oauthUrl, 'token'),
      tokenInfoUrl: below(google.oauthUrl, 'tokeninfo'),
      certsUrl: below(google.certsUrl, 'oauth2/v1/certs'),
      userInfoUrl: below(google.certsUrl, 'oauth2/v3/userinfo'),
      redirectUri: google.redirectUri,
      timeoutMs,
      log,
    }),
    facebook: createFacebookProvider({ outbound, ...facebook, timeoutMs, log }),
  }
}
