import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteSettings } from '#contract/branding/sites.ts'
import { confirmEmail, loginWithSocial, socialNonce } from '#contract/identity/auth.ts'
import { findPlatformRealm } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
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
const nonceOf = async (host = 'localhost') =>
  (await t.call(socialNonce, {}, null, { headers: { host } })).body.data.nonce
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
      token: google.idToken(signedIn, { claims: { nonce: await nonceOf() } }),
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

  describe('by ID token', () => {
    const credential = (token: string, host?: string) =>
      enter({ provider: 'google', type: 'credential', token }, host)
    let brands = 0
    const rejected = [401, 'social_rejected']
    const outcome = async (answer: ReturnType<typeof enter>) => {
      const { status, error } = await answer
      return [status, error.code]
    }

    it('accepts it once', async () => {
      const token = google.idToken(person('g-20', 'twenty@gmail.com'), { claims: { nonce: await nonceOf() } })
      expect((await credential(token)).status).toBe(200)
      expect(await outcome(credential(token))).toEqual(rejected)
    })

    it('accepts it once of several at the same moment', async () => {
      const token = google.idToken(person('g-20', 'twenty@gmail.com'), { claims: { nonce: await nonceOf() } })
      const answers = await Promise.all([credential(token), credential(token), credential(token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    })

    it.each([
      ['without a nonce', async () => undefined],
      ['with a nonce that nobody issued', async () => 'x'.repeat(43)],
      [
        'with a nonce of another site',
        async () => nonceOf((await brand(t, `nonce-${++brands}.example`)).host),
      ],
      [
        'with an expired nonce',
        async () => {
          const nonce = await nonceOf()
          await t.app.database.pool.query(
            `update one_time_code set expires_at = now() where purpose = 'social_sign_in' and used_at is null`,
          )
          return nonce
        },
      ],
    ])('refuses one %s', async (_name, nonce) => {
      const token = google.idToken(person('g-20', 'twenty@gmail.com'), { claims: { nonce: await nonce() } })
      expect(await outcome(credential(token))).toEqual(rejected)
    })

    it('accepts the same one after a choice of brand', async () => {
      const signedIn = person('g-21', 'twenty.one@gmail.com')
      for (const name of ['choice-one', 'choice-two']) {
        const { host } = await brand(t, `${name}.example`)
        await registered(t, box, signedIn.email, { host })
        box.mails.length = 0
      }
      const token = google.idToken(signedIn, { claims: { nonce: await nonceOf() } })
      const choice = await credential(token)
      expect(choice.error.code).toBe('brand_choice')
      const [{ realm_id }] = choice.error.details.brands
      const chosen = () => enter({ provider: 'google', type: 'credential', token, realm_id })
      expect((await chosen()).status).toBe(200)
      expect(await outcome(chosen())).toEqual(rejected)
    })
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
  it('never use the platform’s client: whoever runs the domain gets tokens of its visitors', async () => {
    const { host } = await brand(t, 'no-client.example')
    const shown = await t.call(siteSettings, { body: { domain: host } })
    expect(shown.body.data.social).toEqual({ google: null, facebook: null })
    const signedIn = person('g-9', 'nine@gmail.com')
    const tokens = [
      { provider: 'google', token: google.issueCode(signedIn) },
      { provider: 'google', type: 'access_token', token: google.accessToken(signedIn) },
      {
        provider: 'google',
        type: 'credential',
        token: google.idToken(signedIn, { claims: { nonce: await nonceOf(host) } }),
      },
      {
        provider: 'facebook',
        token: facebook.userToken({ id: 'f-9', email: 'nine@people.example', firstName: 'N', lastName: 'S' }),
      },
    ] as const
    for (const token of tokens) {
      const answer = await enter(token, host)
      expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['provider']])
    }
  })

  it('use the platform’s client on the platform’s own domains', async () => {
    const [platform] = (
      await t.app.database.pool.query('select id, realm_id from account where parent_id is null')
    ).rows
    await createSite(t.app.ctx, {
      account_id: platform.id,
      realm_id: (await findPlatformRealm(t.app.ctx)) as number,
      domain: 'also-platform.example',
      verified_at: new Date(),
    })
    const answer = await enter(
      { provider: 'google', token: google.issueCode(person('g-1', 'sam.one@gmail.com')) },
      'also-platform.example',
    )
    expect(answer.status).toBe(200)
  })

  it('are separate: the same Google account is a different person in each', async () => {
    const own = { site: { google_client_id: CLIENT.clientId } }
    const one = await brand(t, 'social-one.example', own)
    const two = await brand(t, 'social-two.example', own)
    const signedIn = person('g-9', 'nine@gmail.com')
    const at = async (host: string) =>
      enter(
        {
          provider: 'google',
          type: 'credential',
          token: google.idToken(signedIn, { claims: { nonce: await nonceOf(host) } }),
        },
        host,
      )
    const [first, second] = [await at(one.host), await at(two.host)]
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
