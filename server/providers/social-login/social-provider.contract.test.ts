import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { startFakeFacebook } from '#server/testing/fake-facebook.ts'
import { startFakeGoogle } from '#server/testing/fake-google.ts'
import type { VendorMode } from '#server/testing/fake-vendor.ts'
import {
  createSocialProviders,
  type SocialCredentials,
  SocialLoginError,
  type SocialProvider,
  type SocialTokenType,
} from './index.ts'

/** Common tests of every adapter against a fake of its vendor, for each token type. */

const SECRET = 'the-secret-of-our-client'
const CREDENTIALS: SocialCredentials = { clientId: '7001', clientSecret: SECRET }
const ORIGIN = 'https://leads.example.com'
const PERSON = { firstName: 'Ada', lastName: 'Sample' }

interface Vendor {
  mode: VendorMode
  counts: Readonly<Record<string, number>>
  held(): Promise<void>
}
interface Bench {
  vendor: Vendor
  provider: SocialProvider
  /** Warnings of the outbound fetcher. */
  warnings: unknown[]
  tokens: { good(): string; expired(): string; foreign(): string; garbage: string }
}

async function start(timeoutMs: number | undefined, allowLoopback = true) {
  const google = await startFakeGoogle({ clientId: CREDENTIALS.clientId, clientSecret: SECRET })
  const facebook = await startFakeFacebook({ appId: '7001', appSecret: SECRET, version: 'v25.0' })
  const warnings: unknown[] = []
  const log = { warn: (...entry: unknown[]) => void warnings.push(entry) }
  const outbound = createOutbound({ userAgent: 'test', allowLoopback, log })
  onTestFinished(async () => {
    await Promise.all([google.close(), facebook.close()])
    await outbound.close()
  })
  const providers = createSocialProviders({
    outbound,
    log,
    google: { oauthUrl: google.url, certsUrl: `${google.url}/`, redirectUri: 'postmessage' },
    facebook: { graphUrl: facebook.url, version: 'v25.0' },
    ...(timeoutMs ? { timeoutMs } : {}),
  })
  return { google, facebook, providers, warnings }
}

const googlePerson = { ...PERSON, subject: '1001', email: 'ada@example.com' }
const facebookPerson = { ...PERSON, id: '1001', email: 'ada@example.com' }

type Started = Awaited<ReturnType<typeof start>>
interface Way {
  name: string
  type: SocialTokenType
  bench(started: Started): Omit<Bench, 'warnings'>
}

const WAYS: Way[] = [
  {
    name: 'Google, code',
    type: 'code',
    bench: ({ google, providers }) => ({
      vendor: google,
      provider: providers.google,
      tokens: {
        good: () => google.issueCode(googlePerson),
        expired: () => google.issueCode(googlePerson, { idToken: { claims: { exp: 1_000_000 } } }),
        foreign: () => google.issueCode(googlePerson, { idToken: { claims: { aud: '7002' } } }),
        garbage: '4/garbage-code',
      },
    }),
  },
  {
    name: 'Google, access token',
    type: 'access_token',
    bench: ({ google, providers }) => ({
      vendor: google,
      provider: providers.google,
      tokens: {
        good: () => google.accessToken(googlePerson),
        expired: () => google.accessToken(googlePerson, { expired: true }),
        foreign: () => google.accessToken(googlePerson, { info: { aud: '7002', azp: '7002' } }),
        garbage: 'ya29.garbage',
      },
    }),
  },
  {
    name: 'Google, credential',
    type: 'credential',
    bench: ({ google, providers }) => ({
      vendor: google,
      provider: providers.google,
      tokens: {
        good: () => google.idToken(googlePerson),
        expired: () => google.idToken(googlePerson, { claims: { iat: 999_000, exp: 1_000_000 } }),
        foreign: () => google.idToken(googlePerson, { claims: { aud: '7002' } }),
        garbage: 'garbage.of.three-parts',
      },
    }),
  },
  {
    name: 'Facebook, access token',
    type: 'access_token',
    bench: ({ facebook, providers }) => ({
      vendor: facebook,
      provider: providers.facebook,
      tokens: {
        good: () => facebook.userToken(facebookPerson),
        expired: () => facebook.userToken(facebookPerson, { expired: true }),
        foreign: () => facebook.userToken(facebookPerson, { appId: '7002' }),
        garbage: 'EAAgarbage',
      },
    }),
  },
]

/** The failure of a sign-in, after checking that it contains neither token nor secret. */
async function failure(outcome: Promise<unknown>, token: string): Promise<SocialLoginError> {
  const error = await outcome.then(
    () => expect.unreachable('the sign-in went through'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SocialLoginError)
  const everything = inspect(error, { depth: 20, showHidden: true, maxStringLength: null })
  expect(everything).toContain('SocialLoginError')
  for (const secret of [token, token.split('.').at(-1)!, SECRET]) expect(everything).not.toContain(secret)
  return error as SocialLoginError
}

const requests = ({ counts }: Vendor): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

describe.each(WAYS)('sign-in with $name', ({ type, bench }) => {
  async function open(timeoutMs?: number, allowLoopback?: boolean): Promise<Bench> {
    const started = await start(timeoutMs, allowLoopback)
    return { ...bench(started), warnings: started.warnings }
  }
  const verify = (provider: SocialProvider, token: string, signal?: AbortSignal, credentials = CREDENTIALS) =>
    provider.verify({ token, type, origin: ORIGIN }, credentials, signal)

  it('accepts a valid token and returns its person', async () => {
    const { provider, tokens } = await open()
    expect(provider.tokenTypes).toContain(type)
    expect(await verify(provider, tokens.good())).toEqual({
      provider: provider.id,
      subject: '1001',
      email: 'ada@example.com',
      emailTrust: 'claimed',
      ...PERSON,
    })
  })

  it.each(['expired', 'foreign'] as const)('rejects a token that is %s', async (kind) => {
    const { provider, tokens } = await open()
    const token = tokens[kind]()
    expect(await failure(verify(provider, token), token)).toMatchObject({ reason: 'rejected' })
  })

  it('rejects garbage', async () => {
    const { provider, tokens } = await open()
    const { garbage } = tokens
    expect(await failure(verify(provider, garbage), garbage)).toMatchObject({ reason: 'rejected' })
  })

  it.each([
    ['empty', ''],
    ['with a line break', 'secret-half\r\nx-header: 1'],
    ['not ASCII', 'secret-tökén'],
    ['far too long', 'secret'.repeat(2000)],
  ])('rejects a token that is %s without a request to the vendor', async (_what, token) => {
    const { provider, vendor } = await open()
    const error = await failure(verify(provider, token), token || 'nothing-to-hide')
    expect(error).toMatchObject({ reason: 'rejected', detail: 'malformed token' })
    expect(requests(vendor)).toBe(0)
  })

  it.each(['down', 'truncated', 'huge'] as const)(
    'is unavailable while the vendor is %s, and works again afterwards',
    async (mode) => {
      const { provider, vendor, tokens } = await open()
      vendor.mode = mode
      const token = tokens.good()
      expect(await failure(verify(provider, token), token)).toMatchObject({ reason: 'unavailable' })
      vendor.mode = 'ok'
      expect(await verify(provider, tokens.good())).toMatchObject({ subject: '1001' })
    },
  )

  it('is unavailable when the vendor is too slow', async () => {
    const { provider, vendor, tokens } = await open(50)
    vendor.mode = 'slow'
    const token = tokens.good()
    const error = await failure(verify(provider, token), token)
    expect(error).toMatchObject({ reason: 'unavailable', detail: 'timeout' })
  })

  it('ends when the caller aborts', async () => {
    const { provider, vendor, tokens } = await open()
    vendor.mode = 'slow'
    const token = tokens.good()
    const caller = new AbortController()
    const outcome = failure(verify(provider, token, caller.signal), token)
    await vendor.held()
    caller.abort(new Error(`given up on ${token}`))
    expect(await outcome).toMatchObject({ reason: 'unavailable', detail: 'aborted by the caller' })
  })

  it('sends no request when the caller has already aborted', async () => {
    const { provider, vendor, tokens } = await open()
    const token = tokens.good()
    const error = await failure(verify(provider, token, AbortSignal.abort()), token)
    expect(error).toMatchObject({ reason: 'unavailable', detail: 'aborted by the caller' })
    expect(requests(vendor)).toBe(0)
  })

  it('goes through the address guard, and logs no token', async () => {
    const { provider, tokens, warnings } = await open(undefined, false)
    const token = tokens.good()
    const error = await failure(verify(provider, token), token)
    expect(error).toMatchObject({ reason: 'unavailable', detail: 'blocked_address' })
    expect(warnings).toHaveLength(2)
    const logged = inspect(warnings, { depth: 20, maxStringLength: null })
    for (const secret of [SECRET, token]) expect(logged).not.toContain(secret)
  })

  it('is misconfigured without a client id', async () => {
    const { provider, tokens } = await open()
    const token = tokens.good()
    const error = await failure(verify(provider, token, undefined, { ...CREDENTIALS, clientId: '' }), token)
    expect(error).toMatchObject({ reason: 'misconfigured' })
  })
})

/** The ways that use a secret. */
describe.each(WAYS.filter(({ name }) => /code|Facebook/.test(name)))(
  'the secret for $name',
  ({ type, bench }) => {
    it.each([
      ['missing', null],
      ['empty', ''],
      ['wrong', 'the-secret-of-another'],
    ])('is misconfigured when it is %s', async (_what, clientSecret) => {
      const { provider, tokens } = bench(await start(undefined))
      const token = tokens.good()
      const outcome = provider.verify({ token, type, origin: ORIGIN }, { ...CREDENTIALS, clientSecret })
      expect(await failure(outcome, token)).toMatchObject({ reason: 'misconfigured' })
    })
  },
)

describe('types of tokens', () => {
  it('rejects an unsupported one without a request', async () => {
    const { facebook, providers } = await start(undefined)
    const token = facebook.userToken(facebookPerson)
    const outcome = providers.facebook.verify({ token, type: 'code', origin: ORIGIN }, CREDENTIALS)
    expect(await failure(outcome, token)).toMatchObject({
      reason: 'rejected',
      detail: 'unsupported token type',
    })
    expect(facebook.counts).toEqual({ debugToken: 0, me: 0 })
  })
})
