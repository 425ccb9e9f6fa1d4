import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTIFICATION_KIND_NAMES, notificationKind } from '#contract/activity/notification-kinds/index.ts'
import {
  changeNotificationSetting,
  markNotifications,
  notificationSettings,
  notifications,
  unreadNotifications,
} from '#contract/activity/notifications.ts'
import { download, exportList } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { createList } from '#contract/leads/lists.ts'
import { closeAccount } from '#contract/privacy/account-closing.ts'
import { reserveCredits, settleReservation } from '#server/modules/accounts/wallet/index.ts'
import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sendDigests } from './daily-mail.ts'
import { removeOldNotifications } from './notifications-store.ts'
import { type Notice, notify } from './notify.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const send = (notice: Notice) => transaction(t.app.database.db, () => notify(t.app.ctx, notice))
const sql = async (text: string, values: unknown[] = []) =>
  (await t.app.database.pool.query(text, values)).rows

let events = 0
/** Notifies these people of an accepted invitation. */
const accepted = (accountId: number, userIds: number[]): Notice => {
  events += 1
  const detail = { invitation_id: events, name: 'Bob', email: 'bob@people.example' }
  return { accountId, userIds, kind: 'invitation_accepted', detail }
}
const shown = async (as: TestUser, query = {}) => (await t.call(notifications, { query }, as)).body
const unread = async (as: TestUser) => (await t.call(unreadNotifications, {}, as)).body.data.unread
const mailsOf = (user: TestUser) =>
  sql('select template, variables from mail_message where recipient = $1 order by id', [user.email])
const set = (as: TestUser, kind: 'invitation_accepted' | 'webhook_off', body: object) =>
  t.call(changeNotificationSetting, { params: { kind }, body }, as)

describe('a notification', () => {
  it('arrives with text and link, unread, for this person only', async () => {
    const owner = await t.account()
    const other = await t.member(owner)
    await send(accepted(owner.accountId, [owner.id]))
    expect(await shown(owner)).toMatchObject({
      total: 1,
      data: [
        {
          kind: 'invitation_accepted',
          level: 'success',
          title: 'Bob joined your team',
          link: '/manage-team',
          read_at: null,
        },
      ],
    })
    expect([await unread(owner), await unread(other)]).toEqual([1, 0])
  })

  it('is created once per event, however often it is reported', async () => {
    const owner = await t.account()
    const received = { ...accepted(owner.accountId, [owner.id]) }
    await set(owner, 'invitation_accepted', { mail: 'now' })
    await Promise.all([send(received), send(received), send(received)])
    expect([(await shown(owner)).total, (await mailsOf(owner)).length]).toEqual([1, 1])
  })

  it('exists only if the transaction of the event commits', async () => {
    const owner = await t.account()
    const failed = transaction(t.app.database.db, async () => {
      await notify(t.app.ctx, accepted(owner.accountId, [owner.id]))
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect((await shown(owner)).total).toBe(0)
    const bare = notify(t.app.ctx, accepted(owner.accountId, [owner.id]))
    await expect(bare).rejects.toThrow('needs a transaction')
  })

  it("reaches those who may see the wallet, owners, or a module's users, and nobody of another account", async () => {
    const owner = await t.account()
    const bare = await t.member(owner, { grantedModules: [] })
    const rich = await t.member(owner, { accessToWallet: true })
    const stranger = await t.account()
    const credits = { available: 5, granted: 1000, threshold: null, since: null }
    await send({ accountId: owner.accountId, permission: 'wallet', kind: 'credits_low', detail: credits })
    const off = {
      webhook_id: 1,
      since: '2026-01-01',
      name: 'CRM',
      address: 'hooks.example',
      reason: 'gone' as const,
    }
    await send({
      accountId: owner.accountId,
      permission: 'owner',
      kind: 'webhook_off',
      detail: off,
    })
    const parked = { source: 'x', name: 'X', since: '2026-01-01', reason: 'Too many failures.' }
    await send({ accountId: owner.accountId, permission: 'leads', kind: 'source_parked', detail: parked })
    await send(accepted(owner.accountId, [stranger.id]))
    const kinds = async (as: TestUser) => (await shown(as)).data.map(({ kind }) => kind).sort()
    expect(await Promise.all([owner, rich, bare, stranger].map(kinds))).toEqual([
      ['credits_low', 'source_parked', 'webhook_off'],
      ['credits_low', 'source_parked'],
      [],
      [],
    ])
  })

  it('is marked one by one, all at once, and back; never those of others', async () => {
    const [owner, other] = [await t.account(), await t.account()]
    const colleague = await t.member(owner)
    for (let n = 0; n < 3; n += 1) await send(accepted(owner.accountId, [owner.id]))
    const ids = (await shown(owner)).data.map(({ id }) => id)
    const mark = async (body: object, as = owner) =>
      (await t.call(markNotifications, { body }, as)).body.data.marked
    for (const stranger of [other, colleague])
      expect([await mark({ ids }, stranger), await mark({}, stranger)]).toEqual([0, 0])
    expect(await unread(owner)).toBe(3)
    expect(await mark({ ids: ids.slice(0, 1) })).toBe(1)
    expect([await unread(owner), (await shown(owner, { unread: true })).total]).toEqual([2, 2])
    expect([await mark({}), await unread(owner)]).toEqual([2, 0])
    expect([await mark({ ids: ids.slice(1), read: false }), await unread(owner)]).toEqual([2, 2])
  })

  it('is deleted after 90 days', async () => {
    const owner = await t.account()
    await send(accepted(owner.accountId, [owner.id]))
    await send(accepted(owner.accountId, [owner.id]))
    await sql(
      `update notification set created_at = now() - interval '91 days' where id = (select min(id) from notification where user_id = $1)`,
      [owner.id],
    )
    await removeOldNotifications(t.app.database.db)
    expect((await shown(owner)).total).toBe(1)
  })

  it('of ten thousand is paged through an index', async () => {
    const owner = await t.account()
    await sql(
      `insert into notification (account_id, user_id, kind, detail, event, is_shown)
       select $1, $2, 'credits_low', '{"available": 1, "granted": 9}', n::text, true from generate_series(1, 10000) n`,
      [owner.accountId, owner.id],
    )
    await sql('analyze notification')
    expect([(await shown(owner)).total, await unread(owner)]).toEqual([10_000, 10_000])
    const plan = await sql(
      `explain select * from notification where account_id = $1 and user_id = $2 and is_shown order by id desc limit 20`,
      [owner.accountId, owner.id],
    )
    expect(JSON.stringify(plan)).toMatch(/Index Scan/)
  })
})

describe('by mail', () => {
  it('is sent at once, with links to the place and the settings, and not to sample people', async () => {
    const owner = await t.account()
    const sample = await t.member(owner)
    await sql('update app_user set is_sample = true where id = $1', [sample.id])
    const detail = {
      webhook_id: 1,
      since: '2026-01-01',
      name: 'CRM',
      address: 'hooks.example',
      reason: 'gone' as const,
    }
    await send({
      accountId: owner.accountId,
      userIds: [owner.id, sample.id],
      kind: 'webhook_off',
      detail,
    })
    expect(await mailsOf(owner)).toMatchObject([
      { template: 'notification', variables: { title: 'The webhook CRM was turned off' } },
    ])
    expect([await mailsOf(sample), (await shown(sample)).total]).toEqual([[], 1])
  })

  it('is switched off per channel and person', async () => {
    const owner = await t.account()
    expect((await t.call(notificationSettings, {}, owner)).body.data).toHaveLength(
      NOTIFICATION_KIND_NAMES.length,
    )
    await set(owner, 'invitation_accepted', { in_app: false, mail: 'off' })
    await send(accepted(owner.accountId, [owner.id]))
    expect([(await shown(owner)).total, await mailsOf(owner)]).toEqual([0, []])
    const changed = await set(owner, 'invitation_accepted', { mail: 'now' })
    expect(changed.body.data).toMatchObject({ in_app: false, mail: 'now' })
    await send(accepted(owner.accountId, [owner.id]))
    expect([(await shown(owner)).total, (await mailsOf(owner)).length]).toEqual([0, 1])
  })

  it("is collected into one mail at eight in the reader's time zone", async () => {
    const owner = await t.account()
    await sql(`update account set time_zone = 'America/New_York' where id = $1`, [owner.accountId])
    // The person's own time zone takes precedence over the account's.
    await sql(`update app_user set time_zone = 'Asia/Kolkata' where id = $1`, [owner.id])
    await send(accepted(owner.accountId, [owner.id]))
    await send(accepted(owner.accountId, [owner.id]))
    const [due] = await sql(
      `select to_char(digest_due_at at time zone 'Asia/Kolkata', 'HH24:MI') as local,
              digest_due_at > now() and digest_due_at <= now() + interval '1 day' as soon
       from notification where user_id = $1 limit 1`,
      [owner.id],
    )
    expect(due).toEqual({ local: '08:00', soon: true })
    await sendDigests(t.app.ctx)
    expect(await mailsOf(owner)).toEqual([])
    await sql('update notification set digest_due_at = now() where user_id = $1', [owner.id])
    // Two workers at the same time, and one more afterwards.
    const sendDue = () => sendDigests(t.app.ctx)
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    const mails = await mailsOf(owner)
    expect(mails).toMatchObject([{ template: 'notification-digest', variables: { count: 2 } }])
    expect(mails[0].variables.lines.split('\n')).toHaveLength(2)
  })

  it('is not collected for people of a closed account', async () => {
    const [owner, open] = [await t.account(), await t.account()]
    for (const user of [owner, open]) await send(accepted(user.accountId, [user.id]))
    const { name } = (await t.call(me, {}, owner)).body.data.account
    const closed = await t.call(closeAccount, { body: { name, password: owner.password } }, owner)
    expect(closed.status).toBe(200)
    await sql('update notification set digest_due_at = now() where user_id in ($1, $2)', [owner.id, open.id])
    await sendDigests(t.app.ctx)
    const templates = async (user: TestUser) => (await mailsOf(user)).map(({ template }) => template)
    expect([await templates(owner), await templates(open)]).toEqual([
      ['account-closed'],
      ['notification-digest'],
    ])
  })
})

describe('notifications of', () => {
  it('a sign-in from a new device, but not the first or a known one', async () => {
    const owner = await t.account()
    const signIn = (agent: string) =>
      t.call(login, { body: { email: owner.email, password: owner.password } }, null, {
        headers: { 'user-agent': agent },
      })
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    expect((await shown(owner)).total).toBe(0)
    await signIn(firefox)
    await signIn(firefox.replaceAll('140', '141'))
    expect((await shown(owner)).data).toMatchObject([
      { kind: 'new_device', title: 'New sign-in: Firefox on Linux', level: 'warning' },
    ])
    expect(await mailsOf(owner)).toHaveLength(1)
  })

  it('low credits, once per grant', async () => {
    const owner = await t.account({ credits: 100 })
    const person = { accountId: owner.accountId, userId: owner.id, timeZone: 'UTC' }
    const hold = (runId: number, amount: number) =>
      transaction(t.app.database.db, () =>
        reserveCredits(t.app.ctx, { ...person, runId, amount, unitCost: 1, reason: 'test' }),
      )
    const settle = (runId: number) =>
      transaction(t.app.database.db, () => settleReservation(t.app.ctx, { ...person, runId }))
    await hold(1, 80)
    expect((await shown(owner)).total).toBe(0)
    await hold(2, 15)
    await settle(2)
    await hold(3, 15)
    expect((await shown(owner)).data).toMatchObject([{ kind: 'credits_low', text: '5 credits left.' }])
  })
})

describe('a run', () => {
  /** Runs a search that ends at once, as if it had started this many seconds ago. */
  async function runs(as: TestUser, seconds: number, change = '', fails = false): Promise<void> {
    const body = { name: 'Brewers', type: 'local' as const, search: { keywords: 'brewery' } }
    const { id } = (await t.call(createList, { body }, as)).body.data.run
    await sql(`update run set created_at = now() - make_interval(secs => $2) ${change} where id = $1`, [
      id,
      seconds,
    ])
    const worker = createRunWorker(t.app.ctx, {
      executors: [
        {
          kind: 'search',
          async run() {
            if (fails) throw new AppError('source_failed', 'The source is away.')
          },
        },
      ],
    })
    await worker.execute(as.accountId, id)
    await worker.close()
  }
  const received = async (as: TestUser) => (await shown(as)).data.map(({ kind }) => kind)

  it('notifies whoever started it when it took longer than half a minute', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    await runs(owner, 5)
    expect(await received(owner)).toEqual([])
    await runs(owner, 40)
    expect([await received(owner), await received(member)]).toEqual([['run_finished'], []])
    expect((await shown(owner)).data[0]?.link).toMatch(/^\/saved-lists\/local-\d+$/)
    await runs(owner, 40, '', true)
    expect((await shown(owner)).data[0]).toMatchObject({ kind: 'run_failed', text: 'The source is away.' })
  })

  it('that started automatically notifies the owners, however short it was', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    await runs(member, 1, ', created_by = null')
    expect([await received(owner), await received(member)]).toEqual([['run_finished'], []])
  })

  it('that is a download notifies nobody: whoever fetches it sees its end', async () => {
    const owner = await t.account()
    const list = await seedList(t, owner, { leads: [{ values: { name: 'Acorn' } }] })
    const { data } = (await t.call(exportList, { body: { list_id: list.id } }, owner)).body
    await sql("update run set created_at = now() - interval '40 seconds' where id = $1", [data.run_id])
    await t.call(download, { params: { ticket: data.url.split('/').at(-1) as string } })
    expect(await received(owner)).toEqual([])
    expect(await sql('select state from run where id = $1', [data.run_id])).toEqual([{ state: 'succeeded' }])
  })
})

it('every kind has a text and a link within the application', () => {
  const detail = {
    run_id: 1,
    title: 'A',
    list_id: 2,
    list_type: 'local',
    link: '/x',
    done: 1,
    granted: 1,
    leads: 2,
  }
  const rest = {
    day: '2026-11-22',
    available: 1,
    amount: 2,
    since: 'x',
    name: 'N',
    package: 'P',
    account: 'C',
    kit: 'K',
    source: 'S',
    reason: 'R.',
    outcome: 'replied' as const,
    ip: '1',
    device: 'D',
    host: 'a.example',
  }
  for (const name of NOTIFICATION_KIND_NAMES) {
    const kind = notificationKind(name)
    expect(kind?.link({ ...detail, ...rest })).toMatch(/^\/[a-z]/)
    expect(kind?.title({ ...detail, ...rest })).not.toMatch(/undefined/)
  }
})
