import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebhook } from '#contract/activity/webhooks.ts'
import { CLOSING_DAYS, CLOSING_WARNING_DAYS } from '#contract/core/constants.ts'
import { login, logout } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { createList, lists } from '#contract/leads/lists.ts'
import * as api from '#contract/privacy/account-closing.ts'
import { accountClosing, reopenAccount } from '#contract/privacy/account-closing.ts'
import { accountExports, startAccountExport } from '#contract/privacy/account-export.ts'
import { findUsersByEmail, requireOpenAccount } from '#server/modules/accounts/accounts/index.ts'
import { grantIssuedCredits } from '#server/modules/accounts/wallet/index.ts'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { actAs } from '#server/testing/acting.ts'
import { duringAuditedChange } from '#server/testing/beside-audited-change.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { halt, waitingForLock } from '#server/testing/halt.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startReceiver } from '#server/testing/webhook-receiver.ts'
import { closeAccount } from './account-closing.ts'
import { deleteAccount } from './delete-account.ts'
import { tidyClosedAccounts } from './tidy-closed.ts'

const DAY_MS = 24 * 60 * 60_000
let t: TestApp
let now = Date.parse('2026-11-20T08:00:00Z')
const pass = (days: number) => {
  now += days * DAY_MS
}
beforeAll(async () => {
  t = await testApp({ roles: ['web'], clock: { now: () => new Date(now) } })
})
afterAll(() => t.close())

const rows = async <Row>(text: string, ...values: unknown[]) =>
  (await t.app.database.pool.query(text, values)).rows as Row[]
const nameOf = async (user: TestUser) => (await t.call(me, {}, user)).body.data.account.name
const close = async (user: TestUser, body: Partial<{ name: string; password: string; code: string }> = {}) =>
  t.call(api.closeAccount, { body: { name: await nameOf(user), password: user.password, ...body } }, user)
const mailsTo = async (email: string) =>
  (
    await rows<{ template: string }>(
      'select template from mail_message where recipient = $1 order by id',
      email,
    )
  )
    .map(({ template }) => template)
    .filter((template) => template.startsWith('account-'))
/** The reply to a call during an uncommitted change. */
async function during<Result>(change: () => Promise<unknown>, call: () => Promise<Result>): Promise<Result> {
  const gate = halt()
  const changing = transaction(t.app.database.db, async () => {
    await change()
    await gate.pass()
  })
  await Promise.race([gate.reached, changing])
  const answer = call()
  await waitingForLock(t, 1)
  gate.open()
  await changing
  return answer
}
const signIn = ({ email, password }: TestUser) => t.call(login, { body: { email, password } })

describe('closing an account', () => {
  it('first shows what is lost, and requires name and password', async () => {
    const owner = await t.account({ credits: 70 })
    await t.member(owner)
    await seedList(t, owner, { leads: [{}, {}] })
    const { data } = (await t.call(accountClosing, {}, owner)).body
    expect(data).toEqual({
      closed_at: null,
      delete_at: null,
      proof: 'password',
      loses: { lists: 1, leads: 2, members: 1, runs: 0, webhooks: 0, api_keys: 0, credits: 70 },
      accounts_below: 0,
    })
    const wrong = [
      await close(owner, { name: 'Another' }),
      await close(owner, { password: 'wrong' }),
      await t.call(api.closeAccount, { body: { name: await nameOf(owner) } }, owner),
    ]
    expect(wrong.map(({ status, error }) => [status, Object.keys(error.fields ?? {})])).toEqual([
      [422, ['name']],
      [422, ['password']],
      [422, ['password']],
    ])
    expect((await t.call(accountClosing, {}, owner)).body.data.closed_at).toBeNull()
  })

  it('ends other sessions, keys and runs, and leaves only reopening and the data export', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    const elsewhere = { ...owner, token: (await signIn(owner)).body.data.authorisation.token }
    const key = (
      await t.call(createApiKey, { body: { name: 'K', scopes: ['read'], password: owner.password } }, owner)
    ).body.data.key
    const run = (await t.call(startAccountExport, {}, owner)).body.data
    const closed = await close(owner)
    expect([closed.status, closed.body.data.delete_at]).toEqual([
      200,
      new Date(now + CLOSING_DAYS * DAY_MS).toISOString(),
    ])
    expect((await t.call(me, {}, member)).status).toBe(401)
    expect((await t.call(me, {}, elsewhere)).status).toBe(401)
    expect((await t.call(lists, {}, { token: key })).error.code).toBe('account_closed')
    expect(await rows('select state from run where id = $1', run.id)).toEqual([{ state: 'cancelled' }])

    const refused = await t.call(lists, {}, owner)
    expect([refused.status, refused.error.code]).toEqual([403, 'account_closed'])
    const second = await signIn(owner)
    const token = second.body.data.authorisation.token
    expect(second.body.data.user.account.delete_at).toBe(closed.body.data.delete_at)
    expect((await t.call(me, {}, { token })).status).toBe(200)
    expect((await t.call(accountExports, {}, { token })).status).toBe(200)
    expect((await t.call(startAccountExport, {}, { token })).status).toBe(201)
    const asMember = await signIn(member)
    expect([asMember.status, asMember.error.code]).toEqual([403, 'account_closed'])
    expect((await t.call(logout, {}, { token })).status).toBe(200)
    expect(await mailsTo(owner.email)).toEqual(['account-closed'])
    expect(await mailsTo(member.email)).toEqual([])
  })

  it('starts no run and sends no webhook afterwards', async () => {
    const owner = await t.account()
    const actor = await getActor(t, owner)
    const receiver = await startReceiver(t)
    await t.call(createWebhook, { body: { url: 'https://hook.example/a', events: ['list.created'] } }, owner)
    await seedList(t, owner)
    await close(owner)
    await receiver.dispatcher.deliverDue()
    expect(receiver.received).toEqual([])
    await t.call(reopenAccount, {}, owner)
    await receiver.dispatcher.deliverDue()
    expect(receiver.received).toHaveLength(1)
    await close(owner)
    await expect(requireOpenAccount(t.app.database.db, actor.accountId)).rejects.toMatchObject({
      code: 'account_closed',
    })
  })

  it('leaves nothing behind that someone starts at the same moment', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    // Checking a password is not transactional; without a password the name is enough.
    await rows('update app_user set password_hash = null where id = $1', owner.id)
    const proof = { name: await nameOf(owner) }
    const actor = await getActor(t, owner)
    const refused = await during(
      () => closeAccount(t.app.ctx, actor, 'localhost', proof),
      () =>
        t.call(createList, { body: { name: 'Late', type: 'local', search: { source: 'sample' } } }, member),
    )
    expect([refused.status, refused.error.code]).toEqual([403, 'account_closed'])
    expect(await rows('select id from run where account_id = $1', owner.accountId)).toEqual([])
  })

  it('is refused while accounts below are open, for the first account, for members and keys', async () => {
    const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: reseller })
    const refused = await close(reseller)
    expect([refused.status, refused.error.message]).toEqual([
      409,
      '1 account is still open below yours. Move or close it first',
    ])
    const admin = await t.admin()
    expect((await close(admin)).error.message).toBe('An installation’s first account can’t be closed')
    expect((await close(await t.member(customer))).status).toBe(403)
    expect((await close(customer)).status).toBe(200)
    expect((await close(reseller)).status).toBe(200)
    const reopened = await t.call(reopenAccount, {}, customer)
    expect([reopened.status, reopened.error.message]).toEqual([
      409,
      'The account above yours is closed. Reopen it first',
    ])
  })

  it('is refused to someone logged in as the owner', async () => {
    const owner = await t.account()
    const acting = await actAs(t, owner, await t.admin(), { mode: 'write' })
    const refused = await close({ ...owner, ...acting })
    expect([refused.status, refused.error.message]).toEqual([
      403,
      'Not available while you’re logged in as someone else',
    ])
    expect((await t.call(accountClosing, {}, owner)).body.data.closed_at).toBeNull()
  })

  it('is undone by reopening, until deletion', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    expect((await t.call(reopenAccount, {}, owner)).status).toBe(409)
    await close(owner)
    pass(CLOSING_DAYS - 0.5)
    await tidyClosedAccounts(t.app.ctx)
    expect((await t.call(reopenAccount, {}, owner)).body.data).toMatchObject({
      closed_at: null,
      delete_at: null,
    })
    expect((await t.call(lists, {}, owner)).status).toBe(200)
    expect((await signIn(member)).status).toBe(200)
    pass(CLOSING_DAYS)
    await tidyClosedAccounts(t.app.ctx)
    expect((await t.call(lists, {}, owner)).status).toBe(200)
    expect(await mailsTo(owner.email)).toEqual([
      'account-closed',
      'account-deletion-soon',
      'account-reopened',
    ])

    await close(owner)
    pass(CLOSING_DAYS)
    expect((await t.call(reopenAccount, {}, owner)).error.message).toContain('can’t be reopened')
  })
})

describe('during an audited change of the account', () => {
  it('an account is closed, reopened and deleted', async () => {
    const owner = await t.account()
    const beside = <T>(work: () => Promise<T>) => duringAuditedChange(t, owner.accountId, work)
    expect((await beside(() => close(owner))).status).toBe(200)
    expect((await beside(() => t.call(reopenAccount, {}, owner))).status).toBe(200)
    await close(owner)
    pass(CLOSING_DAYS + 1)
    await beside(() => tidyClosedAccounts(t.app.ctx))
    expect(await rows('select 1 from account where id = $1 and deleted_at is null', owner.accountId)).toEqual(
      [],
    )
  })
})

describe('after the grace period', () => {
  it('owners were warned once, and the whole account is deleted except its books', async () => {
    const [owner, other] = [await t.account(), await t.account()]
    const member = await t.member(owner)
    for (const user of [owner, other]) await seedList(t, user, { leads: [{ values: { name: 'Ann' } }] })
    const { db } = t.app.database
    const stored = 'a-stored-export'
    const storage = createDiskStorage(join(t.dataDir, 'uploads'))
    await (await storage.create(stored)).close({ flush: false })
    const run = (await t.call(startAccountExport, {}, owner)).body.data
    await sql`insert into export_file (account_id, run_id, name, filename, bytes, expires_at)
      values (${owner.accountId}, ${run.id}, ${stored}, 'a.tar.gz', 0, now() + interval '1 day')`.execute(db)
    const funds = { accountId: owner.accountId, amount: 5, reason: 'Gift of Ann', userId: owner.id }
    await transaction(db, () => grantIssuedCredits(t.app.ctx, funds))
    await close(owner)

    pass(CLOSING_DAYS - CLOSING_WARNING_DAYS - 1)
    await tidyClosedAccounts(t.app.ctx)
    expect(await mailsTo(owner.email)).toEqual(['account-closed'])
    pass(1)
    await tidyClosedAccounts(t.app.ctx)
    await tidyClosedAccounts(t.app.ctx)
    expect(await mailsTo(owner.email)).toEqual(['account-closed', 'account-deletion-soon'])
    pass(CLOSING_WARNING_DAYS)
    await tidyClosedAccounts(t.app.ctx)

    expect((await signIn(owner)).status).toBe(401)
    expect((await signIn(member)).status).toBe(401)
    for (const { name: table } of TABLES.filter(({ onClose }) => onClose === 'delete'))
      expect([table, await rows(`select 1 from ${table} where account_id = $1`, owner.accountId)]).toEqual([
        table,
        [],
      ])
    expect(await storage.size(stored)).toBe(0)
    const ledger = await rows('select * from ledger where account_id = $1', owner.accountId)
    expect(ledger.length).toBeGreaterThan(1)
    for (const line of ledger)
      expect(line).toMatchObject({ reason: 'Account deleted', user_id: null, lead_id: null, entity_id: null })
    expect(JSON.stringify(await rows('select * from account where id = $1', owner.accountId))).toContain(
      'Deleted account',
    )
    expect((await t.call(lists, {}, other)).body.data).toHaveLength(1)
    // The address is free again.
    expect(await findUsersByEmail(t.app.ctx, owner.email, null)).toEqual([])
  })

  it('an account reopened at the last moment stays', async () => {
    const owner = await t.account()
    await close(owner)
    await t.call(reopenAccount, {}, owner)
    const later = new Date(now + 2 * CLOSING_DAYS * DAY_MS)
    expect(await deleteAccount(t.app.ctx, owner.accountId, later)).toBe(false)
    expect((await t.call(me, {}, owner)).status).toBe(200)
  })

  it('an export started during deletion is refused', async () => {
    const owner = await t.account()
    await close(owner)
    const later = new Date(now + CLOSING_DAYS * DAY_MS)
    const refused = await during(
      () => deleteAccount(t.app.ctx, owner.accountId, later),
      () => t.call(startAccountExport, {}, owner),
    )
    expect([refused.status, refused.error.code]).toEqual([403, 'account_closed'])
    expect(await rows('select id from run where account_id = $1', owner.accountId)).toEqual([])
  })

  it('sessions end in which its people act as others, without affecting those', async () => {
    const owner = await t.account({ modules: ['leads', 'whitelabel'] })
    const other = await t.account({ parent: owner })
    const acting = await actAs(t, other, owner)
    expect((await t.call(me, {}, acting)).status).toBe(200)
    const platform = (await t.admin()).accountId
    await t.app.database.pool.query('update account set parent_id = $1, path = array[$1, id] where id = $2', [
      platform,
      other.accountId,
    ])
    await close(owner)
    pass(CLOSING_DAYS)
    await tidyClosedAccounts(t.app.ctx)
    expect((await signIn(owner)).status).toBe(401)
    expect((await t.call(me, {}, acting)).status).toBe(401)
    expect((await t.call(me, {}, other)).status).toBe(200)
  })
})
