import { describe, expect, it, onTestFinished } from 'vitest'
import { fixedClock } from '#server/platform/clock.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { startFakeFacebook } from '#server/testing/fake-facebook.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { createFacebookProvider, type FacebookSetup } from './facebook-provider.ts'

const APP = { appId: '7001', appSecret: 'our-secret', version: 'v25.0' }
const ADA = { id: '1001', email: 'ada@example.com', firstName: 'Ada', lastName: 'Sample' }

async function open(setup: Partial<FacebookSetup> = {}) {
  const facebook = await startFakeFacebook(APP)
  const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
  onTestFinished(async () => {
    await facebook.close()
    await outbound.close()
  })
  const provider = createFacebookProvider({ outbound, ...facebook.urls, ...setup })
  const verify = (token: string, clientSecret: string | null = APP.appSecret) =>
    provider.verify(
      { token, type: 'access_token', origin: 'https://leads.example.com' },
      { clientId: APP.appId, clientSecret },
    )
  return { facebook, verify }
}

describe('the result of debug_token', () => {
  const past = Math.floor(Date.now() / 1000) - 1
  it.each([
    ['not valid', { is_valid: false }],
    ['of another app', { app_id: '7002' }],
    ['of no app', { app_id: undefined }],
    ['of a page', { type: 'PAGE' }],
    ['of the app itself', { type: 'APP', user_id: undefined }],
    ['without a type', { type: undefined }],
    ['over', { expires_at: past }],
    ['without an expiry', { expires_at: undefined }],
    ['without an owner', { user_id: undefined }],
    ['wrong', { error: { code: 190, message: 'Session has been invalidated' } }],
  ])('rejects a token that is %s, before the token is used', async (_what, facts) => {
    const { facebook, verify } = await open()
    await expect(verify(facebook.userToken(ADA, { facts }))).rejects.toMatchObject({ reason: 'rejected' })
    expect(facebook.counts).toEqual({ debugToken: 1, me: 0 })
  })

  it('accepts a token that never expires, and ids written as numbers', async () => {
    const { facebook, verify } = await open()
    const token = facebook.userToken(ADA, { facts: { expires_at: 0, app_id: 7001, user_id: 1001 } })
    expect(await verify(token)).toMatchObject({ subject: '1001' })
  })

  it('is judged by our clock', async () => {
    const { facebook, verify } = await open({ clock: fixedClock(new Date('2100-01-01T00:00:00Z')) })
    await expect(verify(facebook.userToken(ADA))).rejects.toMatchObject({ detail: 'token has expired' })
  })

  it('is unavailable when incomplete', async () => {
    const { facebook, verify } = await open()
    const token = facebook.userToken(ADA, { facts: { is_valid: undefined } })
    await expect(verify(token)).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

describe('the result of me', () => {
  it('is trusted only for the owner of the token', async () => {
    const { facebook, verify } = await open()
    const token = facebook.userToken(ADA, { facts: { user_id: '1002' } })
    await expect(verify(token)).rejects.toMatchObject({
      reason: 'rejected',
      detail: 'token and profile differ',
    })
  })

  it('is requested with the app secret proof, which the vendor recomputes', async () => {
    const { facebook, verify } = await open()
    expect(await verify(facebook.userToken(ADA))).toMatchObject({ subject: '1001' })
    expect(facebook.counts).toEqual({ debugToken: 1, me: 1 })
  })

  it.each([
    ['an address', {}, 'ada@example.com'],
    ['no address', { email: undefined }, null],
    ['a Gmail address, although Facebook does not run Gmail', { email: 'ada@gmail.com' }, 'ada@gmail.com'],
    ['another value in place of an address', { email: '+1 555 0100' }, null],
  ])('may contain %s, never a verified one', async (_what, me, email) => {
    const { facebook, verify } = await open()
    expect(await verify(facebook.userToken(ADA, { me }))).toMatchObject({ email, emailTrust: 'claimed' })
  })

  it.each([
    ['first and last', {}, 'Ada', 'Sample'],
    ['full name only', { first_name: undefined, last_name: undefined }, 'Ada Sample', ''],
    ['long', { first_name: '😀'.repeat(150) }, '😀'.repeat(100), 'Sample'],
    ['control characters', { first_name: ' A\u0000d\r\na ' }, 'A d a', 'Sample'],
    ['of another type', { first_name: 7, last_name: { a: 1 }, name: null }, '', ''],
  ])('gives names: %s', async (_what, me, firstName, lastName) => {
    const { facebook, verify } = await open()
    expect(await verify(facebook.userToken(ADA, { me }))).toMatchObject({ firstName, lastName })
  })
})

describe('an error of the Graph API', () => {
  it.each([
    [190, 'rejected'],
    [102, 'rejected'],
    [10, 'rejected'],
    [100, 'rejected'],
    [1, 'unavailable'],
    [2, 'unavailable'],
    [4, 'unavailable'],
    [17, 'unavailable'],
    [32, 'unavailable'],
    [341, 'unavailable'],
    [613, 'unavailable'],
  ])('%i means %s', async (code, reason) => {
    const { facebook, verify } = await open()
    const token = facebook.userToken(ADA, { meError: { code, message: 'Sentence of the vendor' } })
    await expect(verify(token)).rejects.toMatchObject({ reason, detail: `me: error ${code}` })
    const inFacts = facebook.userToken(ADA, { facts: { is_valid: false, error: { code } } })
    await expect(verify(inFacts)).rejects.toMatchObject({ reason, detail: `debug_token: error ${code}` })
  })

  it('marked transient by the vendor is temporary', async () => {
    const { facebook, verify } = await open()
    const token = facebook.userToken(ADA, { meError: { code: 190, is_transient: true } })
    await expect(verify(token)).rejects.toMatchObject({ reason: 'unavailable' })
  })

  it('without a code is treated as unavailable', async () => {
    const { facebook, verify } = await open({ version: 'v1.0' })
    await expect(verify(facebook.userToken(ADA))).rejects.toMatchObject({ reason: 'unavailable' })
  })
})

describe('the URL with token and secret', () => {
  it('is never redirected', async () => {
    const requests: string[] = []
    const elsewhere = await startLocalServer((request, response) => {
      requests.push(request.url ?? '')
      response.writeHead(307, { location: `${request.url}&again=1` }).end()
    })
    const { facebook, verify } = await open({ graphUrl: elsewhere.url })
    await expect(verify(facebook.userToken(ADA))).rejects.toMatchObject({ reason: 'unavailable' })
    expect(requests).toHaveLength(1)
  })
})
