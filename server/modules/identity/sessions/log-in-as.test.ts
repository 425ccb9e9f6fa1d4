import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { runs } from '#contract/activity/runs.ts'
import { login, logout } from '#contract/identity/auth.ts'
import {
  actingVisits,
  allowActing,
  endActing,
  peopleToActAs,
  setActingMode,
  startActing,
} from '#contract/identity/log-in-as.ts'
import { changePassword, me } from '#contract/identity/me.ts'
import { createApiKey, revokeOtherSessions, sessions } from '#contract/identity/sessions.ts'
import { updateMember } from '#contract/identity/team.ts'
import { createList, lists } from '#contract/leads/lists.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { actAs } from '#server/testing/acting.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { findLastActive } from './sessions.ts'

let t: TestApp
let admin: TestUser
let reseller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  admin = await t.admin()
})
beforeEach(async () => {
  reseller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  customer = await t.account({ parent: reseller })
})
afterAll(() => t.close())

const REASON = 'Looking into a failed export'
const start = (by: TestUser | { token: string }, user_id: number, more: object = {}) =>
  t.call(startActing, { body: { user_id, reason: REASON, ...more } }, by)
const statusOf = async (as: { token: string }) => (await t.call(me, {}, as)).status
const end = (as: { token: string }) => t.call(endActing, {}, as)
const newList = (as: { token: string }) =>
  t.call(
    createList,
    { body: { type: 'local', name: 'L', search: { source: 'sample', category: 'dentist' }, limit: 1 } },
    as,
  )
const auditOf = async (account: TestUser, action: string) =>
  (
    await t.app.database.db
      .selectFrom('audit_entry')
      .select(['user_id', 'actor_user_id', 'subject', 'detail'])
      .where('account_id', '=', account.accountId)
      .where('action', '=', action)
      .orderBy('seq')
      .execute()
  ).map((row) => ({ ...row }))

describe('logging in as someone', () => {
  it('is for resellers to the people below, and for support to everyone but staff', async () => {
    const stranger = await t.account()
    const below = await t.account({ parent: customer })
    const member = await t.member(customer)
    for (const [by, user, status] of [
      [reseller, customer, 201],
      [reseller, member, 201],
      [reseller, below, 201],
      [reseller, stranger, 404],
      [reseller, reseller, 404],
      [reseller, await t.member(reseller), 404],
      [reseller, admin, 404],
      [customer, member, 403],
      [admin, customer, 201],
      [admin, stranger, 201],
      [admin, admin, 404],
    ] as const)
      expect([by.email, user.email, (await start(by, user.id)).status]).toEqual([
        by.email,
        user.email,
        status,
      ])
  })

  it('is never possible for staff, nor by finance staff', async () => {
    const [support, finance] = await Promise.all([t.member(admin), t.member(admin)])
    await updateUser(t.app.ctx, support.id, { role: 'admin', staff_role: 'support' })
    await updateUser(t.app.ctx, finance.id, { role: 'admin', staff_role: 'finance' })
    expect((await start(support, customer.id)).status).toBe(201)
    expect((await start(finance, customer.id)).status).toBe(403)
    await updateUser(t.app.ctx, customer.id, { role: 'admin', staff_role: 'support' })
    expect((await start(admin, customer.id)).error.message).toBe('Nobody can log in as staff')
  })

  it('finds people by name, email and account', async () => {
    const find = async (by: TestUser, search: string) =>
      (await t.call(peopleToActAs, { query: { search } }, by)).body.data.map(({ id }) => id)
    expect(await find(reseller, customer.email)).toEqual([customer.id])
    expect(await find(reseller, admin.email)).toEqual([])
    expect(await find(await t.account({ modules: ['leads', 'whitelabel'] }), customer.email)).toEqual([])
    expect(await find(admin, customer.email)).toEqual([customer.id])
    expect((await t.call(peopleToActAs, {}, customer)).status).toBe(403)
  })

  it('is refused by API key, while already acting, and for suspended, closed or unwilling people', async () => {
    const key = await t.call(
      createApiKey,
      { body: { name: 'K', scopes: ['read'], password: reseller.password } },
      reseller,
    )
    expect((await start({ token: key.body.data.key }, customer.id)).status).toBe(403)
    const acting = await actAs(t, reseller, admin, { mode: 'write' })
    expect((await start(acting, customer.id)).status).toBe(403)
    await t.call(allowActing, { body: { allowed: false } }, customer)
    expect((await start(reseller, customer.id)).error.message).toBe(
      'This person does not allow others to log in as them',
    )
    await t.call(allowActing, { body: { allowed: true } }, customer)
    await updateUser(t.app.ctx, customer.id, { state: 'suspended' })
    expect((await start(reseller, customer.id)).status).toBe(409)
  })

  it('needs a reason', async () => {
    expect(
      (await t.call(startActing, { body: { user_id: customer.id, reason: ' x ' } }, reseller)).status,
    ).toBe(422)
  })
})

describe('acting', () => {
  it('shows who acts, why and until when, and is read-only until allowed', async () => {
    const acting = await actAs(t, customer, reseller)
    const seen = await t.call(me, {}, acting)
    expect(seen.body.data).toMatchObject({
      id: customer.id,
      acting: { reason: 'Helping with an export', mode: 'read' },
    })
    const minutes = (Date.parse(seen.body.data.acting?.ends_at ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(55)
    expect(minutes).toBeLessThanOrEqual(61)
    expect((await t.call(lists, {}, acting)).status).toBe(200)
    const refused = await newList(acting)
    expect([refused.status, refused.error.message]).toEqual([
      403,
      'You’re logged in as read-only. Allow changes first',
    ])
    expect((await t.call(setActingMode, { body: { mode: 'write' } }, acting)).status).toBe(200)
    expect((await newList(acting)).status).toBe(201)
    expect((await t.call(setActingMode, { body: { mode: 'read' } }, acting)).status).toBe(200)
    expect((await newList(acting)).status).toBe(403)
    expect((await t.call(setActingMode, { body: { mode: 'write' } }, customer)).status).toBe(409)
  })

  it('hands out nothing that outlives it, nor does an API key: the proof of identity for the chat', async () => {
    const acting = await actAs(t, customer, reseller, { mode: 'write' })
    const body = { name: 'K', scopes: ['read' as const], password: customer.password }
    const key = { token: (await t.call(createApiKey, { body }, customer)).body.data.key }
    const proofOf = async (as: { token: string }) => (await t.call(me, {}, as)).body.data.hash_hmac
    expect([await proofOf(acting), await proofOf(key)]).toEqual(['', ''])
    expect(await proofOf(customer)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is in the logs of both accounts, with both people', async () => {
    const acting = await actAs(t, customer, reseller, { mode: 'write' })
    const { body } = await newList(acting)
    for (const account of [customer, reseller]) {
      expect(await auditOf(account, 'acting.started')).toMatchObject([
        { user_id: reseller.id, actor_user_id: reseller.id, subject: `user:${customer.id}` },
      ])
      expect(await auditOf(account, 'acting.mode_changed')).toMatchObject([
        { user_id: customer.id, actor_user_id: reseller.id, detail: { after: { mode: 'write' } } },
      ])
      expect(await auditOf(account, 'list.created')).toMatchObject([
        { user_id: customer.id, actor_user_id: reseller.id, subject: `list:${body.data.id}` },
      ])
    }
    await end(reseller)
    for (const account of [customer, reseller])
      expect(await auditOf(account, 'acting.ended')).toMatchObject([
        { user_id: customer.id, actor_user_id: reseller.id },
      ])
  })

  it('notifies the person, who sees it in the profile, not among their sessions', async () => {
    await actAs(t, customer, reseller, { mode: 'write' })
    const received = (await t.call(notifications, {}, customer)).body.data
    expect(received.map(({ kind }) => kind).sort()).toEqual(['acting_may_change', 'logged_in_as'])
    const { rows } = await t.app.database.pool.query(
      `select template from mail_message where user_id = $1 and template like 'notif%'`,
      [customer.id],
    )
    expect(rows).toHaveLength(1)
    const { visits, allowed } = (await t.call(actingVisits, {}, customer)).body.data
    expect(allowed).toBe(true)
    expect(visits).toMatchObject([{ reason: 'Helping with an export', mode: 'write', ended_at: null }])
    expect((await t.call(sessions, {}, customer)).body.data).toHaveLength(1)
    const seen = await findLastActive(t.app.ctx, [customer.id])
    expect(seen.get(customer.id)?.getTime()).toBeLessThan(Date.now())
  })

  it('records who started a run', async () => {
    const acting = await actAs(t, customer, reseller, { mode: 'write' })
    await newList(acting)
    const { rows } = await t.app.database.pool.query(
      'select created_by, actor_user_id from run where account_id = $1',
      [customer.accountId],
    )
    expect(rows).toEqual([{ created_by: customer.id, actor_user_id: reseller.id }])
    expect((await t.call(runs, {}, customer)).body.data).toMatchObject([{ acted_by: expect.any(String) }])
  })
})

describe('acting ends', () => {
  it('by going back with the own token, which stays valid', async () => {
    const acting = await actAs(t, customer, reseller)
    expect((await end(reseller)).status).toBe(200)
    expect(await statusOf(acting)).toBe(401)
    expect((await t.call(me, {}, reseller)).body.data).toMatchObject({ id: reseller.id, acting: null })
    expect((await t.call(actingVisits, {}, customer)).body.data.visits).toMatchObject([
      { ended_at: expect.any(String) },
    ])
  })

  it('after an hour, and its token is good for nothing more, valid or expired', async () => {
    const acting = await actAs(t, customer, reseller)
    const { error, ...refused } = await end(acting)
    expect([refused.status, error.message]).toEqual([
      403,
      'Not available while you’re logged in as someone else',
    ])
    await t.app.database.pool.query(
      `update session set expires_at = now() - interval '1 minute' where parent_session_id is not null and user_id = $1`,
      [customer.id],
    )
    expect([await statusOf(acting), (await end(acting)).status]).toEqual([401, 401])
    const raw = await t.app.http.inject({
      method: 'POST',
      url: endActing.path,
      payload: { token: acting.token },
    })
    expect(raw.statusCode).toBe(401)
    expect(await statusOf(reseller)).toBe(200)
  })

  it('only for sessions started from the one that goes back', async () => {
    const { email, password } = reseller
    const second = (await t.call(login, { body: { email, password } })).body.data.authorisation
    const [acting, elsewhere] = [
      await actAs(t, customer, reseller),
      await actAs(t, customer, { ...reseller, ...second }),
    ]
    await end(reseller)
    expect([await statusOf(acting), await statusOf(elsewhere)]).toEqual([401, 200])
  })

  it('at most 60 times in a quarter of an hour', async () => {
    for (let ends = 0; ends < 60; ends += 1) expect((await end(reseller)).status).toBe(200)
    expect((await end(reseller)).error.code).toBe('rate_limited')
  })

  it('when the acting person signs out or loses the right, and the other stays signed in', async () => {
    const acting = await actAs(t, customer, reseller)
    await t.call(logout, {}, reseller)
    expect(await statusOf(acting)).toBe(401)
    expect((await end(reseller)).status).toBe(401)
    expect(await statusOf(customer)).toBe(200)

    const member = await t.member(admin)
    await updateUser(t.app.ctx, member.id, { role: 'admin', staff_role: 'support' })
    const other = await actAs(t, customer, member)
    expect(await statusOf(other)).toBe(200)
    await updateUser(t.app.ctx, member.id, { role: 'related', staff_role: null })
    expect(await statusOf(other)).toBe(401)
  })

  it('when the person forbids it, signs out elsewhere or changes the password', async () => {
    const first = await actAs(t, customer, reseller)
    await t.call(revokeOtherSessions, {}, customer)
    expect(await statusOf(first)).toBe(401)
    const { password } = customer
    const body = { current_password: password, password: `${password} anew` }
    const meanwhile = await actAs(t, customer, reseller)
    expect((await t.call(changePassword, { body }, customer)).status).toBe(200)
    expect(await statusOf(meanwhile)).toBe(401)
    const second = await actAs(t, customer, reseller)
    await t.call(allowActing, { body: { allowed: false } }, customer)
    expect(await statusOf(second)).toBe(401)
    expect(await statusOf(customer)).toBe(200)
  })

  it('when an account leaves the tree', async () => {
    const acting = await actAs(t, customer, reseller)
    await t.app.database.pool.query('update account set parent_id = $1, path = array[$1, id] where id = $2', [
      admin.accountId,
      customer.accountId,
    ])
    expect(await statusOf(acting)).toBe(401)
  })

  it('by signing out, which leaves the person signed in', async () => {
    const acting = await actAs(t, customer, reseller)
    expect((await t.call(logout, {}, acting)).status).toBe(200)
    expect([await statusOf(acting), await statusOf(customer), await statusOf(reseller)]).toEqual([
      401, 200, 200,
    ])
  })

  it('for open streams too', async () => {
    const origin = await t.listen()
    const acting = await actAs(t, customer, reseller)
    const stream = await openEvents(origin, acting.token)
    await t.call(logout, {}, reseller)
    await stream.ended
  })

  it('not with the token of the person who is acted for', async () => {
    const acting = await actAs(t, customer, reseller)
    expect((await end(customer)).status).toBe(200)
    expect([await statusOf(acting), await statusOf(customer)]).toEqual([200, 200])
  })
})

it('a team member cannot be made an owner by acting', async () => {
  const member = await t.member(customer)
  const acting = await actAs(t, customer, reseller, { mode: 'write' })
  const refused = await t.call(updateMember, { params: { id: member.id }, body: {} } as never, acting)
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'Not available while you’re logged in as someone else',
  ])
})
