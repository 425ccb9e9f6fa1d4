import { createHmac } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixedClock } from '#server/platform/clock.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { startFakeGoogle } from '#server/testing/fake-google.ts'
import type { SocialTokenType } from '../social-provider.ts'
import { createGoogleProvider, type GoogleSetup } from './google-provider.ts'

const CLIENT = { clientId: '7001.apps.example.com', clientSecret: 'our-secret' }
const ORIGIN = 'https://leads.example.com'
const ADA = { subject: '1001', email: 'ada@example.com', firstName: 'Ada', lastName: 'Sample' }
const HOUR_MS = 3_600_000

async function open(setup: Partial<GoogleSetup> = {}) {
  const google = await startFakeGoogle(CLIENT)
  const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
  onTestFinished(async () => {
    await google.close()
    await outbound.close()
  })
  const provider = createGoogleProvider({ outbound, ...google.urls, redirectUri: 'postmessage', ...setup })
  const verify = (token: string, type: SocialTokenType, credentials = CLIENT) =>
    provider.verify({ token, type, origin: ORIGIN }, credentials)
  return { google, verify }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The same claims with another header and an arbitrary signature. */
function forge(token: string, header: object, signature: (signed: string) => string): string {
  const signed = `${encode(header)}.${token.split('.')[1]}`
  return `${signed}.${signature(signed)}`
}

describe('an ID token of Google', () => {
  const now = Date.now() / 1000
  it.each([
    ['another audience', { aud: 'another.apps.example.com' }],
    ['a list of audiences', { aud: [CLIENT.clientId, 'another.apps.example.com'] }],
    ['no audience', { aud: undefined }],
    ['another authorized party', { azp: 'another.apps.example.com' }],
    ['another issuer', { iss: 'https://accounts.example.com' }],
    ['the cloud as issuer', { iss: 'googleapis.com' }],
    ['an expired time', { exp: now - 600 }],
    ['no time', { exp: undefined }],
    ['an expiry far in the future', { exp: now + 10 * 24 * 3600 }],
    ['an issue time in the future', { iat: now + 3600 }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a number as subject', { sub: 1001 }],
  ])('is rejected with %s', async (_what, claims) => {
    const { google, verify } = await open()
    await expect(verify(google.idToken(ADA, { claims }), 'credential')).rejects.toMatchObject({
      reason: 'rejected',
    })
  })

  it('is accepted from either issuer and without the authorized party', async () => {
    const { google, verify } = await open()
    const token = google.idToken(ADA, { claims: { iss: 'accounts.google.com', azp: undefined } })
    expect(await verify(token, 'credential')).toMatchObject({ subject: '1001' })
  })

  it('is rejected when not signed by a key of Google', async () => {
    const { google, verify } = await open()
    const other = await startFakeGoogle(CLIENT)
    onTestFinished(() => other.close())
    const good = google.idToken(ADA)
    const { id, pem } = google.publicKey
    const forged = {
      none: forge(good, { alg: 'none', kid: id }, () => ''),
      noneWithOldSignature: forge(good, { alg: 'none', kid: id }, () => good.split('.')[2]!),
      // The public key is not secret: a verifier that lets the token choose HS256 would accept this.
      hs256: forge(good, { alg: 'HS256', kid: id }, (signed) =>
        createHmac('sha256', pem).update(signed).digest('base64url'),
      ),
      es256: forge(good, { alg: 'ES256', kid: id }, () => good.split('.')[2]!),
      otherKey: other.idToken(ADA, { header: { kid: id } }),
      unknownKey: google.idToken(ADA, { header: { kid: 'unknown' } }),
      builtIn: google.idToken(ADA, { header: { kid: 'constructor' } }),
      noKey: google.idToken(ADA, { header: { kid: undefined } }),
      changed: [good.split('.')[0], encode({ ...ADA, aud: CLIENT.clientId }), good.split('.')[2]].join('.'),
      cut: good.slice(0, -8),
      twoParts: good.split('.').slice(0, 2).join('.'),
    }
    for (const [name, token] of Object.entries(forged)) {
      await expect(verify(token, 'credential'), name).rejects.toMatchObject({ reason: 'rejected' })
    }
    expect(await verify(good, 'credential')).toMatchObject({ subject: '1001' })
  })

  it('is checked with keys fetched once for all clients', async () => {
    const { google, verify } = await open()
    const second = google.idToken(ADA, { claims: { aud: 'second', azp: 'second' } })
    await verify(google.idToken(ADA), 'credential')
    await verify(second, 'credential', { ...CLIENT, clientId: 'second' })
    await expect(verify(second, 'credential')).rejects.toMatchObject({ reason: 'rejected' })
    expect(google.counts).toMatchObject({ certs: 1, jwks: 0, token: 0 })
  })

  it('needs no secret', async () => {
    const { google, verify } = await open()
    const credentials = { ...CLIENT, clientSecret: '' }
    expect(await verify(google.idToken(ADA), 'credential', credentials)).toMatchObject({ subject: '1001' })
  })

  it('is not checked with an invalid certificate, which is not cached either', async () => {
    const google = await startFakeGoogle(CLIENT)
    onTestFinished(() => google.close())
    // A cacheable response of the right form, but from another URL.
    const { verify } = await open({ certsUrl: `${google.url}/oauth2/v3/certs` })
    const outcome = () => verify(google.idToken(ADA), 'credential')
    await expect(outcome()).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(outcome()).rejects.toMatchObject({ reason: 'unavailable' })
    expect(google.counts.jwks).toBe(2)
  })
})

describe('an address from Google', () => {
  it.each([
    ['of Gmail', { email: 'ada@gmail.com' }, 'ada@gmail.com', 'proven'],
    ['of Gmail in upper case', { email: 'Ada@Gmail.COM' }, 'Ada@Gmail.COM', 'proven'],
    ['of Googlemail', { email: 'ada@googlemail.com' }, 'ada@googlemail.com', 'proven'],
    [
      'of an organization',
      { email: 'ada@example.com', hostedDomain: 'example.com' },
      'ada@example.com',
      'proven',
    ],
    ['of another provider', { email: 'ada@example.com' }, 'ada@example.com', 'claimed'],
    ['of an organization without a name', { hostedDomain: '' }, 'ada@example.com', 'claimed'],
    ['that only looks like Gmail', { email: 'ada@notgmail.com' }, 'ada@notgmail.com', 'claimed'],
    ['below Gmail', { email: 'ada@gmail.com.example.org' }, 'ada@gmail.com.example.org', 'claimed'],
    ['that is unconfirmed', { email: 'ada@gmail.com', emailVerified: false }, null, 'claimed'],
    [
      'of an organization, unconfirmed',
      { hostedDomain: 'example.com', emailVerified: false },
      null,
      'claimed',
    ],
    ['that is missing', { email: undefined }, null, 'claimed'],
    ['that is invalid', { email: 'ada at gmail.com' }, null, 'claimed'],
  ])('%s is trusted only as far as Google vouches for it', async (_what, changes, email, emailTrust) => {
    const { google, verify } = await open()
    const profile = { ...ADA, ...changes } as typeof ADA
    const expected = { email, emailTrust }
    expect(await verify(google.idToken(profile), 'credential')).toMatchObject(expected)
    expect(await verify(google.issueCode(profile), 'code')).toMatchObject(expected)
    expect(await verify(google.accessToken(profile), 'access_token')).toMatchObject(expected)
  })
})

describe('a code of Google', () => {
  it('works once', async () => {
    const { google, verify } = await open()
    const code = google.issueCode(ADA)
    await verify(code, 'code')
    await expect(verify(code, 'code')).rejects.toMatchObject({ reason: 'rejected', detail: 'invalid_grant' })
    expect(google.counts.token).toBe(2)
  })

  it("bound to the page's origin is exchanged on the second attempt", async () => {
    const { google, verify } = await open()
    const code = google.issueCode(ADA, { redirectUri: ORIGIN })
    expect(await verify(code, 'code')).toMatchObject({ subject: '1001' })
    expect(google.counts.token).toBe(2)
  })

  it('bound to a configured address is exchanged on the first', async () => {
    const { google, verify } = await open({ redirectUri: 'https://leads.example.com/back' })
    const code = google.issueCode(ADA, { redirectUri: 'https://leads.example.com/back' })
    expect(await verify(code, 'code')).toMatchObject({ subject: '1001' })
    expect(google.counts.token).toBe(1)
  })

  it.each([
    ['after two attempts', 'postmessage', 2],
    ['without repeating an attempt', ORIGIN, 1],
  ])('bound to an unknown address is reported to the operator, %s', async (_what, redirectUri, tries) => {
    const { google, verify } = await open({ redirectUri })
    const code = google.issueCode(ADA, { redirectUri: 'https://other.example.com' })
    await expect(verify(code, 'code')).rejects.toMatchObject({
      reason: 'misconfigured',
      detail: 'redirect_uri_mismatch',
    })
    expect(google.counts.token).toBe(tries)
  })

  it('is not resent when Google fails: it works once', async () => {
    const { google, verify } = await open()
    google.mode = 'down'
    await expect(verify(google.issueCode(ADA), 'code')).rejects.toMatchObject({ detail: 'token: status 500' })
    expect(google.counts.token).toBe(1)
  })
})

describe('an access token of Google', () => {
  it.each([
    ['issued for another client', { aud: 'another' }],
    ['requested by another client', { azp: 'another' }],
    ['without an audience', { aud: undefined, azp: undefined }],
    ['without a subject', { sub: undefined }],
    ['without remaining time', { expires_in: '0' }],
    ['without an expiry', { expires_in: undefined }],
  ])('is rejected %s, whatever userinfo says', async (_what, info) => {
    const { google, verify } = await open()
    await expect(verify(google.accessToken(ADA, { info }), 'access_token')).rejects.toMatchObject({
      reason: 'rejected',
    })
    expect(google.counts).toMatchObject({ tokenInfo: 1, userInfo: 0 })
  })

  it('is judged by our clock', async () => {
    const clock = fixedClock(new Date(Date.now() + 2 * HOUR_MS))
    const { google, verify } = await open({ clock })
    const token = google.accessToken(ADA)
    await expect(verify(token, 'access_token')).rejects.toMatchObject({ detail: 'token has expired' })
  })

  it.each([
    ['is about someone else', { user: { sub: '1002' } }],
    ['has no names', { user: { given_name: undefined, family_name: undefined, name: undefined } }],
  ])('brings no names when userinfo %s', async (_what, overrides) => {
    const { google, verify } = await open()
    const token = google.accessToken({ ...ADA, hostedDomain: 'example.com' }, overrides)
    const profile = await verify(token, 'access_token')
    expect(profile).toMatchObject({ subject: '1001', email: ADA.email, firstName: '', lastName: '' })
  })

  it("does not trust another person's domain", async () => {
    const { google, verify } = await open()
    const token = google.accessToken(
      { ...ADA, hostedDomain: 'example.com' },
      { user: { sub: '1002', email: ADA.email } },
    )
    expect(await verify(token, 'access_token')).toMatchObject({ emailTrust: 'claimed' })
  })

  it('takes no address from userinfo', async () => {
    const { google, verify } = await open()
    const { email: _, ...hidden } = ADA
    const user = { email: 'ada@gmail.com', email_verified: true }
    const token = google.accessToken(hidden, { user })
    expect(await verify(token, 'access_token')).toMatchObject({ email: null, emailTrust: 'claimed' })
  })

  it.each([
    ['not configured', () => undefined],
    ['missing', (url: string) => `${url}/nowhere`],
  ])('is enough when userinfo is %s', async (_what, address) => {
    const other = await startFakeGoogle(CLIENT)
    onTestFinished(() => other.close())
    const { google, verify } = await open({ userInfoUrl: address(other.url) })
    const profile = await verify(google.accessToken(ADA), 'access_token')
    expect(profile).toMatchObject({ subject: '1001', email: ADA.email, firstName: '', lastName: '' })
  })

  it('is not rejected because a response is incomplete', async () => {
    const { google, verify } = await open()
    const token = google.accessToken(ADA, { info: { scope: undefined } })
    await expect(verify(token, 'access_token')).rejects.toMatchObject({ reason: 'unavailable' })
  })
})
