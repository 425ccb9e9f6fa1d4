export type SocialProviderId = 'google' | 'facebook'

/**
 * What the browser got from the vendor: the server exchanges a `code`, and verifies an `access_token` or
 * `credential` (a signed ID token).
 */
export type SocialTokenType = 'code' | 'access_token' | 'credential'

/** Of the site or the platform. For Facebook: app id and app secret. */
export interface SocialCredentials {
  clientId: string
  clientSecret: string | null
}

/** The person according to the vendor. Names may be empty, and have at most 100 characters. */
export interface SocialProfile {
  provider: SocialProviderId
  /** The vendor's permanent id of the person. Accounts are found by it, never by email address. */
  subject: string
  /** Null when the vendor gave none, or only an unconfirmed one. */
  email: string | null
  /**
   * `proven`: the vendor is authoritative for this address, so it counts as confirmed. `claimed`: must be confirmed
   * by a code first; also without an address.
   */
  emailTrust: 'proven' | 'claimed'
  firstName: string
  lastName: string
  /** What the page gave the vendor to put into this ID token. Other tokens have none. */
  nonce?: string
}

export interface SocialSignIn {
  token: string
  type: SocialTokenType
  /** Origin of the page, `https://leads.example.com`: some popups bind their code to it. */
  origin: string
}

export interface SocialProvider {
  id: SocialProviderId
  tokenTypes: readonly SocialTokenType[]
  /**
   * Verifies with the vendor whose token this is, and that it was issued for us. Rejects only with SocialLoginError,
   * also when `signal` fires.
   */
  verify(input: SocialSignIn, credentials: SocialCredentials, signal?: AbortSignal): Promise<SocialProfile>
}

/**
 * - `rejected`: the token is wrong, expired, used, or issued for someone else;
 * - `unavailable`: the vendor could not be reached or gave no usable response: retry later;
 * - `misconfigured`: our client id, secret or origin is missing or rejected: the operator must act.
 */
export type SocialLoginReason = 'rejected' | 'unavailable' | 'misconfigured'

const LABELS: Record<SocialProviderId, string> = { google: 'Google', facebook: 'Facebook' }

const MESSAGES: Record<SocialLoginReason, (vendor: string) => string> = {
  rejected: (vendor) => `${vendor} didn’t confirm this sign-in. Start again.`,
  unavailable: (vendor) => `${vendor} can’t be reached right now. Try again later or sign in another way.`,
  misconfigured: (vendor) => `Signing in with ${vendor} isn’t set up correctly here. Sign in another way.`,
}

/** The only error of a social sign-in. Its message may be shown; it contains no token or secret. */
export class SocialLoginError extends Error {
  override name = 'SocialLoginError'
  readonly provider: SocialProviderId
  readonly reason: SocialLoginReason
  /** Short description for the operator's log. */
  readonly detail: string

  constructor(provider: SocialProviderId, reason: SocialLoginReason, detail: string) {
    super(MESSAGES[reason](LABELS[provider]))
    this.provider = provider
    this.reason = reason
    this.detail = detail
  }
}
