import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  actOnUser,
  adminUser,
  adminUsers,
  createUser,
  deleteUser,
  restoreUser,
  updateUser,
} from '#contract/admin/users.ts'
import { auditLog } from '#contract/core/audit-log.ts'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { setStaffRole } from '#contract/identity/staff.ts'
import { showList } from '#contract/leads/lists.ts'
import { createPlanOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { removeDeletedMembers } from '#server/modules/identity/team/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const REASON = 'Asked for by phone'
const PASSWORD = 'another sample password'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  admin = await t.admin()
})
afterAll(() => t.close())

const list = async (query: object, by = admin) => (await t.call(adminUsers, { query }, by)).body
const show = async ({ id }: { id: number }) => (await t.call(adminUser, { params: { id } }, admin)).body.data
const act = (id: number, action: string, by = admin) =>
  t.call(actOnUser, { params: { id }, body: { action, reason: REASON } as never }, by)
const remove = (id: number, by = admin) =>
  t.call(deleteUser, { params: { id }, body: { reason: REASON } }, by)
const signIn = ({ email, password }: { email: string; password: string }) =>
  t.call(login, { body: { email, password } })

it('finds people by name, email, domain, account and id, and shows where it matched', async () => {
  const owner = await t.account({ credits: 70 })
  const body = {
    first_name: 'Zelda',
    last_name: 'Quill',
    email: 'zelda@quill-works.example',
    password: PASSWORD,
  }
  const made = await t.call(
    createUser,
    { body: { ...body, role: 'related', account_id: owner.accountId, modules: ['leads'] } },
    admin,
  )
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { isMainUser: false, account: { id: owner.accountId } },
  ])
  const { id } = made.body.data
  for (const search of ['elda qui', 'ZELDA@', 'quill-works', String(id)])
    expect((await list({ search })).data.map((item) => item.id)).toContain(id)
  const { name } = (await show(owner)).account
  expect((await list({ search: name })).data.map((item) => item.id)).toEqual([id, owner.id])
  expect((await list({ search: '100%_' })).total).toBe(0)
  expect((await list({ account_id: owner.accountId, role: 'user' })).data).toMatchObject([
    {
      id: owner.id,
      isMainUser: true,
      modules: ['leads'],
      credits: 70,
      state: 'active',
      second_factor: false,
      last_sign_in_at: expect.any(String),
    },
  ])
  expect((await show(made.body.data)).last_sign_in_at).toBeNull()
  expect((await list({ search: 'zelda', limit: 1 })).pageSize).toBe(1)
})

it('a new user signs in to a new account on the sign-up plan', async () => {
  const body = { first_name: 'Ola', email: 'Ola@New.example', password: PASSWORD, company: 'New Ltd' }
  const made = await t.call(createUser, { body: { ...body, support_open_ai_api_key: true } }, admin)
  expect(made.body.data).toMatchObject({
    email: 'ola@new.example',
    role: 'user',
    isMainUser: true,
    account: { name: 'New Ltd' },
    package: 'Starter',
    support_open_ai_api_key: true,
    only_owner: true,
  })
  expect((await signIn({ email: 'ola@new.example', password: PASSWORD })).status).toBe(200)
  const repeated = await t.call(createUser, { body }, admin)
  expect([repeated.status, repeated.error.fields]).toEqual([
    409,
    { email: 'Someone with this email already exists' },
  ])
  const fields = async (wrong: object) =>
    (await t.call(createUser, { body: { ...body, email: 'b@new.example', ...wrong } }, admin)).error.fields
  expect(await fields({ password: 'short' })).toEqual({
    password: 'The password must be at least 6 characters',
  })
  expect(await fields({ role: 'related' })).toHaveProperty('account_id')
  expect(
    await fields({ role: 'related', isMainUser: true, account_id: made.body.data.account.id }),
  ).toHaveProperty('isMainUser')
  expect(await fields({ package_id: 999_999 })).toHaveProperty('package_id')
  expect(await fields({ role: 'admin', account_id: 1, isMainUser: true })).toBeUndefined()
  const staff = (await list({ search: 'b@new.example' })).data[0]
  expect(staff).toMatchObject({ role: 'admin', staff_role: 'support', account: { id: admin.accountId } })
})

it("changes are in both audit logs with before and after, and a new password ends the person's sessions", async () => {
  const owner = await t.account()
  const changed = await t.call(
    updateUser,
    {
      params: { id: owner.id },
      body: { first_name: 'Nora', email: 'nora@sea.example', accessToWallet: true },
    },
    admin,
  )
  expect(changed.body.data).toMatchObject({
    first_name: 'Nora',
    email: 'nora@sea.example',
    accessToWallet: true,
  })
  for (const query of [{}, { account_id: owner.accountId }]) {
    const [entry] = (await t.call(auditLog, { query }, admin)).body.data
    expect(entry).toMatchObject({
      action: 'user.changed',
      user: { id: admin.id },
      subject: `user:${owner.id}`,
      detail: { before: { first_name: 'Test', email: owner.email }, after: { first_name: 'Nora' } },
    })
  }
  const renewed = await t.call(updateUser, { params: { id: owner.id }, body: { password: PASSWORD } }, admin)
  expect([renewed.status, renewed.body.message]).toEqual([200, 'User saved'])
  expect((await t.call(me, {}, owner)).status).toBe(401)
  expect((await signIn({ email: 'nora@sea.example', password: PASSWORD })).status).toBe(200)
  const role = await t.call(updateUser, { params: { id: owner.id }, body: { role: 'related' } }, admin)
  expect([role.status, role.error.message]).toEqual([
    409,
    'Make someone else an owner first: every account needs one',
  ])
  const staff = await t.call(updateUser, { params: { id: owner.id }, body: { role: 'admin' } }, admin)
  expect(staff.error.fields).toHaveProperty('role')
  const lost = await t.call(updateUser, { params: { id: admin.id }, body: { staff_role: 'support' } }, admin)
  expect(lost.error.message).toBe('You can’t change your own role. Ask another owner')
})

it('support can suspend customers but not staff, and sees no other buttons', async () => {
  const support = await t.member(admin)
  await t.call(setStaffRole, { params: { id: support.id }, body: { staff_role: 'support' } }, admin)
  const finance = await t.member(admin)
  await t.call(setStaffRole, { params: { id: finance.id }, body: { staff_role: 'finance' } }, admin)
  const customer = await t.account()
  expect((await act(customer.id, 'suspend', finance)).status).toBe(403)
  expect((await act(customer.id, 'suspend', customer)).status).toBe(403)
  const done = await act(customer.id, 'suspend', support)
  expect(done.body).toMatchObject({ message: 'User suspended', data: { state: 'suspended' } })
  expect(done.body.data.can).toEqual({ edit: false, change_role: false, suspend: true, delete: false })
  expect((await t.call(me, {}, customer)).status).toBe(401)
  expect((await list({ state: 'suspended', account_id: customer.accountId })).total).toBe(1)
  expect((await act(customer.id, 'suspend', support)).status).toBe(409)
  expect((await act(customer.id, 'reactivate', support)).body.data.state).toBe('active')
  expect((await signIn(customer)).status).toBe(200)
  expect((await act(customer.id, 'end_sessions', support)).body.data.sessions).toEqual([])
  expect((await act(finance.id, 'suspend', support)).status).toBe(403)
  expect((await act(customer.id, 'reset_second_factor', support)).error.message).toBe(
    'This person doesn’t use two-factor authentication',
  )
  expect((await remove(customer.id, support)).status).toBe(403)
  const edit = { params: { id: customer.id }, body: { first_name: 'X' } }
  expect((await t.call(updateUser, edit, support)).status).toBe(403)
})

it('a deleted member can be restored until their lists move to the owner', async () => {
  const owner = await t.account()
  const member = await t.member(owner)
  const { id: listId } = await seedList(t, member, { name: 'Breweries' })
  const deleted = (await remove(member.id)).body
  expect(deleted).toMatchObject({
    message: 'User deleted',
    data: { state: 'deleted', delete_at: expect.any(String) },
  })
  expect((await t.call(me, {}, member)).status).toBe(401)
  expect((await act(member.id, 'reactivate')).error.message).toBe(
    'This person was deleted. Restore them instead',
  )
  const restored = await t.call(restoreUser, { params: { id: member.id } }, admin)
  expect(restored.body.data).toMatchObject({ state: 'active', delete_at: null })
  await remove(member.id)
  await removeDeletedMembers(t.app.ctx)
  expect((await list({ account_id: owner.accountId })).total).toBe(2)
  const { db } = t.app.database
  await sql`update app_user set delete_at = now() - interval '1 day' where id = ${member.id}`.execute(db)
  await removeDeletedMembers(t.app.ctx)
  expect((await list({ account_id: owner.accountId })).total).toBe(1)
  expect((await t.call(adminUser, { params: { id: member.id } }, admin)).status).toBe(404)
  const handedOver = (await t.call(showList, { params: { id: listId } }, owner)).body.data
  expect(handedOver.created_by).toBe(owner.email)
})

it('deleting the only owner closes the account, and restoring reopens it', async () => {
  const owner = await t.account()
  const [first, second] = await Promise.all([remove(owner.id), remove(owner.id)])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  const closed = await show(owner)
  expect(closed).toMatchObject({ state: 'deleted', only_owner: true })
  const restored = await t.call(restoreUser, { params: { id: owner.id } }, admin)
  expect(restored.body.data).toMatchObject({ state: 'active', delete_at: null })
  expect((await signIn(owner)).status).toBe(200)
  expect((await remove(admin.id)).status).toBe(403)
})

describe('people told and locked out by a change', () => {
  const keyOf = async (owner: TestUser) => {
    const body = { name: 'Script', scopes: ['read' as const], password: owner.password }
    return { token: (await t.call(createApiKey, { body }, owner)).body.data.key }
  }
  const change = (owner: TestUser, body: object) =>
    t.call(updateUser, { params: { id: owner.id }, body }, admin)
  const mailsTo = async (email: string) =>
    (
      await sql<{ template: string }>`select template from mail_message
        where recipient = ${email} and template in ('mail-changed', 'password-changed')`.execute(
        t.app.database.db,
      )
    ).rows.map(({ template }) => template)

  it('a new password revokes API keys, another change leaves them', async () => {
    const owner = await t.account()
    const key = await keyOf(owner)
    await change(owner, { first_name: 'Nora' })
    expect((await t.call(me, {}, key)).status).toBe(200)
    await change(owner, { password: PASSWORD })
    expect((await t.call(me, {}, key)).status).toBe(401)
  })

  it('a new address is announced at the old one, another change is not', async () => {
    const owner = await t.account()
    await change(owner, { email: owner.email, first_name: 'Nora' })
    expect(await mailsTo(owner.email)).toEqual([])
    await change(owner, { email: 'nora@lake.example', first_name: 'Nora' })
    expect(await mailsTo(owner.email)).toEqual(['mail-changed'])
  })
})

describe('a new person', () => {
  let people = 0
  const add = async (more: object) => {
    people += 1
    const body = { first_name: 'Pia', email: `pia${people}@new.example`, password: PASSWORD, ...more }
    return t.call(createUser, { body }, admin)
  }

  it.each([
    ['leads', 201],
    ['admin', 422],
  ] as const)('gets an account on a plan with the module %s: %i', async (module, status) => {
    const plan = await createPlanOfAccount(t.app.ctx, {
      name: `Of ${module}`,
      modules: [module],
      freeCredits: 0,
    })
    expect((await add({ package_id: plan.plan_id })).status).toBe(status)
  })

  it('joins an account with a free seat only', async () => {
    const owner = await t.account()
    await sql`update plan_version set seats = 2
      where id = (select plan_version_id from active_plan where account_id = ${owner.accountId})`.execute(
      t.app.database.db,
    )
    const member = { role: 'related', account_id: owner.accountId }
    expect([(await add(member)).status, (await add(member)).status]).toEqual([201, 409])
    expect((await list({ account_id: owner.accountId })).total).toBe(2)
  })
})
