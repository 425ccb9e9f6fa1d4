import type { ClientAuth, Configuration } from 'openid-client'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { SignOnError, type SignOnPerson, type SignOnProvider } from './sign-on-provider.ts'

type Client = Parameters<SignOnProvider['check']>[0]

const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 10_000
const SCOPE = 'openid email profile'

/** Loaded at the first sign-on: most installations have none. */
const library = () => import('openid-client')

/** The library's requests through our only way out, which reaches public addresses alone and follows no redirect. */
const fetchThrough =
  (outbound: Outbound) =>
  async (url: string, options: { method: string; headers: Record<string, string>; body?: unknown }) => {
    const { body } = options
    const answer = await outbound.fetch(url, {
      method: options.method,
      headers: options.headers,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: 'none',
      ...(body !== undefined && body !== null && { body: String(body) }),
    })
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers })
  }

const text = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.trim().slice(0, length) : ''

const readGroups = (value: unknown): string[] =>
  [value].flat().filter((group): group is string => typeof group === 'string')

type Claims = Record<string, unknown>

function readPerson(claims: Claims, groupsClaim: string): Omit<SignOnPerson, 'idToken' | 'endSession'> {
  const isVerified = claims.email_verified === true
  return {
    subject: String(claims.sub),
    email: isVerified ? text(claims.email, 254).toLowerCase() || null : null,
    firstName: text(claims.given_name, 100) || text(claims.name, 100),
    lastName: text(claims.family_name, 100),
    groups: readGroups(claims[groupsClaim]),
  }
}

/** Codes of the library and of OAuth are safe to log; messages and causes may have tokens. */
function describe(error: unknown): string {
  const { name, code, error: oauth } = (error ?? {}) as { name?: string; code?: unknown; error?: unknown }
  return [name, code, oauth].filter((part) => typeof part === 'string').join(' ')
}

/** In the header, unless the provider takes the secret in the body only. */
function makeAuthentication(openId: Awaited<ReturnType<typeof library>>, secret: string | null): ClientAuth {
  if (!secret) return openId.None()
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const inHeader = ways.includes('client_secret_basic')
    const way = inHeader ? openId.ClientSecretBasic(secret) : openId.ClientSecretPost(secret)
    return way(server, ...rest)
  }
}

/** OpenID Connect with `openid-client`: the code flow with PKCE, state and nonce. */
export function createOpenId(outbound: Outbound): SignOnProvider {
  async function configure({ issuer, clientId, clientSecret }: Client): Promise<Configuration> {
    const openId = await library()
    try {
      const authentication = makeAuthentication(openId, clientSecret)
      const config = await openId.discovery(new URL(issuer), clientId, undefined, authentication, {
        [openId.customFetch]: fetchThrough(outbound) as never,
        // The token comes over TLS, and is checked by its signature besides.
        execute: [openId.enableNonRepudiationChecks],
      })
      const { authorization_endpoint: page, token_endpoint: token, jwks_uri: keys } = config.serverMetadata()
      for (const address of [page, token, keys])
        if (!address?.startsWith('https://')) throw new SignOnError('unavailable', 'no https endpoint')
      return config
    } catch (error) {
      throw error instanceof SignOnError ? error : new SignOnError('unavailable', describe(error))
    }
  }

  /** Of the token; what it lacks, the provider may say at its userinfo endpoint. */
  async function readClaims(
    config: Configuration,
    token: { access_token: string; claims: Claims },
    groupsClaim: string,
  ): Promise<Claims> {
    const { access_token, claims } = token
    const isComplete = claims.email !== undefined && claims[groupsClaim] !== undefined
    if (isComplete || !config.serverMetadata().userinfo_endpoint) return claims
    const openId = await library()
    const said: Claims = await openId.fetchUserInfo(config, access_token, String(claims.sub))
    // An address and whether it is verified are taken from one place.
    const { email, email_verified } = claims.email === undefined ? said : claims
    return { ...said, ...claims, email, email_verified }
  }

  return {
    async check(client) {
      await configure(client)
    },
    async begin(client, redirectUri) {
      const openId = await library()
      const config = await configure(client)
      const request = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
        redirectUri,
      }
      const url = openId.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, request }
    },
    async finish(client, { request, query, groupsClaim }) {
      const openId = await library()
      const config = await configure(client)
      try {
        const tokens = await openId.authorizationCodeGrant(
          config,
          new URL(`${request.redirectUri}${query}`),
          {
            pkceCodeVerifier: request.verifier,
            expectedState: request.state,
            expectedNonce: request.nonce,
            idTokenExpected: true,
          },
        )
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new SignOnError('rejected', 'no ID token')
        const found = await readClaims(config, { access_token: tokens.access_token, claims }, groupsClaim)
        const endSession = config.serverMetadata().end_session_endpoint ?? null
        return {
          ...readPerson(found, groupsClaim),
          idToken: tokens.id_token,
          endSession: endSession?.startsWith('https://') ? endSession : null,
        }
      } catch (error) {
        throw error instanceof SignOnError ? error : new SignOnError('rejected', describe(error))
      }
    },
  }
}
