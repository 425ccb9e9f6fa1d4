import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteSettings } from '#contract/branding/sites.ts'
import { login } from '#contract/identity/auth.ts'
import { acceptTerms, me, publishTerms, terms } from '#contract/identity/me.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { acceptTermsIfCurrent, requireTermsAccepted } from './terms.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

let counter = 0
/** A reseller's site with its owner, signed in there. */
async function siteWithOwner() {
  counter += 1
  const host = `terms${counter}.example`
  const owner = await t.account()
  const account = await findAccount(t.app.ctx, owner.accountId)
  const site = await createSite(t.app.ctx, {
    account_id: owner.accountId,
    realm_id: account?.realm_id as number,
    domain: host,
    verified_at: new Date(),
  })
  return { id: site.id, host, owner, token: await tokenAt(host, owner) }
}

async function tokenAt(host: string, user: TestUser): Promise<string> {
  const body = { email: user.email, password: user.password }
  const answer = await t.call(login, { body }, null, { headers: { host } })
  expect(answer.status).toBe(200)
  return answer.body.data.authorisation.token
}

const publish = (as: { token: string }, body: { site_id?: number; title?: string; body?: string }) =>
  t.call(publishTerms, { body: { title: 'Terms', body: 'Be kind.', ...body } }, as)
const shownAt = async (host: string) => (await t.call(terms, {}, null, { headers: { host } })).body.data
const requestedAt = async (host: string, token: string) =>
  (await t.call(me, {}, { token }, { headers: { host } })).body.data.terms_to_accept
const acceptAt = (host: string, token: string, version: number, more: object = {}) =>
  t.call(acceptTerms, { body: { version } }, { token }, { headers: { host, ...more } })
const acceptancesOf = (userId: number) =>
  t.app.database.db
    .selectFrom('terms_acceptance as a')
    .innerJoin('terms as t', 't.id', 'a.terms_id')
    .where('a.user_id', '=', userId)
    .select(['t.site_id', 't.version', 'a.ip', 'a.user_agent', 'a.accepted_at'])
    .orderBy('a.terms_id')
    .execute()

// First, while the platform has no terms.
describe('without terms', () => {
  it('need no display, question or acceptance', async () => {
    const user = await t.account()
    expect(await shownAt('localhost')).toBeNull()
    expect(await requestedAt('localhost', user.token)).toBeNull()
    const { status, error } = await acceptAt('localhost', user.token, 1)
    expect([status, error.code]).toEqual([409, 'conflict'])
    await requireTermsAccepted(t.app.ctx, null, undefined)
    await requireTermsAccepted(t.app.ctx, null, 7)
  })
})

describe('the terms of two sites and the platform', () => {
  it("are the site's own, else the platform's", async () => {
    const [fox, hen, bare] = [await siteWithOwner(), await siteWithOwner(), await siteWithOwner()]
    expect((await publish(await t.admin(), { title: 'Platform terms' })).status).toBe(201)
    expect((await publish(fox.owner, { site_id: fox.id, title: 'Fox terms' })).status).toBe(201)
    expect((await publish(hen.owner, { site_id: hen.id, title: 'Hen terms' })).status).toBe(201)
    const titles = await Promise.all([fox.host, hen.host, bare.host, 'localhost'].map(shownAt))
    expect(titles.map((found) => found?.title)).toEqual([
      'Fox terms',
      'Hen terms',
      'Platform terms',
      'Platform terms',
    ])
    expect((await requestedAt(fox.host, fox.token))?.title).toBe('Fox terms')
    expect((await requestedAt(bare.host, bare.token))?.title).toBe('Platform terms')
    const settings = await t.call(siteSettings, { body: { domain: hen.host } })
    expect(settings.body.data.terms).toEqual({ id: expect.any(Number), version: 1, title: 'Hen terms' })
  })

  it('have separate version numbers', async () => {
    const [fox, hen] = [await siteWithOwner(), await siteWithOwner()]
    const versions: number[] = []
    for (const site of [fox, fox, hen, fox, hen])
      versions.push((await publish(site.owner, { site_id: site.id })).body.data.version)
    expect(versions).toEqual([1, 2, 1, 3, 2])
  })

  it('have consecutive versions when published concurrently', async () => {
    const fox = await siteWithOwner()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => publish(fox.owner, { site_id: fox.id })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
    const versions = answers.map((answer) => answer.body.data.version)
    expect(versions.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await shownAt(fox.host))?.version).toBe(8)
  })
})

describe('accepting', () => {
  it('is stored once with time, address and browser; the first one stays', async () => {
    const fox = await siteWithOwner()
    await publish(fox.owner, { site_id: fox.id })
    const accepted = await acceptAt(fox.host, fox.token, 1, { 'user-agent': 'Browser/1' })
    expect([accepted.status, accepted.body.data.terms_to_accept]).toEqual([200, null])
    const stored = await acceptancesOf(fox.owner.id)
    expect(stored).toEqual([
      {
        site_id: fox.id,
        version: 1,
        ip: '127.0.0.1',
        user_agent: 'Browser/1',
        accepted_at: expect.any(Date),
      },
    ])
    const second = await t.call(
      acceptTerms,
      { body: { version: 1 } },
      { token: fox.token },
      { headers: { host: fox.host, 'user-agent': 'Browser/2' }, from: '192.0.2.5' },
    )
    expect(second.status).toBe(200)
    expect(await acceptancesOf(fox.owner.id)).toEqual(stored)
  })

  it('is required again after a new version, and the old acceptance stays on record', async () => {
    const fox = await siteWithOwner()
    await publish(fox.owner, { site_id: fox.id, title: 'First' })
    await acceptAt(fox.host, fox.token, 1)
    await publish(fox.owner, { site_id: fox.id, title: 'Second' })
    expect(await requestedAt(fox.host, fox.token)).toEqual({
      id: expect.any(Number),
      version: 2,
      title: 'Second',
    })
    const outdated = await acceptAt(fox.host, fox.token, 1)
    expect([outdated.status, outdated.error.code]).toEqual([409, 'conflict'])
    expect(outdated.error.message).toContain('version 2')
    expect((await acceptAt(fox.host, fox.token, 2)).status).toBe(200)
    expect((await acceptancesOf(fox.owner.id)).map((row) => row.version)).toEqual([1, 2])
  })

  it('of one site counts for no other site and nobody else', async () => {
    const [fox, hen] = [await siteWithOwner(), await siteWithOwner()]
    await publish(fox.owner, { site_id: fox.id, title: 'Fox' })
    await publish(hen.owner, { site_id: hen.id, title: 'Hen' })
    await acceptAt(fox.host, fox.token, 1)
    const elsewhere = await tokenAt(hen.host, fox.owner)
    expect((await requestedAt(hen.host, elsewhere))?.title).toBe('Hen')
    const other = await tokenAt(fox.host, hen.owner)
    expect((await requestedAt(fox.host, other))?.title).toBe('Fox')
  })

  it.each([0, -1, 1.5, '1', null, 2 ** 60])('is refused for version %j', async (version) => {
    const user = await t.account()
    const { status, error } = await t.call(acceptTerms, { body: { version: version as never } }, user)
    expect([status, Object.keys(error.fields)]).toEqual([422, ['version']])
  })

  it('is refused for an unknown version, and without a sign-in', async () => {
    const fox = await siteWithOwner()
    await publish(fox.owner, { site_id: fox.id })
    for (const version of [2, 2 ** 40])
      expect((await acceptAt(fox.host, fox.token, version)).status).toBe(409)
    expect((await t.call(acceptTerms, { body: { version: 1 } })).status).toBe(401)
    expect(await acceptancesOf(fox.owner.id)).toEqual([])
  })

  it('accepts the newest version for someone without an account', async () => {
    const fox = await siteWithOwner()
    await publish(fox.owner, { site_id: fox.id })
    await publish(fox.owner, { site_id: fox.id })
    await requireTermsAccepted(t.app.ctx, fox.id, 2)
    for (const version of [undefined, 1, 3])
      await expect(requireTermsAccepted(t.app.ctx, fox.id, version)).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { accept_terms: expect.any(String) },
      })
  })

  it('is not recorded when the version has become outdated', async () => {
    const fox = await siteWithOwner()
    const record = (version: number | undefined) =>
      transaction(t.app.database.db, () =>
        acceptTermsIfCurrent(t.app.ctx, {
          userId: fox.owner.id,
          siteId: fox.id,
          version,
          ip: '192.0.2.1',
          userAgent: '',
        }),
      )
    await publish(fox.owner, { site_id: fox.id })
    await publish(fox.owner, { site_id: fox.id })
    for (const version of [undefined, 1, 3]) await record(version)
    expect(await acceptancesOf(fox.owner.id)).toEqual([])
    await record(2)
    expect(await acceptancesOf(fox.owner.id)).toHaveLength(1)
  })
})

describe('publishing', () => {
  it('for a site is limited to the owner of its account', async () => {
    const [fox, stranger] = [await siteWithOwner(), await siteWithOwner()]
    const member = await t.member(fox.owner)
    const admin = await t.admin()
    const statuses: [number, string][] = []
    for (const [as, siteId] of [
      [stranger.owner, fox.id],
      [admin, fox.id],
      [fox.owner, 999_999_999],
      [member, fox.id],
    ] as const) {
      const { status, error } = await publish(as, { site_id: siteId })
      statuses.push([status, error.code])
    }
    expect(statuses).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
      [403, 'forbidden'],
    ])
    expect((await t.call(publishTerms, { body: { site_id: fox.id, title: 'x', body: 'x' } })).status).toBe(
      401,
    )
    const rows = await t.app.database.db
      .selectFrom('terms')
      .select('id')
      .where('site_id', '=', fox.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('for the platform is limited to administrators', async () => {
    const fox = await siteWithOwner()
    const { status, error } = await publish(fox.owner, { title: 'Mine' })
    expect([status, error.code]).toEqual([403, 'forbidden'])
    expect((await shownAt('localhost'))?.title).not.toBe('Mine')
  })

  it.each([
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
    "'); drop table terms; --",
    '{{ 7 * 7 }} {% include "x" %} <%= 7 * 7 %>',
    '\u202ereversed\u202c \u0007bell 🦊 Ω\r\n\r\nsecond',
  ])('keeps %j as plain text', async (hostile) => {
    const fox = await siteWithOwner()
    const { status, body } = await publish(fox.owner, { site_id: fox.id, title: '<b>T</b>', body: hostile })
    expect([status, body.data.body]).toEqual([201, hostile])
    const answer = await t.call(terms, {}, null, { headers: { host: fox.host } })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.body.data).toMatchObject({ title: '<b>T</b>', body: hostile })
  })

  it('accepts up to 200,000 characters', async () => {
    const fox = await siteWithOwner()
    const long = await publish(fox.owner, { site_id: fox.id, body: 'ä'.repeat(200_000) })
    expect([long.status, long.body.data.body.length]).toEqual([201, 200_000])
    const longer = await publish(fox.owner, { site_id: fox.id, body: 'x'.repeat(200_001) })
    expect([longer.status, Object.keys(longer.error.fields)]).toEqual([422, ['body']])
    const huge = await publish(fox.owner, { site_id: fox.id, body: 'x'.repeat(3_000_000) })
    expect([huge.status, huge.error.code]).toEqual([413, 'payload_too_large'])
    expect((await shownAt(fox.host))?.version).toBe(1)
  })

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ body: '   ' }, 'body'],
    [{ site_id: 0 }, 'site_id'],
    [{ site_id: 'x' as never }, 'site_id'],
  ])('names what is wrong with %j', async (body, field) => {
    const { status, error } = await publish(await t.admin(), body)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })

  it('refuses characters that cannot be stored', async () => {
    const fox = await siteWithOwner()
    const { status, error } = await publish(fox.owner, { site_id: fox.id, body: 'a\u0000b' })
    expect([status, Object.keys(error.fields)]).toEqual([422, ['body']])
  })
})
