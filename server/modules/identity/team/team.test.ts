import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import {
  inviteMember,
  removeMember,
  resendInvitation,
  team,
  updateMember,
  withdrawInvitation,
} from '#contract/identity/team.ts'
import { archiveList, createList, deleteList, listHistory, lists, showList } from '#contract/leads/lists.ts'
import { createUser } from '#server/modules/accounts/accounts/index.ts'
import { listMemberCaps } from '#server/modules/accounts/wallet/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let main: TestUser
let member: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  main = await t.account({ modules: ['leads', 'ai_suggest'] })
  member = await t.member(main)
})

type Changes = Record<string, unknown>
const update = (id: number, body: Changes, by = main) =>
  t.call(updateMember, { params: { id }, body: body as never }, by)
const remove = (id: number, hand_over_to: number, by = main) =>
  t.call(removeMember, { params: { id }, query: { hand_over_to } }, by)
const indexOf = async (user = main) => (await t.call(team, {}, user)).body.data
const find = async (id: number) => (await indexOf()).members.find((item) => item.id === id)
const signIn = ({ email, password }: TestUser) => t.call(login, { body: { email, password } })
const meAs = async (token: string) => (await t.call(me, {}, { token })).status
const sample = async (by: TestUser, name = 'Sample') => {
  const body = { name, type: 'people' as const, search: { source: 'sample' }, limit: 1 }
  const answer = await t.call(createList, { body }, by)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data.id
}
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const rowOf = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`select * from app_user where id = ${id}`.execute(
    t.app.database.db,
  )
  return rows[0]
}

describe('the team', () => {
  it('shows members with their tasks, owners first, then by name', async () => {
    const { db } = t.app.database
    const other = await t.member(main, { role: 'user' })
    await sql`update app_user set first_name = 'Zoe' where id = ${main.id}`.execute(db)
    await sql`update app_user set first_name = 'éva' where id = ${other.id}`.execute(db)
    await sample(member)
    const index = await indexOf()
    expect(index.modules).toEqual(['ai_suggest', 'leads'])
    expect(index.members.map((item) => item.id)).toEqual([other.id, main.id, member.id])
    expect(index.members[2]).toMatchObject({
      id: member.id,
      email: member.email,
      role: 'related',
      granted_modules: null,
      access_to_wallet: false,
      monthly_credit_cap: null,
      state: 'active',
      is_me: false,
      can: { edit: true, change_role: true, change_limits: true, suspend: true, remove: true },
      spent_lately: 0,
      runs_lately: 1,
      spent_this_month: 0,
      lists: 1,
    })
    expect(index.members.find((item) => item.is_me)?.id).toBe(main.id)
  })

  it('shows who has not joined yet', async () => {
    const user = await createUser(t.app.ctx, main.accountId, {
      email: `new.${main.email}`,
      role: 'related',
    })
    expect((await find(user.id))?.last_active_at).toBeNull()
  })

  it('is for owners only', async () => {
    const id = main.id
    const body = { email: 'somebody@people.example' }
    const calls = [
      t.call(team, {}, member),
      t.call(inviteMember, { body }, member),
      t.call(resendInvitation, { params: { id: 1 } }, member),
      t.call(withdrawInvitation, { params: { id: 1 } }, member),
      update(id, { role: 'related' }, member),
      update(member.id, { role: 'user' }, member),
      remove(id, member.id, member),
    ]
    for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual([403, 'forbidden'])
    expect(await rowOf(member.id)).toMatchObject({ role: 'related' })
  })

  it('of another account is not accessible', async () => {
    const stranger = await t.account()
    const foreign = await t.member(stranger)
    const invitation = await t.call(inviteMember, { body: { email: `x${main.email}` } }, main)
    const { id } = invitation.body.data
    const answers = [
      await update(member.id, { state: 'suspended' }, stranger),
      await remove(member.id, stranger.id, stranger),
      await t.call(resendInvitation, { params: { id } }, stranger),
      await t.call(withdrawInvitation, { params: { id } }, stranger),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual([404, 'not_found'])
    const handed = await remove(member.id, foreign.id)
    expect([handed.status, Object.keys(handed.error.fields)]).toEqual([422, ['hand_over_to']])
    expect((await indexOf(stranger)).members.map((item) => item.id)).toEqual([stranger.id, foreign.id])
    expect((await find(member.id))?.state).toBe('active')
    expect((await indexOf()).invitations.map((item) => item.id)).toEqual([id])
  })
})

describe('rights', () => {
  it('apply from the next call on', async () => {
    expect((await update(member.id, { granted_modules: [] })).body.data.granted_modules).toEqual([])
    expect((await t.call(lists, {}, member)).status).toBe(403)
    await update(member.id, { granted_modules: ['leads'], access_to_wallet: true })
    expect((await t.call(lists, {}, member)).status).toBe(200)
    expect((await t.call(ledger, {}, member)).status).toBe(200)
    await update(member.id, { monthly_credit_cap: 3 })
    expect((await t.call(userLimits, {}, member)).body.data.cap).toEqual({ monthly: 3, spent: 0, left: 3 })
    expect(await find(member.id)).toMatchObject({
      granted_modules: ['leads'],
      access_to_wallet: true,
      monthly_credit_cap: 3,
    })
    await update(member.id, { monthly_credit_cap: null, granted_modules: null, role: 'user' })
    expect((await t.call(userLimits, {}, member)).body.data.cap).toBeNull()
    expect((await t.call(team, {}, member)).status).toBe(200)
    await update(member.id, { role: 'related' })
    expect((await t.call(team, {}, member)).status).toBe(403)
  })

  it('stay unchanged when not given', async () => {
    const before = await find(member.id)
    expect((await update(member.id, {})).body.data).toEqual(before)
  })

  it.each([
    { role: 'related' },
    { state: 'suspended' },
    { monthly_credit_cap: 5 },
    { granted_modules: ['leads'], role: 'related' },
  ])('cannot be changed for oneself: %j', async (changes) => {
    const before = await rowOf(main.id)
    expect(refusal(await update(main.id, changes))).toEqual([409, 'conflict'])
    expect(await rowOf(main.id)).toEqual(before)
  })

  it.each<[field: string, changes: Changes]>([
    ['role', { role: 'admin' }],
    ['state', { state: 'removed' }],
    ['granted_modules', { granted_modules: ['admin'] }],
    ['granted_modules', { granted_modules: ['nonsense'] }],
    ['monthly_credit_cap', { monthly_credit_cap: 1.5 }],
    ['access_to_wallet', { access_to_wallet: 'yes' }],
  ])('are checked: %s of %j', async (field, changes) => {
    const before = await rowOf(member.id)
    const { status, error } = await update(member.id, changes)
    expect([status, Object.keys(error.fields).map((name) => name.split('.')[0])]).toEqual([422, [field]])
    expect(await rowOf(member.id)).toEqual(before)
  })

  it('are all that can be changed', async () => {
    const stranger = await t.account()
    const before = await rowOf(member.id)
    const more = {
      account_id: stranger.accountId,
      realm_id: 1,
      email: 'other@people.example',
      password_hash: 'x',
      confirmed_at: '2000-01-01T00:00:00Z',
      id: stranger.id,
    }
    const { status, error } = await update(member.id, { access_to_wallet: true, ...more })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, Object.keys(more)])
    expect(await rowOf(member.id)).toEqual(before)
  })

  it('leave one owner when two remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await t.account()
      const other = await t.member(owner, { role: 'user' })
      const answers = await Promise.all([
        update(other.id, { role: 'related' }, owner),
        update(owner.id, { state: 'suspended' }, other),
      ])
      const statuses = answers.map((answer) => answer.status).sort()
      expect([
        [200, 401],
        [200, 403],
      ]).toContainEqual(statuses)
      const rows = await Promise.all([owner, other].map((user) => rowOf(user.id)))
      expect(rows.filter((row) => row?.role === 'user' && row.state === 'active')).toHaveLength(1)
    }
  })

  it('of administrators cannot be granted or removed by a team', async () => {
    const admin = await t.admin()
    const second = await t.member(admin, { role: 'admin' })
    const helper = await t.member(admin)
    expect(refusal(await update(second.id, { role: 'related' }, admin))).toEqual([409, 'conflict'])
    expect(refusal(await update(helper.id, { role: 'user' }, admin))).toEqual([422, 'validation_failed'])
    expect((await update(second.id, { state: 'suspended' }, admin)).status).toBe(200)
    expect((await update(helper.id, { access_to_wallet: true }, admin)).status).toBe(200)
    expect((await remove(second.id, admin.id, admin)).status).toBe(200)
    expect(refusal(await update(admin.id, { role: 'related' }, second))).toEqual([401, 'unauthorized'])
  })
})

describe('a suspended member', () => {
  it('is signed out at once, with every session and key, until reinstated', async () => {
    const body = { name: 'Script', scopes: ['read' as const], password: member.password }
    const key = (await t.call(createApiKey, { body }, member)).body.data.key
    const another = (await signIn(member)).body.data.authorisation.token
    expect(await Promise.all([member.token, another, key].map(meAs))).toEqual([200, 200, 200])
    const answer = await update(member.id, { state: 'suspended' })
    expect([answer.body.data.state, answer.body.message]).toEqual(['suspended', 'Test is suspended'])
    expect(await Promise.all([member.token, another, key].map(meAs))).toEqual([401, 401, 401])
    expect(refusal(await signIn(member))).toEqual([401, 'invalid_credentials'])
    expect((await find(member.id))?.state).toBe('suspended')

    expect((await update(member.id, { state: 'active' })).body.message).toBe('Test can sign in again')
    expect(await Promise.all([member.token, another, key].map(meAs))).toEqual([401, 401, 200])
    expect((await signIn(member)).status).toBe(200)
  })

  it('can be changed and removed', async () => {
    await update(member.id, { state: 'suspended' })
    expect((await update(member.id, { access_to_wallet: true })).body.data.state).toBe('suspended')
    expect((await remove(member.id, main.id)).status).toBe(200)
  })
})

describe('a removed member', () => {
  it('leaves the lists to another one, including archive and trash', async () => {
    const heir = await t.member(main)
    const ids = [await sample(member), await sample(member), await sample(member)] as [number, number, number]
    const own = await sample(main)
    await t.call(archiveList, { params: { id: ids[1] } }, member)
    await t.call(deleteList, { params: { id: ids[2] } }, member)
    await update(member.id, { monthly_credit_cap: 5 })
    expect((await find(member.id))?.lists).toBe(3)

    const { status, body } = await remove(member.id, heir.id)
    expect([status, body]).toEqual([
      200,
      { success: true, lists: 3, message: 'Test was removed; 3 lists handed over' },
    ])
    expect(await find(member.id)).toBeUndefined()
    expect((await find(heir.id))?.lists).toBe(3)
    expect((await t.call(showList, { params: { id: ids[0] } }, main)).body.data.created_by).toBe(heir.email)
    expect((await t.call(showList, { params: { id: own } }, main)).body.data.created_by).toBe(main.email)
    const bin = await t.call(lists, { query: { view: 'bin' } }, main)
    expect(bin.body.data.map((list) => [list.id, list.created_by])).toEqual([[ids[2], heir.email]])
    const history = await t.call(listHistory, { params: { id: ids[1] }, body: {} }, main)
    expect(history.body.data[0]).toMatchObject({
      event: 'list.handed_over',
      user: main.email,
      detail: { from_id: member.id, to_id: heir.id },
    })
    const caps = await listMemberCaps(t.app.ctx, main.accountId)
    expect(caps.has(member.id)).toBe(false)
  })

  it('is out permanently, and leaves no secret here', async () => {
    expect((await remove(member.id, main.id)).body.message).toBe('Test was removed')
    expect(await meAs(member.token)).toBe(401)
    expect(refusal(await signIn(member))).toEqual([401, 'invalid_credentials'])
    expect(await rowOf(member.id)).toMatchObject({ state: 'removed', password_hash: null })
    expect(refusal(await update(member.id, { state: 'active' }))).toEqual([404, 'not_found'])
    expect(refusal(await remove(member.id, main.id))).toEqual([404, 'not_found'])
  })

  it('can be invited again', async () => {
    await remove(member.id, main.id)
    const { email } = member
    expect((await t.call(inviteMember, { body: { email } }, main)).status).toBe(201)
    const repeated = await createUser(t.app.ctx, main.accountId, { email, role: 'related' })
    expect(repeated.id).not.toBe(member.id)
  })

  it('leaves invitations valid', async () => {
    const second = await t.member(main, { role: 'user' })
    const { id } = (await t.call(inviteMember, { body: { email: `y${main.email}` } }, second)).body.data
    await remove(second.id, main.id)
    expect((await indexOf()).invitations).toMatchObject([{ id, state: 'pending', invited_by: 'Test' }])
  })

  it.each<[what: string, heir: () => Promise<number> | number]>([
    ['themselves', () => member.id],
    ['nobody', () => 999_999_999],
    [
      'a suspended member',
      async () => {
        const other = await t.member(main)
        await update(other.id, { state: 'suspended' })
        return other.id
      },
    ],
    [
      'a removed member',
      async () => {
        const other = await t.member(main)
        await remove(other.id, main.id)
        return other.id
      },
    ],
  ])('cannot leave the lists to %s', async (_what, heir) => {
    const id = await sample(member)
    const answer = await remove(member.id, await heir())
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['hand_over_to']])
    expect((await find(member.id))?.state).toBe('active')
    expect((await t.call(showList, { params: { id } }, member)).body.data.created_by).toBe(member.email)
  })

  it('is never oneself', async () => {
    expect(refusal(await remove(main.id, member.id))).toEqual([409, 'conflict'])
    expect(await meAs(main.token)).toBe(200)
  })

  it('needs a new owner for the lists', async () => {
    const answer = await t.call(removeMember, { params: { id: member.id } } as never, main)
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['hand_over_to']])
  })
})
