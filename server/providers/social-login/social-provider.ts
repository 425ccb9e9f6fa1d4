export type SocialProviderId = 'google' | 'facebook'

/**
 * What the browser got from the vendor: `code` is exchanged by the server, `access_token` and `credential` (a signed
 * ID token) are checked by it.
 */
export type SocialTokenType = 'code' | 'access_token' | 'credential'

/** Of the site or of the platform. `clientId` is Facebook's app id, `clientSecret` its app secret. */
export interface SocialCredentials {
  clientId: string
  clientSecret: string | null
}

/** Who the vendor says has signed in. Names may be empty, never longer than 100 characters. */
export interface SocialProfile {
  provider: SocialProviderId
  /** The vendor's lasting id of the person: accounts are found by it, never by the email address. */
  subject: string
  /** Null when the vendor gave none, or none that its owner has confirmed to the vendor. */
  email: string | null
  /**
   * `proven`: the vendor is authoritative for this address, so it may be trusted like a confirmed one.
   * `claimed`: must be confirmed by a code first. Also `claimed` when there is no address.
   */
  emailTrust: 'proven' | 'claimed'
  firstName: string
  lastName: string
}

export interface SocialSignIn {
  token: string
  type: SocialTokenType
  /** Origin of the page that asks, `https://leads.example.com`: some popups bind their code to it. */
  origin: string
}

/** A vendor that signs people in. */
export interface SocialProvider {
  id: SocialProviderId
  tokenTypes: readonly SocialTokenType[]
  /**
   * Asks the vendor whose token this is and that it was made for us. Rejects with SocialLoginError only, also when
   * `signal` ends it.
   */
  verify(input: SocialSignIn, credentials: SocialCredentials, signal?: AbortSignal): Promise<SocialProfile>
}

/**
 * - `rejected`: the token is wrong, expired, used, or was made for someone else;
 * - `unavailable`: the vendor could not be asked or gave no usable answer: try later;
 * - `misconfigured`: our client id, secret or origin is missing or not accepted: the operator must act.
 */
export type SocialLoginReason = 'rejected' | 'unavailable' | 'misconfigured'

const LABELS: Record<SocialProviderId, string> = { google: 'Google', facebook: 'Facebook' }

const MESSAGES: Record<SocialLoginReason, (vendor: string) => string> = {
  rejected: (vendor) => `${vendor} didn’t confirm this sign-in. Start again.`,
  unavailable: (vendor) => `${vendor} can’t be reached right now. Try again later or sign in another way.`,
  misconfigured: (vendor) => `Signing in with ${vendor} isn’t set up correctly here. Sign in another way.`,
}

/** The only error of a social sign-in. Its message is fit for the person; no token or secret is anywhere in it. */
export class SocialLoginError extends Error {
  override name = 'SocialLoginError'
  readonly provider: SocialProviderId
  readonly reason: SocialLoginReason
  /** What happened, in a few words for the log of the operator. */
  readonly detail: string

  constructor(provider: SocialProviderId, reason: SocialLoginReason, detail: string) {
    super(MESSAGES[reason](LABELS[provider]))
    this.provider = provider
    this.reason = reason
    this.detail = detail
  }
}
