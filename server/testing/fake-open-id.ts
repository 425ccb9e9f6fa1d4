import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error it comes without types
import OidcProvider from 'oidc-provider'

/** Who signs in at the provider next. */
export interface FakePerson {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

export interface FakeOpenId {
  issuer: string
  /** For HOST_MAP. */
  hostMap: string
  /** The private key with which it signs, as a JWK. */
  key: Record<string, unknown>
  person: FakePerson
  /** Changes what the token endpoint answers. */
  tamper: ((tokens: { id_token: string }) => Promise<{ id_token: string }> | { id_token: string }) | null
  /** The person follows the address that the site gave, signs in, and is led back: the last address. */
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

/** What is used of `oidc-provider`. */
interface Provider {
  proxy: boolean
  callback(): (request: IncomingMessage, reply: ServerResponse) => Promise<void>
  interactionFinished(request: IncomingMessage, reply: ServerResponse, result: object): Promise<void>
  Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
}
const makeProvider = (issuer: string, settings: object): Provider => new OidcProvider(issuer, settings)

const KEY_ID = 'k1'

/** Answers a request like `provider`, with its token replies changed by `tamper`. */
function answer(provider: Provider, fake: FakeOpenId, request: IncomingMessage, reply: ServerResponse): void {
  if (request.url?.startsWith('/token')) {
    const end = reply.end.bind(reply)
    // biome-ignore lint/suspicious/noExplicitAny: stands in for all forms of `end`
    reply.end = ((body?: any) => {
      void (async () => {
        const tokens = JSON.parse(String(body))
        const changed = JSON.stringify(fake.tamper && tokens.id_token ? await fake.tamper(tokens) : tokens)
        reply.setHeader('content-length', Buffer.byteLength(changed))
        end(changed)
      })()
      return reply
      // biome-ignore lint/suspicious/noExplicitAny: see above
    }) as any
  }
  void provider.callback()(request, reply)
}

/** `oidc-provider`, a certified provider, on loopback under a public name. */
export async function startFakeOpenId(client: {
  id: string
  secret: string
  host: string
  redirectUris: string[]
}): Promise<FakeOpenId> {
  const issuer = `https://${client.host}`
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const jwk = { ...key, kid: KEY_ID, alg: 'RS256', use: 'sig' }
  const provider: Provider = makeProvider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        post_logout_redirect_uris: client.redirectUris.map((uri) => uri.replace('/sign-on', '/login')),
      },
    ],
    jwks: { keys: [jwk] as never },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
    },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => fake.person as never }),
    // Nobody is asked whether the site may know them.
    async loadExistingGrant({ oidc }: { oidc: never }) {
      const { session, client: asking } = oidc as {
        session: { accountId: string }
        client: { clientId: string }
      }
      const grant = new provider.Grant({ accountId: session.accountId, clientId: asking.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.proxy = true
  const server = createServer((request, reply) => {
    request.headers['x-forwarded-proto'] = 'https'
    request.headers['x-forwarded-host'] = client.host
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, reply, { login: { accountId: fake.person.sub } })
    else answer(provider, fake, request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeOpenId = {
    issuer,
    hostMap: `${client.host}=127.0.0.1:${port}`,
    key: jwk,
    person: { sub: 'nobody' },
    tamper: null,
    async visit(first) {
      const cookies = new Map<string, string>()
      let url = new URL(first)
      for (let steps = 0; url.host === client.host && steps < 10; steps += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
          redirect: 'manual',
          headers: { ...(cookie && { cookie }) },
        })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`)
        url = new URL(location, url)
      }
      return url
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}
