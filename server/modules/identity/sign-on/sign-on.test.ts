import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeSignOn, type SignOnSettings, saveSignOn, showSignOn } from '#contract/branding/sign-on.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import { login, logout } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { beginSignOn, finishSignOn } from '#contract/identity/sign-on.ts'
import { findRealm } from '#server/modules/accounts/accounts/index.ts'
import { addTrustedDomain, createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeOpenId, type FakePerson, startFakeOpenId } from '#server/testing/fake-open-id.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const HOST = 'app.sample.example'
const BRAND = 'leads.owl.example'
const CLIENT = {
  id: 'leads',
  secret: 'a secret of the client, long enough',
  host: 'idp.company.example',
  redirectUris: [`https://${HOST}/sign-on`, `https://${BRAND}/sign-on`],
}

let t: TestApp
let idp: FakeOpenId
let admin: TestUser
let reseller: TestUser
beforeAll(async () => {
  idp = await startFakeOpenId(CLIENT)
  t = await testApp({ roles: ['web'], publicUrl: `https://${HOST}`, hostMap: idp.hostMap })
  admin = await t.admin()
  reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  const site = await createSite(t.app.ctx, {
    account_id: reseller.accountId,
    realm_id: await findRealm(t.app.ctx, reseller.accountId, 'Owl'),
    name: 'Owl Leads',
  })
  await addTrustedDomain(t.app.ctx, site.id, BRAND)
})
afterAll(async () => {
  await t.close()
  await idp.close()
})
beforeEach(async () => {
  idp.tamper = null
  await t.app.database.pool.query('delete from rate_limit')
})

const settings = (more: Partial<SignOnSettings> = {}): SignOnSettings => ({
  label: 'Company',
  issuer: idp.issuer,
  client_id: CLIENT.id,
  domains: ['company.example'],
  create_people: true,
  join_existing: false,
  enforced: false,
  groups_claim: 'groups',
  groups: [],
  ...more,
})
const save = (more: Partial<SignOnSettings> = {}, as = admin) =>
  t.call(saveSignOn, { body: { ...settings(more), client_secret: CLIENT.secret } }, as)
const at = (host: string) => ({ headers: { host } })
let count = 0
const someone = (more: Partial<FakePerson> = {}): FakePerson => {
  count += 1
  return {
    sub: `p${count}`,
    email: `p${count}@company.example`,
    email_verified: true,
    given_name: 'Robin',
    ...more,
  }
}
const begin = async (host = HOST) => (await t.call(beginSignOn, {}, null, at(host))).body.data
const finish = (request: string, callback: string, host = HOST) =>
  t.call(finishSignOn, { body: { request, callback } }, null, at(host))

/** Begins, visits the provider as this person, and comes back with the query. */
async function visit(person: FakePerson, host = HOST) {
  idp.person = person
  const { url, request } = await begin(host)
  const back = await idp.visit(url)
  return { url: new URL(url), request, back, query: back.search }
}
async function enter(person: FakePerson, host = HOST) {
  const { request, query } = await visit(person, host)
  return finish(request, query, host)
}
const members = async (accountId: number) =>
  (
    await t.app.database.pool.query(
      'select email, role, granted_modules from app_user where account_id = $1 order by id',
      [accountId],
    )
  ).rows

describe('sign-on of the platform', () => {
  it('asks the provider before it is saved, and keeps the secret sealed', async () => {
    const wrong = await save({ issuer: 'https://elsewhere.example' })
    expect([wrong.status, Object.keys(wrong.error.fields)]).toEqual([422, ['issuer']])
    const saved = await save()
    expect([saved.status, saved.body.data.has_client_secret]).toEqual([200, true])
    expect(saved.body.data.redirect_uris).toEqual([`https://${HOST}/sign-on`])
    const { rows } = await t.app.database.pool.query('select * from site')
    expect(JSON.stringify(rows)).not.toContain(CLIENT.secret)
    const shown = (await t.call(siteSettings, { body: { domain: HOST } })).body.data
    expect(shown.social.openid).toEqual({ label: 'Company' })
    const kept = await t.call(saveSignOn, { body: settings() }, admin)
    expect(kept.body.data.has_client_secret).toBe(true)
  })

  it('adds a person at the first sign-in as a member, and knows them at the next', async () => {
    await save()
    const person = someone({ family_name: 'Ray' })
    const first = await enter(person)
    expect([first.status, first.error.message]).toEqual([200, undefined])
    const token = { token: first.body.data.authorisation.token }
    const mine = (await t.call(me, {}, token, at(HOST))).body.data
    expect([mine.email, mine.first_name, mine.last_name, mine.role]).toEqual([
      person.email,
      'Robin',
      'Ray',
      'related',
    ])
    expect(mine.account.id).toBe(admin.accountId)
    // The provider's id counts, not the address.
    const again = await enter({ ...person, email: 'renamed@company.example' })
    expect(again.body.data.user.id).toBe(mine.id)
    await save({ create_people: false })
    const refused = await enter(someone())
    expect([refused.status, refused.error.code]).toEqual([401, 'social_rejected'])
  })

  it('joins an existing member on a verified email only if the site says so', async () => {
    await save()
    const known = await t.member(admin)
    const person = someone({ email: known.email })
    await save({ domains: [known.email.split('@')[1] as string] })
    expect((await enter(person)).error.message).toContain('Ask an owner to allow joining')
    await save({ domains: [known.email.split('@')[1] as string], join_existing: true })
    const unverified = await enter({ ...person, email_verified: false })
    expect(unverified.error.message).toContain('no verified email')
    const joined = await enter(person)
    expect(joined.body.data.user.id).toBe(known.id)
  })

  it('gives roles and modules by groups, anew at each sign-in', async () => {
    const groups = [
      { group: 'sales', owner: false, modules: ['leads' as const] },
      { group: 'ai', owner: false, modules: ['ai_suggest' as const] },
    ]
    await save({ groups })
    const person = someone({ groups: ['sales', 'other'] })
    const { id } = (await enter(person)).body.data.user
    const modules = async () =>
      (await t.app.database.pool.query('select granted_modules from app_user where id = $1', [id])).rows[0]
        .granted_modules
    expect(await modules()).toEqual(['leads'])
    await enter({ ...person, groups: ['sales', 'ai'] })
    expect(await modules()).toEqual(['ai_suggest', 'leads'])
    const refused = await enter({ ...person, groups: ['other'] })
    expect(refused.error.message).toContain('no group')
    const owners = await save({ groups: [{ group: 'boss', owner: true, modules: null }] })
    expect([owners.status, Object.keys(owners.error.fields)]).toEqual([422, ['groups']])
  })

  it('can be enforced: members sign in with it only, owners keep their password', async () => {
    await save()
    const member = await t.member(admin)
    const viaProvider = { token: (await enter(someone())).body.data.authorisation.token }
    await save({ enforced: true })
    expect((await t.call(me, {}, member)).status).toBe(401)
    expect((await t.call(me, {}, viaProvider, at(HOST))).status).toBe(200)
    const byPassword = (user: TestUser) =>
      t.call(login, { body: { email: user.email, password: user.password } }, null, at(HOST))
    expect((await byPassword(member)).error.code).toBe('sign_on_required')
    expect((await byPassword(admin)).status).toBe(200)
    expect((await enter(someone())).status).toBe(200)
    await save({ enforced: false })
    expect((await byPassword(member)).status).toBe(200)
  })

  it('signs out at the provider too', async () => {
    await save()
    const { token } = (await enter(someone())).body.data.authorisation
    const url = new URL((await t.call(logout, {}, { token }, at(HOST))).body.sign_out_url ?? '')
    expect([url.host, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      CLIENT.host,
      `https://${HOST}/login`,
    ])
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect((await t.call(me, {}, { token }, at(HOST))).status).toBe(401)
    const user = await t.account()
    expect((await t.call(logout, {}, user)).body).toEqual({ success: true })
  })

  it('is removed, and then begins nowhere', async () => {
    await save()
    expect((await t.call(removeSignOn, {}, admin)).status).toBe(200)
    expect((await t.call(showSignOn, {}, admin)).body.data).toBeNull()
    expect((await t.call(beginSignOn, {}, null, at(HOST))).status).toBe(404)
  })
})

describe('sign-on of a brand', () => {
  it('adds people to its own account, and owners by groups', async () => {
    await save(
      {
        groups: [
          { group: 'boss', owner: true, modules: null },
          { group: 'team', owner: false, modules: null },
        ],
      },
      reseller,
    )
    const boss = someone({ groups: ['boss'] })
    expect((await enter(boss, BRAND)).status).toBe(200)
    expect((await members(reseller.accountId)).at(-1)).toMatchObject({ email: boss.email, role: 'user' })
    await enter({ ...boss, groups: ['team'] }, BRAND)
    expect((await members(reseller.accountId)).at(-1)).toMatchObject({ email: boss.email, role: 'related' })
  })

  it('never takes the last owner’s role', async () => {
    const owner = { email: reseller.email }
    const domains = [owner.email.split('@')[1] as string]
    await save(
      { join_existing: true, domains, groups: [{ group: 'team', owner: false, modules: null }] },
      reseller,
    )
    expect((await enter(someone({ ...owner, groups: ['team'] }), BRAND)).status).toBe(200)
    expect((await members(reseller.accountId))[0]).toMatchObject({ email: owner.email, role: 'user' })
  })
})

describe('an attacker', () => {
  const rejected = async (answer: ReturnType<typeof finish>) => {
    const { status, error } = await answer
    expect([status, error.code]).toEqual([401, 'social_rejected'])
  }
  beforeEach(async () => {
    await save()
    await save({}, reseller)
  })

  it('can’t finish a sign-in that another browser began, nor with another state', async () => {
    const victim = await begin()
    const own = await visit(someone())
    await rejected(finish(victim.request, own.query))
    const { request, query } = await visit(someone())
    await rejected(finish(request, query.replace(/state=[^&]+/, 'state=another')))
    await rejected(finish('a'.repeat(43), query))
  })

  it('can’t use a query twice', async () => {
    const { request, query } = await visit(someone())
    expect((await finish(request, query)).status).toBe(200)
    await rejected(finish(request, query))
  })

  it('can’t finish on another site, or at another provider', async () => {
    const { request, query } = await visit(someone())
    await rejected(finish(request, query, BRAND))
    const other = await visit(someone())
    await rejected(
      finish(other.request, `${other.query.replace(/&?iss=[^&]+/, '')}&iss=https%3A%2F%2Fevil.example`),
    )
    const moved = await visit(someone())
    await save({ client_id: 'another' })
    await rejected(finish(moved.request, moved.query))
  })

  it('can’t get a code into another browser or to another address', async () => {
    const { url, back } = await visit(someone())
    expect(url.searchParams.get('redirect_uri')).toBe(`https://${HOST}/sign-on`)
    expect([url.searchParams.get('code_challenge_method'), back.origin]).toEqual(['S256', `https://${HOST}`])
    expect(url.search).not.toContain('verifier')
  })

  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (claims: unknown, key: unknown, header: object = { alg: 'RS256', kid: 'k1' }) => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), key as never).toString('base64url')}`
  }
  const ownKey = () => ({ key: idp.key, format: 'jwk' })
  const forged: [string, (token: string) => string][] = [
    [
      'signed with another key',
      (token) => signed(claimsOf(token), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    ['without a signature', (token) => `${part({ alg: 'none' })}.${part(claimsOf(token))}.`],
    [
      'with changed claims',
      (token) => {
        const [header, , signature] = token.split('.')
        return [header, part({ ...claimsOf(token), sub: 'admin' }), signature].join('.')
      },
    ],
    ['for another nonce', (token) => signed({ ...claimsOf(token), nonce: 'another' }, ownKey())],
    ['for another client', (token) => signed({ ...claimsOf(token), aud: 'another' }, ownKey())],
    ['of another issuer', (token) => signed({ ...claimsOf(token), iss: 'https://evil.example' }, ownKey())],
    ['that has expired', (token) => signed({ ...claimsOf(token), exp: 1_700_000_000 }, ownKey())],
  ]
  it.each(forged)('can’t sign in with an ID token %s', async (_what, forge) => {
    idp.tamper = (tokens) => ({ ...tokens, id_token: forge(tokens.id_token) })
    await rejected(enter(someone()))
  })

  it('is let in with a token that is signed anew and unchanged, so that the cases above read what they change', async () => {
    idp.tamper = (tokens) => ({ ...tokens, id_token: signed(claimsOf(tokens.id_token), ownKey()) })
    expect((await enter(someone())).status).toBe(200)
  })

  it('can’t come from another domain, or with an unverified address', async () => {
    await rejected(enter(someone({ email: 'a@evil.example' })))
    await rejected(enter(someone({ email: 'a@company.example.evil.example' })))
    await rejected(enter(someone({ email_verified: false })))
    await rejected(enter(someone({ email_verified: 'true' as never })))
  })

  it.each([
    'https://127.0.0.1',
    'https://169.254.169.254',
    'https://10.0.0.1/realm',
    'https://[::1]',
    'https://localhost',
  ])('can’t make the server ask %s as an issuer', async (issuer) => {
    const { status, error } = await save({ issuer }, reseller)
    expect([status, Object.keys(error.fields)]).toEqual([422, ['issuer']])
  })

  it('can’t enter an address with a password or over plain HTTP', async () => {
    for (const issuer of [
      'http://idp.company.example',
      'https://a:b@idp.company.example',
      'file:///etc/passwd',
    ])
      expect((await save({ issuer }, reseller)).status).toBe(422)
  })
})
