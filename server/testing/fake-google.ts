import {
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomUUID,
  sign,
} from 'node:crypto'
import { startFakeVendor, type VendorMode, type VendorReply, type VendorRequest } from './fake-vendor.ts'

/** Sample: `{ subject: '1001', email: 'ada@gmail.com', firstName: 'Ada', lastName: 'Sample' }`. */
interface GoogleProfile {
  /** Google's id of the account (`sub`). */
  subject: string
  email?: string
  /** Default: true. */
  emailVerified?: boolean
  firstName?: string
  lastName?: string
  /** Domain of the account's organization (`hd`). */
  hostedDomain?: string
}

/** Replaces claims and header fields of an ID token; `undefined` removes one. */
interface IdTokenOverrides {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
}

interface AccessTokenOverrides {
  /** Replaces fields of tokeninfo's reply; `undefined` removes one. */
  info?: Record<string, unknown>
  /** Replaces fields of userinfo's reply. */
  user?: Record<string, unknown>
  /** Both endpoints reject the token as expired. */
  expired?: boolean
}

interface CodeOverrides {
  /** What the popup bound the code to. Default: `postmessage`. */
  redirectUri?: string
  /** For the ID token in exchange for the code. */
  idToken?: IdTokenOverrides
}

type GoogleCall = 'token' | 'certs' | 'jwks' | 'tokenInfo' | 'userInfo'

/** Fakes Google's sign-in endpoints, with a separate signing key. */
export interface FakeGoogle {
  /** Base URL of all endpoints: GOOGLE_OAUTH_URL and GOOGLE_CERTS_URL. */
  url: string
  /** Options for createGoogleProvider. */
  urls: { tokenUrl: string; certsUrl: string; tokenInfoUrl: string; userInfoUrl: string }
  /** Environment variables for the program. */
  environment: Record<string, string>
  mode: VendorMode
  readonly counts: Readonly<Record<GoogleCall, number>>
  /** The key that signs ID tokens. */
  publicKey: { id: string; pem: string }
  /** Resolves when a request is held back in the mode `slow`. */
  held(): Promise<void>
  /** A code as from a popup; works once. */
  issueCode(profile: GoogleProfile, overrides?: CodeOverrides): string
  /** An ID token as from the Google button, valid for an hour. */
  idToken(profile: GoogleProfile, overrides?: IdTokenOverrides): string
  /** An opaque token as from a popup in token mode. */
  accessToken(profile: GoogleProfile, overrides?: AccessTokenOverrides): string
  close(): Promise<void>
}

const HOUR_S = 3600
const nowS = (): number => Math.floor(Date.now() / 1000)
const invalidToken: VendorReply = { status: 400, body: { error: 'invalid_token' } }

/** Keys of closed fakes, for the next ones: making one takes a tenth of a second. Fakes at the same time differ. */
const spareKeys: KeyPairKeyObjectResult[] = []

/** Starts it on a free loopback port, with the client id and secret of the site under test. */
export async function startFakeGoogle(client: {
  clientId: string
  clientSecret: string
}): Promise<FakeGoogle> {
  const pair = spareKeys.pop() ?? generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { publicKey, privateKey } = pair
  const key = { id: randomUUID(), pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
  const codes = new Map<string, { redirectUri: string; idToken: string }>()
  const accessTokens = new Map<string, { profile: GoogleProfile; overrides: AccessTokenOverrides }>()

  const idToken: FakeGoogle['idToken'] = (profile, { claims, header } = {}) =>
    signToken(
      privateKey,
      { alg: 'RS256', kid: key.id, typ: 'JWT', ...header },
      { ...idClaims(profile, client.clientId), ...claims },
    )
  const accessToken: FakeGoogle['accessToken'] = (profile, overrides = {}) => {
    const token = `ya29.${randomUUID()}`
    accessTokens.set(token, { profile, overrides })
    return token
  }
  const ofToken = (token: string | null, answer: (known: KnownToken) => unknown): VendorReply => {
    const known = accessTokens.get(token ?? '')
    return known && !known.overrides.expired ? { body: answer(known) } : invalidToken
  }

  const vendor = await startFakeVendor<GoogleCall>([
    { name: 'token', path: '/token', answer: (request) => exchange(request, client, codes) },
    { name: 'certs', path: '/oauth2/v1/certs', answer: () => cached({ [key.id]: key.pem }) },
    { name: 'jwks', path: '/oauth2/v3/certs', answer: () => cached({ keys: [jwkOf(publicKey, key.id)] }) },
    {
      name: 'tokenInfo',
      path: '/tokeninfo',
      answer: ({ bearer, query }) =>
        ofToken(bearer ?? query.get('access_token'), (known) => infoOf(known, client.clientId)),
    },
    { name: 'userInfo', path: '/oauth2/v3/userinfo', answer: ({ bearer }) => ofToken(bearer, userOf) },
  ])
  const { url, close: closeVendor } = vendor
  return Object.assign(vendor, {
    urls: {
      tokenUrl: `${url}/token`,
      certsUrl: `${url}/oauth2/v1/certs`,
      tokenInfoUrl: `${url}/tokeninfo`,
      userInfoUrl: `${url}/oauth2/v3/userinfo`,
    },
    environment: {
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: client.clientSecret,
      GOOGLE_OAUTH_URL: url,
      GOOGLE_CERTS_URL: url,
    },
    async close() {
      await closeVendor()
      spareKeys.push(pair)
    },
    publicKey: key,
    idToken,
    accessToken,
    issueCode(profile: GoogleProfile, overrides: CodeOverrides = {}) {
      const code = `4/${randomUUID()}`
      const redirectUri = overrides.redirectUri ?? 'postmessage'
      codes.set(code, { redirectUri, idToken: idToken(profile, overrides.idToken) })
      return code
    },
  })
}

interface KnownToken {
  profile: GoogleProfile
  overrides: AccessTokenOverrides
}

const refuse = (status: number, error: string): VendorReply => ({
  status,
  body: { error, error_description: 'Bad Request' },
})

function exchange(
  { method, form }: VendorRequest,
  client: { clientId: string; clientSecret: string },
  codes: Map<string, { redirectUri: string; idToken: string }>,
): VendorReply {
  const field = (name: string): string => form.get(name) ?? ''
  if (method !== 'POST') return refuse(405, 'invalid_request')
  if (field('grant_type') !== 'authorization_code') return refuse(400, 'unsupported_grant_type')
  const isClient = field('client_id') === client.clientId && field('client_secret') === client.clientSecret
  if (!isClient) return refuse(401, 'invalid_client')
  const code = codes.get(field('code'))
  if (!code) return refuse(400, 'invalid_grant')
  // As at Google: a code survives a wrong redirect URL, but works only once.
  if (field('redirect_uri') !== code.redirectUri) return refuse(400, 'redirect_uri_mismatch')
  codes.delete(field('code'))
  return {
    body: {
      access_token: `ya29.${randomUUID()}`,
      expires_in: HOUR_S - 1,
      scope: 'openid https://www.googleapis.com/auth/userinfo.email',
      token_type: 'Bearer',
      id_token: code.idToken,
    },
  }
}

/** Cacheable for hours, as Google's keys. */
const cached = (body: unknown): VendorReply => ({
  headers: { 'cache-control': 'public, max-age=21600, must-revalidate, no-transform' },
  body,
})

const jwkOf = (key: KeyObject, id: string) => ({
  ...key.export({ format: 'jwk' }),
  kid: id,
  alg: 'RS256',
  use: 'sig',
})

const namesOf = ({ firstName, lastName }: GoogleProfile) => ({
  name: [firstName, lastName].filter(Boolean).join(' ') || undefined,
  given_name: firstName,
  family_name: lastName,
})

const idClaims = (profile: GoogleProfile, clientId: string) => ({
  iss: 'https://accounts.google.com',
  azp: clientId,
  aud: clientId,
  sub: profile.subject,
  hd: profile.hostedDomain,
  email: profile.email,
  email_verified: profile.email === undefined ? undefined : (profile.emailVerified ?? true),
  ...namesOf(profile),
  iat: nowS(),
  exp: nowS() + HOUR_S,
})

/** All values are text there. */
const infoOf = ({ profile, overrides }: KnownToken, clientId: string) => ({
  azp: clientId,
  aud: clientId,
  sub: profile.subject,
  scope: 'openid https://www.googleapis.com/auth/userinfo.email',
  exp: String(nowS() + HOUR_S),
  expires_in: String(HOUR_S - 1),
  email: profile.email,
  email_verified: profile.email === undefined ? undefined : String(profile.emailVerified ?? true),
  access_type: 'online',
  ...overrides.info,
})

const userOf = ({ profile, overrides }: KnownToken) => ({
  sub: profile.subject,
  ...namesOf(profile),
  email: profile.email,
  email_verified: profile.email === undefined ? undefined : (profile.emailVerified ?? true),
  hd: profile.hostedDomain,
  ...overrides.user,
})

function signToken(key: KeyObject, header: object, claims: object): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}
