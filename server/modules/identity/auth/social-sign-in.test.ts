import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteSettings } from '#contract/branding/sites.ts'
import { confirmEmail, loginWithSocial } from '#contract/identity/auth.ts'
import { type FakeFacebook, startFakeFacebook } from '#server/testing/fake-facebook.ts'
import { type FakeGoogle, startFakeGoogle } from '#server/testing/fake-google.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { brand, registered } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const CLIENT = { clientId: 'platform-client', clientSecret: 'platform secret' }
const APP = { appId: '1000', appSecret: 'app secret', version: 'v25.0' }

let t: TestApp
let box: MailBox
let google: FakeGoogle
let facebook: FakeFacebook
beforeAll(async () => {
  box = await startMailBox()
  google = await startFakeGoogle(CLIENT)
  facebook = await startFakeFacebook(APP)
  t = await testApp({
    smtpUrl: box.url,
    publicUrl: 'https://app.sample.example',
    google: { ...CLIENT, oauthUrl: google.url, certsUrl: google.url },
    facebook: { ...APP, graphUrl: facebook.url },
  })
  await t.admin()
})
afterAll(async () => {
  await t.close()
  await Promise.all([box.close(), google.close(), facebook.close()])
})

type Body = Parameters<typeof enterBody>[0]
const enterBody = (body: {
  provider: 'google' | 'facebook'
  token: string
  type?: 'code' | 'access_token' | 'credential'
  email?: string
  realm_id?: number
}) => body
const enter = (body: Body, host = 'localhost') =>
  t.call(loginWithSocial, { body }, null, { headers: { host } })
const person = (subject: string, email: string) => ({ subject, email, firstName: 'Sam', lastName: 'Sample' })

describe('signing in with Google', () => {
  it('registers a person whose address Google verified, in all three modes', async () => {
    const signedIn = person('g-1', 'sam.one@gmail.com')
    const first = await enter({ provider: 'google', token: google.issueCode(signedIn) })
    expect(first.status, JSON.stringify(first.error)).toBe(200)
    const { user } = first.body.data
    expect(user).toMatchObject({
      email: 'sam.one@gmail.com',
      role: 'user',
      has_password: false,
      first_name: 'Sam',
    })
    const token = await enter({
      provider: 'google',
      token: google.accessToken(signedIn),
      type: 'access_token',
    })
    const credential = await enter({
      provider: 'google',
      token: google.idToken(signedIn),
      type: 'credential',
    })
    expect([token.body.data.user.id, credential.body.data.user.id]).toEqual([user.id, user.id])
  })

  it('links an existing account by a verified address, and notifies its owner', async () => {
    const { done } = await registered(t, box, 'linked.one@gmail.com')
    const entered = await enter({
      provider: 'google',
      token: google.issueCode(person('g-2', 'Linked.One@gmail.com')),
    })
    expect(entered.body.data.user.id).toBe(done.body.data.user.id)
    await box.waitFor('linked.one@gmail.com', (mail) => /google/i.test(mail.subject + mail.text))
  })

  it('does not link by an unverified address: a code comes first', async () => {
    const email = 'owner@company.example'
    const { done } = await registered(t, box, email)
    box.mails.length = 0
    const entered = await enter({ provider: 'google', token: google.issueCode(person('g-3', email)) })
    expect([entered.status, entered.error.code]).toEqual([403, 'email_unconfirmed'])
    const { registration } = entered.error.details
    const code = codeIn(await box.waitFor(email))
    const confirmed = await t.call(confirmEmail, { body: { email, code, registration } })
    expect(confirmed.body.data.user.id).toBe(done.body.data.user.id)
    const repeated = await enter({ provider: 'google', token: google.issueCode(person('g-3', email)) })
    expect(repeated.status).toBe(200)
  })

  it('keeps out a stranger who names my address and has no code', async () => {
    const email = 'mine@company.example'
    await registered(t, box, email)
    const entered = await enter({ provider: 'google', token: google.issueCode(person('g-4', email)) })
    const { registration } = entered.error.details
    const guessed = await t.call(confirmEmail, { body: { email, code: '000000', registration } })
    expect(guessed.error.code).toBe('invalid_code')
    expect((await enter({ provider: 'google', token: google.issueCode(person('g-4', email)) })).status).toBe(
      403,
    )
  })

  it.each([
    [
      'a code used before',
      () => {
        const code = google.issueCode(person('g-5', 'five@gmail.com'))
        return enter({ provider: 'google', token: code }).then(() =>
          enter({ provider: 'google', token: code }),
        )
      },
    ],
    [
      'a token for another client',
      () =>
        enter({
          provider: 'google',
          type: 'credential',
          token: google.idToken(person('g-6', 'six@gmail.com'), { claims: { aud: 'somebody else' } }),
        }),
    ],
    [
      'an ID token that is over',
      () =>
        enter({
          provider: 'google',
          type: 'credential',
          token: google.idToken(person('g-7', 'seven@gmail.com'), { claims: { exp: 1 } }),
        }),
    ],
    ['nonsense', () => enter({ provider: 'google', type: 'credential', token: 'a.b.c' })],
  ])('refuses %s', async (_name, attempt) => {
    const answer = await attempt()
    expect([answer.status, answer.error.code]).toEqual([401, 'social_rejected'])
  })

  it('reports that Google is unavailable', async () => {
    google.mode = 'down'
    const answer = await enter({ provider: 'google', token: 'anything' })
    google.mode = 'ok'
    expect([answer.status, answer.error.code]).toEqual([503, 'unavailable'])
  })
})

describe('signing in with Facebook', () => {
  const token = (id: string, email?: string) =>
    facebook.userToken({ id, ...(email && { email }), firstName: 'Fay', lastName: 'Sample' } as never)

  it('always verifies the address first', async () => {
    const email = 'fay@people.example'
    const entered = await enter({ provider: 'facebook', token: token('f-1', email) })
    expect([entered.status, entered.error.code]).toEqual([403, 'email_unconfirmed'])
    const code = codeIn(await box.waitFor(email))
    const { registration } = entered.error.details
    const confirmed = await t.call(confirmEmail, { body: { email, code, registration } })
    expect(confirmed.status).toBe(200)
    const repeated = await enter({ provider: 'facebook', token: token('f-1', email) })
    expect(repeated.body.data.user.id).toBe(confirmed.body.data.user.id)
  })

  it('asks for an address when Facebook returns none', async () => {
    const without = token('f-2')
    const requested = await enter({ provider: 'facebook', token: without })
    expect([requested.status, requested.error.code]).toEqual([422, 'email_required'])
    const reply = await enter({ provider: 'facebook', token: without, email: 'given@people.example' })
    expect(reply.error.code).toBe('email_unconfirmed')
  })

  it('refuses an unsupported token type', async () => {
    const answer = await enter({ provider: 'facebook', token: token('f-3'), type: 'code' })
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['type']])
  })
})

describe('brands', () => {
  it('are separate: the same Google account is a different person in each', async () => {
    const one = await brand(t, 'social-one.example')
    const two = await brand(t, 'social-two.example')
    const signedIn = person('g-9', 'nine@gmail.com')
    const first = await enter({ provider: 'google', token: google.issueCode(signedIn) }, one.host)
    const second = await enter({ provider: 'google', token: google.issueCode(signedIn) }, two.host)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.data.user.id).not.toBe(second.body.data.user.id)
    const shared = await enter({ provider: 'google', token: google.issueCode(signedIn) })
    expect(shared.error.code).toBe('brand_choice')
  })

  it('use only their own client id and secret, and publish the id', async () => {
    const { host } = await brand(t, 'own-client.example', { site: { google_client_id: 'own-client' } })
    const shown = await t.call(siteSettings, { body: { domain: host } })
    expect(shown.body.data.social.google).toEqual({ client_id: 'own-client', popup_type: 'CODE' })
    const foreign = await enter(
      { provider: 'google', type: 'credential', token: google.idToken(person('g-10', 'ten@gmail.com')) },
      host,
    )
    expect(foreign.error.code).toBe('social_rejected')
    expect(JSON.stringify(shown.body)).not.toContain('secret')
  })

  it('without a provider say so', async () => {
    const bare = await testApp({ roles: ['web'] })
    await bare.admin()
    const answer = await bare.call(loginWithSocial, { body: { provider: 'google', token: 'x' } })
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['provider']])
    const shown = await bare.call(siteSettings, { body: { domain: 'localhost' } })
    expect(shown.body.data.social).toEqual({ google: null, facebook: null })
    await bare.close()
  })
})
