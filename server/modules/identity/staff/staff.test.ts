import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resellers } from '#contract/accounts/resellers.ts'
import { createWebhook } from '#contract/activity/webhooks.ts'
import { updateSite } from '#contract/branding/site.ts'
import { auditLog, auditState, exportAuditLog } from '#contract/core/audit-log.ts'
import { setStaffRole, staff } from '#contract/identity/staff.ts'
import { team } from '#contract/identity/team.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { actAs } from '#server/testing/acting.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { waitingForLock } from '#server/testing/halt.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
})
afterAll(() => t.close())

const set = (id: number, staff_role: 'owner' | 'finance' | 'support' | null) =>
  t.call(setStaffRole, { params: { id }, body: { staff_role } }, admin)

it('a member becomes support at once: reads the admin panel and changes nothing there', async () => {
  const member = await t.member(admin)
  expect((await t.call(resellers, {}, member)).status).toBe(403)
  expect((await set(member.id, 'support')).body.data).toMatchObject({ staff_role: 'support' })
  expect((await t.call(resellers, {}, member)).status).toBe(200)
  expect((await t.call(updateSite, { body: {} } as never, member)).status).toBe(403)
  expect((await t.call(team, {}, member)).status).toBe(403)
  expect(
    (await t.call(setStaffRole, { params: { id: member.id }, body: { staff_role: 'owner' } }, member)).status,
  ).toBe(403)
  await set(member.id, null)
  expect((await t.call(resellers, {}, member)).status).toBe(403)
})

it('the last owner keeps the role, and no outsider gets one', async () => {
  const last = await set(admin.id, 'support')
  expect([last.status, last.error.message]).toEqual([
    409,
    'Make someone else an owner first: at least one must remain',
  ])
  const outside = await t.account()
  expect((await set(outside.id, 'support')).status).toBe(404)
  const second = await t.member(admin)
  await set(second.id, 'owner')
  const [first] = await Promise.all([
    set(admin.id, 'support'),
    t.call(setStaffRole, { params: { id: second.id }, body: { staff_role: null } }, second),
  ])
  const owners = (
    await t.app.database.db.selectFrom('member').select('id').where('staff_role', '=', 'owner').execute()
  ).length
  expect([first.status, owners]).toEqual([expect.any(Number), 1])
  await updateUser(t.app.ctx, admin.id, { role: 'admin', staff_role: 'owner' })
  expect((await t.call(staff, {}, admin)).body.data.length).toBeGreaterThan(1)
})

it('the audit log is readable by owners, by accounts above and by staff, with both people of an act', async () => {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  const customer = await t.account({ parent: reseller })
  const stranger = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(createWebhook, { body: { url: 'https://a.example/hook', events: ['lead.added'] } }, customer)
  await actAs(t, customer, reseller, { mode: 'write' })
  const log = (by: TestUser, query: object = {}) => t.call(auditLog, { query }, by)
  const own = (await log(customer)).body.data
  expect(own.map(({ action }) => action)).toEqual([
    'acting.mode_changed',
    'acting.started',
    'webhook.created',
    'session.started',
  ])
  expect(own[0]).toMatchObject({
    user: { id: customer.id },
    actor: { id: reseller.id, email: reseller.email },
  })
  const of = { account_id: customer.accountId }
  expect((await log(reseller, of)).body.total).toBe(4)
  expect((await log(admin, of)).body.total).toBe(4)
  expect((await log(stranger, of)).status).toBe(404)
  expect((await log(await t.member(customer))).status).toBe(403)
  const count = async (query: object) => (await log(customer, query)).body.total
  expect(await count({ acting: true })).toBe(1)
  expect(await count({ action: 'webhook.created' })).toBe(1)
  expect(await count({ search: reseller.email })).toBe(2)
  expect(await count({ subject: `user:${customer.id}` })).toBe(2)
  expect(await count({ from: '2999-01-01' })).toBe(0)
  expect(await count({ to: '1999-01-01' })).toBe(0)
  const file = await t.call(exportAuditLog, { body: {} }, customer)
  expect((await t.call(exportAuditLog, { body: of } as never, stranger)).status).toBe(404)
  const text = await (await fetch((await t.listen()) + file.body.data.url)).text()
  expect(text.split('\r\n').filter(Boolean)).toHaveLength(7)
  expect(text).toContain(reseller.email)
  expect((await t.call(auditState, {}, customer)).body.data).toEqual({ verified_at: null, broken: null })
})

describe('a staff role', () => {
  it('is given to active people only', async () => {
    const member = await t.member(admin)
    const become = async (state: 'suspended' | 'active') => {
      await updateUser(t.app.ctx, member.id, { state })
      return (await set(member.id, 'support')).status
    }
    expect(await become('suspended')).toBe(404)
    expect((await t.call(staff, {}, admin)).body.data.map(({ id }) => id)).not.toContain(member.id)
    expect(await become('active')).toBe(200)
  })

  it('is taken from one owner at a time', async () => {
    const other = await t.member(admin)
    await set(other.id, 'owner')
    const change = await t.app.database.pool.connect()
    try {
      // Someone else takes the role from all other owners, and has not committed yet.
      await change.query('begin')
      await change.query('select 1 from account where id = $1 for no key update', [admin.accountId])
      await change.query(
        `update app_user set staff_role = 'support' where account_id = $1 and role = 'admin' and id <> $2`,
        [admin.accountId, other.id],
      )
      const demote = { params: { id: other.id }, body: { staff_role: 'support' as const } }
      const last = t.call(setStaffRole, demote, other)
      await waitingForLock(t, 1)
      await change.query('commit')
      expect((await last).status).toBe(409)
    } finally {
      await change.query('rollback')
      change.release()
      await updateUser(t.app.ctx, admin.id, { role: 'admin', staff_role: 'owner' })
    }
  })
})
