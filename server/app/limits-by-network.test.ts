import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPath } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  await t.admin()
})
beforeEach(() => t.app.database.pool.query('delete from rate_limit'))
afterAll(() => t.close())

/** Two addresses that one customer of an internet provider can have at the same time. */
const ADDRESSES = ['2001:db8:1:2::7', '2001:db8:1:2:9:a:b:c'] as const
const NETWORK = '2001:db8:1:2::/64'
const SECRET = 'x'.repeat(43)
const email = 'someone@people.example'
const password = 'a long password'

/** A call of each endpoint that counts calls by address, or why a public endpoint counts none. */
const CALLS: Record<string, { params?: object; body?: object } | string> = {
  'auditPage.challenge': 'counts only where a site has an audit page, by site and network',
  'auditPage.request': 'counts only where a site has an audit page, by site and network',
  'auditReports.state': 'the address of a report cannot be guessed',
  'auth.acceptInvitation': { body: { token: SECRET, first_name: 'S', password } },
  'auth.beginSignOn': {},
  'auth.checkResetCode': { body: { request: SECRET, code: '123456' } },
  'auth.confirmEmail': { body: { email, code: '123456', registration: SECRET } },
  'auth.finishSignOn': { body: { request: SECRET, callback: '?code=x' } },
  'auth.forgotPassword': { body: { email } },
  'auth.invitation': { body: { token: SECRET } },
  'auth.login': { body: { email, password } },
  'auth.register': { body: { first_name: 'S', email, password } },
  'auth.resendCode': { body: { email } },
  'auth.resetPassword': { body: { token: SECRET, password } },
  'auth.secondFactor': { body: { challenge: SECRET, code: '123456' } },
  'auth.social': { body: { provider: 'google', token: 'x' } },
  'auth.socialNonce': {},
  'kits.shared': { params: { token: `kit_${SECRET}` } },
  'kits.sharedFile': { params: { token: `kit_${SECRET}` } },
  'crm.hook': 'a signed address cannot be guessed',
  'importAddresses.deliver': { params: { key: SECRET }, body: {} },
  'mailBounces.report': {},
  'packages.checkout': { params: { id: 1 }, body: { email } },
  'packages.request': { params: { id: 1 }, body: { name: 'S', email } },
  'telemetry.logAppError': { body: { message: 'Bang' } },
  'unsubscribe.set': { params: { token: 'wrong' } },
  'files.download': 'a ticket cannot be guessed',
  'packages.public': 'shows what is public',
  'packages.salesPage': 'shows what is public',
  'payments.checkoutState': 'the id of a checkout cannot be guessed',
  'sites.settings': 'shows what is public',
  'system.health': 'is for monitors',
  'system.openapi': 'shows what is public',
  'system.ready': 'is for monitors',
  'terms.show': 'shows what is public',
  'unsubscribe.show': 'a signed link cannot be guessed',
  'waterfalls.hook': 'a signed address cannot be guessed',
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Calls from both addresses. Returns the counts of their network, and those of one address alone. */
async function countsAfter(call: { method: string; url: string; body?: object }) {
  for (const remoteAddress of ADDRESSES)
    await t.app.http.inject({
      method: call.method as 'POST',
      url: call.url,
      remoteAddress,
      ...(call.body && { payload: call.body }),
    })
  const { rows } = await t.app.database.pool.query<{ key: string; points: number }>(
    'select key, points from rate_limit',
  )
  const of = (keys: readonly string[]) =>
    rows.filter(({ key }) => keys.some((address) => key.endsWith(`:${hashOf(address)}`)))
  const alone = ADDRESSES.flatMap((address) => [address, `${email}|${address}`])
  return { network: of([NETWORK]).map(({ points }) => points), alone: of(alone).length }
}

const PUBLIC = allEndpoints.filter(({ access }) => access === 'public')
const COUNTING = PUBLIC.filter(({ name }) => typeof CALLS[name] === 'object')

describe('a limit counts all addresses of an IPv6 network together', () => {
  it.each(COUNTING.map((endpoint) => [endpoint.name, endpoint] as const))('at %s', async (name, endpoint) => {
    const { params, body } = CALLS[name] as { params?: object; body?: object }
    const url = buildPath(endpoint.path, params as never, undefined as never)
    expect(await countsAfter({ method: endpoint.method, url, body })).toEqual({ network: [2], alone: 0 })
  })

  it('for events of mail services', async () => {
    const url = `/webhooks/mail/sendgrid/${SECRET}`
    expect(await countsAfter({ method: 'POST', url, body: {} })).toEqual({ network: [2], alone: 0 })
  })

  it('at every public endpoint, unless it has no limit by address', () => {
    expect(PUBLIC.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort())
  })

  it('and emails that differ after a % apart', async () => {
    const limit = defineRateLimit({ name: 'once', points: 1, seconds: 60 })
    await limit.consume(t.app.ctx, 'some%one@people.example')
    await limit.consume(t.app.ctx, 'some%other@people.example')
    await expect(limit.consume(t.app.ctx, 'some%one@people.example')).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })
})
