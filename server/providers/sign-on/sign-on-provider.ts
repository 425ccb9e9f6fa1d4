/** A provider as a site has set it up. */
interface SignOnClient {
  issuer: string
  clientId: string
  clientSecret: string | null
}

/** What must be kept until the person comes back, and never leaves the server. */
export interface SignOnRequest {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** The person according to a token that the provider signed for us. */
export interface SignOnPerson {
  subject: string
  /** Null unless the provider says that it is verified. */
  email: string | null
  firstName: string
  lastName: string
  groups: string[]
  idToken: string
  /** Where the provider ends its own session; null without one. */
  endSession: string | null
}

export interface SignOnProvider {
  /** Asks the provider for its configuration. @throws SignOnError */
  check(client: SignOnClient): Promise<void>
  /** The page of the provider, and what `finish` needs. @throws SignOnError */
  begin(client: SignOnClient, redirectUri: string): Promise<{ url: string; request: SignOnRequest }>
  /** Exchanges the code of the query with which the person came back. @throws SignOnError */
  finish(
    client: SignOnClient,
    call: { request: SignOnRequest; query: string; groupsClaim: string },
  ): Promise<SignOnPerson>
}

/** The only error of a sign-on. `detail` is for the operator's log; neither has a token or secret. */
export class SignOnError extends Error {
  override name = 'SignOnError'
  readonly reason: 'rejected' | 'unavailable'
  readonly detail: string
  constructor(reason: 'rejected' | 'unavailable', detail: string) {
    super(
      reason === 'rejected'
        ? 'The provider didn’t confirm this sign-in. Start again'
        : 'The provider can’t be reached or isn’t set up correctly. Try again later',
    )
    this.reason = reason
    this.detail = detail
  }
}
