import { createHmac, randomUUID } from 'node:crypto'
import { startFakeVendor, type VendorMode, type VendorReply, type VendorRequest } from './fake-vendor.ts'

/** Sample: `{ id: '2001', email: 'ada@example.com', firstName: 'Ada', lastName: 'Sample' }`. */
interface FacebookProfile {
  /** The person's app-scoped id. */
  id: string
  /** Many accounts have none, and people may withhold theirs. */
  email?: string
  firstName?: string
  lastName?: string
}

interface UserTokenOverrides {
  /** The app the token was issued for; other apps get no information about it. */
  appId?: string
  /** Both endpoints reject the token as expired. */
  expired?: boolean
  /** Replaces fields of debug_token's reply; `undefined` removes one. */
  facts?: Record<string, unknown>
  /** Replaces fields of `me`. */
  me?: Record<string, unknown>
  /** Makes `me` reply with this error and status 400. */
  meError?: { code: number; message?: string; is_transient?: boolean }
}

type FacebookCall = 'debugToken' | 'me'

export interface FacebookApp {
  appId: string
  appSecret: string
  /** `v25.0` */
  version: string
}

/** Fakes the two Graph API calls of a sign-in, and recomputes the app secret proof. */
export interface FakeFacebook {
  /** Base URL: FACEBOOK_GRAPH_URL. */
  url: string
  /** Options for createFacebookProvider. */
  urls: { graphUrl: string; version: string }
  /** Environment variables for the program. */
  environment: Record<string, string>
  mode: VendorMode
  readonly counts: Readonly<Record<FacebookCall, number>>
  /** Resolves when a request is held back in the mode `slow`. */
  held(): Promise<void>
  /** A token as from the login dialog. */
  userToken(profile: FacebookProfile, overrides?: UserTokenOverrides): string
  close(): Promise<void>
}

const LIFETIME_S = 60 * 24 * 3600
const nowS = (): number => Math.floor(Date.now() / 1000)

interface UserToken {
  profile: FacebookProfile
  overrides: UserTokenOverrides
}
type Tokens = ReadonlyMap<string, UserToken>

/** Starts it on a free loopback port, with the app id and secret of the site under test. */
export async function startFakeFacebook(app: FacebookApp): Promise<FakeFacebook> {
  const tokens = new Map<string, UserToken>()
  const vendor = await startFakeVendor<FacebookCall>([
    {
      name: 'debugToken',
      path: `/${app.version}/debug_token`,
      answer: (request) => debugToken(request, app, tokens),
    },
    { name: 'me', path: `/${app.version}/me`, answer: (request) => me(request, app, tokens) },
  ])
  return Object.assign(vendor, {
    urls: { graphUrl: vendor.url, version: app.version },
    environment: {
      FACEBOOK_APP_ID: app.appId,
      FACEBOOK_APP_SECRET: app.appSecret,
      FACEBOOK_API_VERSION: app.version,
      FACEBOOK_GRAPH_URL: vendor.url,
    },
    userToken(profile: FacebookProfile, overrides: UserTokenOverrides = {}) {
      const token = `EAA${randomUUID().replaceAll('-', '')}`
      tokens.set(token, { profile, overrides })
      return token
    },
  })
}

const refuse = (code: number, message: string): VendorReply => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1b2C3d4' } },
})

/** A person's bad token is reported inside a successful reply; a bad token of the app is an error. */
const invalid = (message: string, error_subcode?: number): VendorReply => ({
  body: { data: { error: { code: 190, message, error_subcode }, is_valid: false, scopes: [] } },
})

function debugToken({ query }: VendorRequest, app: FacebookApp, tokens: Tokens): VendorReply {
  if (query.get('access_token') !== `${app.appId}|${app.appSecret}`)
    return refuse(190, 'Invalid OAuth access token signature.')
  const token = tokens.get(query.get('input_token') ?? '')
  if (!token) return invalid('Invalid OAuth access token - Cannot parse access token')
  const { profile, overrides } = token
  if (overrides.appId !== undefined && overrides.appId !== app.appId)
    return refuse(100, '(#100) The App_id in the input_token did not match the Viewing App')
  if (overrides.expired) return invalid('Error validating access token: Session has expired.', 463)
  const facts = {
    app_id: app.appId,
    type: 'USER',
    application: 'Sample app',
    data_access_expires_at: nowS() + LIFETIME_S,
    expires_at: nowS() + LIFETIME_S,
    is_valid: true,
    issued_at: nowS(),
    scopes: ['email', 'public_profile'],
    user_id: profile.id,
  }
  return { body: { data: { ...facts, ...overrides.facts } } }
}

function me({ query }: VendorRequest, app: FacebookApp, tokens: Tokens): VendorReply {
  const accessToken = query.get('access_token') ?? ''
  const token = tokens.get(accessToken)
  if (!token || token.overrides.expired) return refuse(190, 'Invalid OAuth access token.')
  const proof = createHmac('sha256', app.appSecret).update(accessToken).digest('hex')
  if (query.get('appsecret_proof') !== proof)
    return refuse(100, 'Invalid appsecret_proof provided in the API argument')
  const { profile, overrides } = token
  if (overrides.meError) return { status: 400, body: { error: { message: '', ...overrides.meError } } }
  const person: Record<string, unknown> = {
    id: profile.id,
    name: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
    first_name: profile.firstName,
    last_name: profile.lastName,
    email: profile.email,
    ...overrides.me,
  }
  const fields = ['id', ...(query.get('fields') ?? 'id,name').split(',')]
  return { body: Object.fromEntries(fields.map((field) => [field, person[field]])) }
}
