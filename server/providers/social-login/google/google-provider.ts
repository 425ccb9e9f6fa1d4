import type { OAuth2Client } from 'google-auth-library'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { onFirstUse } from '#server/platform/first-use.ts'
import { createGuardedProvider, type GuardedSignIn, type SocialLog } from '../guarded-provider.ts'
import { SocialLoginError, type SocialProvider, type SocialTokenType } from '../social-provider.ts'
import { requestVendor } from '../vendor-call.ts'
import { type GoogleClaims, readClaims, readNames, toProfile } from './google-claims.ts'
import { outboundOptions, REDIRECT_MISMATCH, toSocialLoginError } from './google-transport.ts'

const google = onFirstUse<typeof import('google-auth-library')>('google-auth-library')

/** Valid issuers of an ID token. The library would also accept its cloud's name. */
const ISSUERS = ['accounts.google.com', 'https://accounts.google.com']
/** Without it only the names are missing. */
const USER_INFO_TIMEOUT_MS = 3_000

export interface GoogleSetup {
  outbound: Outbound
  /** Token endpoint. */
  tokenUrl: string
  /** PEM certificates by key id. */
  certsUrl: string
  /** Shows for which client an access token was issued. */
  tokenInfoUrl: string
  /** The person's names; without it they stay empty when the browser sent an access token. */
  userInfoUrl?: string
  /** What the browser's popup bound its code to: `postmessage`, or a registered URL. */
  redirectUri: string
  /** Limit of a whole sign-in in milliseconds. Default 10 s. */
  timeoutMs?: number
  log?: SocialLog
  clock?: Clock
}

/** Sign-in with Google by any of the three token types of its browser library. */
export function createGoogleProvider(setup: GoogleSetup): SocialProvider {
  // Certificates are the same for every client id, and this client caches them; it never gets a secret.
  let cached: OAuth2Client | undefined
  const keys = (): OAuth2Client => {
    cached ??= new (google().OAuth2Client)({
      ...outboundOptions(setup.outbound, 'certificates'),
      endpoints: { oauth2FederatedSignonPemCertsUrl: setup.certsUrl },
      issuers: ISSUERS,
    })
    return cached
  }

  async function verifyClaims(idToken: string, { credentials }: GuardedSignIn): Promise<GoogleClaims> {
    const ticket = await keys()
      .verifyIdToken({ idToken, audience: credentials.clientId })
      .catch((error: unknown) => {
        throw toSocialLoginError(error, 'rejected')
      })
    return readClaims(ticket.getPayload(), credentials.clientId)
  }

  const byTokenType: Record<SocialTokenType, (signIn: GuardedSignIn) => Promise<GoogleClaims>> = {
    credential: (signIn) => verifyClaims(signIn.token, signIn),
    code: async (signIn) => verifyClaims(await exchangeCode(setup, signIn), signIn),
    access_token: (signIn) => claimsOfAccessToken(setup, signIn),
  }
  return createGuardedProvider({
    id: 'google',
    tokenTypes: ['code', 'access_token', 'credential'],
    timeoutMs: setup.timeoutMs,
    log: setup.log,
    prove: async (signIn) => toProfile(await byTokenType[signIn.type](signIn)),
  })
}

/** Exchanges a code for its ID token. A popup's code may be bound to the page's origin instead of `redirectUri`. */
async function exchangeCode(setup: GoogleSetup, signIn: GuardedSignIn): Promise<string> {
  const { clientId, clientSecret } = signIn.credentials
  if (!clientSecret) throw new SocialLoginError('google', 'misconfigured', 'no client secret')
  const client = new (google().OAuth2Client)({
    ...outboundOptions(setup.outbound, 'token', signIn.signal),
    clientId,
    clientSecret,
    endpoints: { oauth2TokenUrl: setup.tokenUrl },
  })
  const exchange = (redirectUri: string) =>
    client.getToken({ code: signIn.token, redirect_uri: redirectUri }).catch((error: unknown) => {
      throw toSocialLoginError(error, 'unavailable')
    })
  const { tokens } = await exchange(setup.redirectUri).catch((error: SocialLoginError) => {
    if (error.detail !== REDIRECT_MISMATCH || signIn.origin === setup.redirectUri) throw error
    return exchange(signIn.origin)
  })
  if (!tokens.id_token) throw new SocialLoginError('google', 'rejected', 'code without openid scope')
  return tokens.id_token
}

/** Only tokeninfo shows for which client a token was issued; userinfo would accept any site's token. */
async function claimsOfAccessToken(setup: GoogleSetup, signIn: GuardedSignIn): Promise<GoogleClaims> {
  const client = new (google().OAuth2Client)({
    ...outboundOptions(setup.outbound, 'token', signIn.signal),
    endpoints: { tokenInfoUrl: setup.tokenInfoUrl },
  })
  const info = await client.getTokenInfo(signIn.token).catch((error: unknown) => {
    throw toSocialLoginError(error, 'unavailable')
  })
  const now = (setup.clock ?? systemClock).now().getTime()
  // NaN when the response has no lifetime, which must not pass as valid.
  if (!(info.expiry_date > now)) throw new SocialLoginError('google', 'rejected', 'token has expired')
  const claims = readClaims(info, signIn.credentials.clientId)
  return { ...claims, ...(await findNames(setup, signIn, claims.sub)) }
}

/** Names and hosted domain of the person `sub`; empty when unavailable. */
async function findNames({ outbound, userInfoUrl }: GoogleSetup, signIn: GuardedSignIn, sub: string) {
  if (!userInfoUrl) return {}
  const options = {
    headers: { authorization: `Bearer ${signIn.token}` },
    timeoutMs: USER_INFO_TIMEOUT_MS,
    signal: signIn.signal,
  }
  const answer = await requestVendor('google', outbound, { url: userInfoUrl, options }).catch(() => undefined)
  return answer?.ok ? readNames(answer.body, sub) : {}
}
