import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishTransfers, transferCredits } from '#server/modules/accounts/wallet/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { listParts } from '#server/platform/module.ts'
import { ItemsFailedError } from '#server/platform/queue/for-each-item.ts'
import type { JobDefinition } from '#server/platform/queue/queue.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { housekeepingJob } from './housekeeping.ts'

let t: TestApp
let dns: FakeDns
beforeAll(async () => {
  dns = await startFakeDns()
  // Nobody listens there: refreshes of areas are refused.
  t = await testApp({ roles: ['web'], dnsServers: dns.address, overtureBase: 'http://127.0.0.1:1' })
  await execute(`create function always_fails() returns trigger language plpgsql as $$ begin
    if to_jsonb(coalesce(new, old)) ->> tg_argv[0] = tg_argv[1] then raise exception 'this one always fails'; end if;
    return coalesce(new, old); end $$`)
})
afterAll(async () => {
  await t.close()
  await dns.close()
})

const execute = async (text: string) =>
  (await sql.raw<Record<string, unknown>>(text).execute(t.app.database.db)).rows
const start = (job: JobDefinition<never> | undefined) =>
  job?.handle({} as never, new AbortController().signal) as Promise<void>
const tidy = () => start(housekeepingJob(t.app.ctx))
/** The job of a module with this name. */
function startJob(name: string, now?: Date) {
  const ctx = { ...t.app.ctx, ...(now && { clock: { ...t.app.ctx.clock, now: () => now } }) }
  return start(listParts(ctx, (module) => module.jobs?.(ctx)).find((job) => job.name === name))
}

/** A job over many items, with one due item for each of two accounts. */
interface Case {
  /** Makes an account's item due. `$` is its id, `@` its owner's. */
  due: string | ((user: TestUser) => Promise<unknown>)
  run(now?: Date): Promise<unknown>
  /** Finds an account's item while it is not done. */
  open: string
  /** What fails for the first account: a change of this table's row with this column. */
  breaks:
    | { table: string; on?: string; by?: string; value?: string }
    | ((user: TestUser) => Promise<() => Promise<void>>)
}

const PAST = `now() - interval '10 days'`
const directoryAt = async (name: string) => {
  const path = join(t.dataDir, 'uploads', name)
  await mkdir(path, { recursive: true })
  return () => rm(path, { recursive: true })
}

const JOBS: Record<string, Case> = {
  'expired credits': {
    due: `update credit_grant set expires_at = ${PAST} where account_id = $`,
    run: () => startJob('credit-expiry'),
    open: 'select from credit_grant where account_id = $ and remaining > 0',
    breaks: { table: 'credit_grant' },
  },
  'periods of subscriptions': {
    due: `update subscription set cancel_at = ${PAST} where account_id = $`,
    run: () => startJob('subscriptions'),
    open: `select from subscription where account_id = $ and state <> 'cancelled'`,
    breaks: { table: 'subscription' },
  },
  access: {
    due: `update subscription set access_check_at = ${PAST} where account_id = $`,
    run: () => startJob('subscriptions'),
    open: 'select from subscription where account_id = $ and access_check_at is not null',
    breaks: { table: 'subscription' },
  },
  'ends of trials': {
    due: `update subscription set state = 'trialing', period_start = ${PAST},
        trial_ends_at = now() + interval '1 day', period_end = now() + interval '1 day' where account_id = $`,
    run: () => startJob('subscriptions'),
    open: `select from subscription where account_id = $ and state = 'trialing'
      and account_id not in (select account_id from customer_mail)`,
    breaks: { table: 'customer_mail', on: 'insert' },
  },
  notices: {
    due: `insert into access_hold (account_id, cause, source_account_id, reason, at, starts_at)
      values ($, 'parent', 1, 'r', ${PAST}, now() + interval '7 days')`,
    run: () => startJob('subscriptions'),
    open: 'select from access_hold where account_id = $ and notified_at is null',
    breaks: { table: 'access_hold' },
  },
  'planned changes without a period': {
    due: `insert into subscription_change
        (account_id, subscription_id, from_version_id, target_version_id, rule, applies_at)
      select account_id, id, plan_version_id, (select min(id) from plan_version), 'period_end', ${PAST}
      from subscription where account_id = $ and is_current`,
    run: () => startJob('subscriptions'),
    open: 'select from subscription_change where account_id = $ and coalesce(applied_at, dropped_at) is null',
    breaks: { table: 'subscription_change' },
  },
  'overdue purchases at PayKickstart': {
    due: `with due as (
        update subscription set billed_by = 'paykickstart', period_end = ${PAST} where account_id = $
        returning account_id, plan_version_id
      )
      insert into payment_subscription
        (account_id, vendor, vendor_account, external_id, seller_account_id, plan_version_id, state)
      select due.account_id, 'paykickstart', 'campaign', 'purchase $', coalesce(a.parent_id, a.id), due.plan_version_id, 'active'
      from due join account a on a.id = due.account_id`,
    run: () => startJob('paykickstart-overdue'),
    open: `select from subscription where account_id = $ and state = 'active'`,
    breaks: { table: 'subscription' },
  },
  'daily mails': {
    due: `insert into notification (account_id, user_id, kind, detail, event, is_shown, digest_due_at)
      values ($, @, 'low_balance', '{}', 'x', true, ${PAST})`,
    run: () => startJob('notifications.digest'),
    open: 'select from notification where account_id = $ and digest_due_at is not null',
    breaks: { table: 'notification' },
  },
  'sales reports': {
    due: `insert into report_schedule values ($, @, 'weekly', '2020-01-06')`,
    run: () => startJob('admin-reports'),
    open: `select from report_schedule where account_id = $ and sent_for = '2020-01-06'`,
    breaks: { table: 'report_schedule' },
  },
  scores: {
    due: `insert into lead_score_model values ($, 'local', '[]', 0, 0, now())`,
    run: () => startJob('lead-scores.refresh'),
    open: 'select from lead_score_model where account_id = $',
    breaks: { table: 'lead_score_model' },
  },
  'websites of the training': {
    due: `insert into ai_training_website (account_id, website, start, wanted, refresh_days, next_refresh_at, created_by)
      values ($, 'a.example', 'https://a.example/', 5, 30, ${PAST}, @)`,
    run: () => startJob('ai-training.refresh'),
    open: 'select from ai_training_website where account_id = $ and next_refresh_at < now()',
    breaks: { table: 'ai_training_website' },
  },
  'areas of the business data': {
    due: `with source as (insert into corpus_source (name, licence) values ('area of $', 'test licence') returning id)
      insert into corpus_area (source_id, label, boxes, every, next_at, account_id, user_id)
      select id, 'area of $', '[]', 'weekly', ${PAST}, $, @ from source`,
    run: (now) => startJob('corpus.refresh', now),
    open: `select from corpus_area where label = 'area of $' and problem is null`,
    breaks: { table: 'corpus_area', on: 'update of problem' },
  },
  'stopped imports of business data': {
    due: `insert into corpus_load (run_id, source_id, after_place_id, state) values ($, 1, 0, 'stopped')`,
    run: () => startJob('corpus-tidy'),
    open: 'select from corpus_load where run_id = $',
    breaks: { table: 'corpus_load', by: 'run_id' },
  },
  'domains of brands': {
    due: `with brand as (insert into site (account_id, realm_id, name) values ($, 1, 'Brand') returning id)
      insert into site_domain (site_id, host, token) select id, 'leads.brand$.example', 'token' from brand`,
    run: () => startJob('domains.recheck'),
    open: `select from site_domain where host = 'leads.brand$.example' and last_checked_at is null`,
    breaks: { table: 'site_domain', by: 'host', value: 'leads.brand$.example' },
  },
  'DKIM keys': {
    due: `insert into mail_dkim_key (account_id, domain, selector, private_key_sealed, public_key)
      values ($, 'brand$.example', 's1', 'x', 'x')`,
    run: () => startJob('mail.dkim'),
    open: 'select from mail_dkim_key where account_id = $ and checked_at is null',
    breaks: { table: 'mail_dkim_key' },
  },
  'values that expire': {
    due: async (user) => {
      await seedList(t, user, { leads: [{ values: { name: 'Ann' } }] })
      await execute(`update lead set provenance = provenance || '{"expires_at": "2020-01-01T00:00:00.000Z"}'
        where account_id = ${user.accountId}`)
    },
    run: () => startJob('leads.expire-values'),
    open: `select from lead where account_id = $ and provenance ? 'expires_at'`,
    breaks: { table: 'lead' },
  },
  'lists in the trash': {
    due: async (user) => {
      await seedList(t, user, { leads: [{ values: { name: 'Ann' } }] })
      await execute(
        `update list set deleted_at = now() - interval '40 days' where account_id = ${user.accountId}`,
      )
    },
    run: tidy,
    open: 'select from lead where account_id = $',
    breaks: { table: 'lead' },
  },
  'deleted people': {
    due: async (user) => {
      const { id } = await t.member(user)
      await execute(`update app_user set state = 'suspended', delete_at = ${PAST} where id = ${id}`)
    },
    run: tidy,
    open: `select from app_user where account_id = $ and state = 'suspended'`,
    breaks: { table: 'app_user' },
  },
  'abandoned uploads': {
    due: `insert into upload (id, account_id, user_id, name, size, expires_at)
      values ('upload-$', $, @, 'a.csv', 1, ${PAST})`,
    run: tidy,
    open: 'select from upload where account_id = $',
    breaks: ({ accountId }) => directoryAt(`upload-${accountId}`),
  },
  'expired files of exports': {
    due: async (user) => {
      const { startAccountExport } = await import('#contract/privacy/account-export.ts')
      const run = (await t.call(startAccountExport, {}, user)).body.data
      await execute(`insert into export_file (account_id, run_id, name, filename, bytes, expires_at)
        values (${user.accountId}, ${run.id}, 'export-${user.accountId}', 'a.tar.gz', 0, ${PAST})`)
    },
    run: () => startJob('exports.remove-expired'),
    open: 'select from export_file where account_id = $',
    breaks: ({ accountId }) => directoryAt(`export-${accountId}`),
  },
  'deletions of closed accounts': {
    due: async (user) => {
      await execute(`insert into upload (id, account_id, user_id, name, size, expires_at)
        values ('closed-${user.accountId}', ${user.accountId}, ${user.id}, 'a.csv', 1, now() + interval '1 day')`)
      await execute(
        `update account set closed_at = ${PAST}, delete_at = ${PAST} where id = ${user.accountId}`,
      )
    },
    run: tidy,
    open: 'select from account where id = $ and deleted_at is null',
    breaks: ({ accountId }) => directoryAt(`closed-${accountId}`),
  },
  'warnings of deletions': {
    due: `update account set closed_at = ${PAST}, delete_at = now() + interval '1 day' where id = $`,
    run: tidy,
    open: 'select from account where id = $ and deletion_warned_at is null',
    breaks: { table: 'account', by: 'id' },
  },
}

/** Makes the account's item fail. @returns how to end that */
async function breakFor(user: TestUser, breaks: Case['breaks']): Promise<() => Promise<unknown>> {
  if (typeof breaks === 'function') return breaks(user)
  const { table, on = 'update or delete', by = 'account_id', value = '$' } = breaks
  await execute(`create trigger one_fails before ${on} on ${table} for each row
    execute function always_fails('${by}', '${value.replaceAll('$', String(user.accountId))}')`)
  return () => execute(`drop trigger one_fails on ${table}`)
}

describe.each(Object.entries(JOBS))('one item that always fails: %s', (_name, { due, run, open, breaks }) => {
  it('is reported, and keeps no other waiting', async () => {
    const users = [await t.account(), await t.account()] as const
    const filled = (text: string, { id, accountId }: TestUser) =>
      text.replaceAll('$', String(accountId)).replaceAll('@', String(id))
    for (const user of users) await (typeof due === 'string' ? execute(filled(due, user)) : due(user))
    const isOpen = async (user: TestUser) => (await execute(filled(open, user))).length > 0
    const openItems = () => Promise.all(users.map(isOpen))
    expect(await openItems()).toEqual([true, true])

    const mend = await breakFor(users[0], breaks)
    const error = await run().then(
      () => null,
      (problem) => problem,
    )
    expect(await openItems()).toEqual([true, false])
    expect(error).toBeInstanceOf(ItemsFailedError)
    expect((error as ItemsFailedError).causes()).toHaveLength(1)

    await mend()
    await run(new Date(Date.now() + 8 * 86_400_000))
    expect(await openItems()).toEqual([false, false])
  })
})

it('a transfer that can’t arrive keeps none of the same seller’s others waiting', async () => {
  const [seller, admin] = [await t.account({ modules: ['leads', 'whitelabel'] }), await t.admin()]
  const buyers = [
    await t.account({ parent: seller, credits: 0 }),
    await t.account({ parent: seller, credits: 0 }),
  ] as const
  const mend = await breakFor(buyers[0], { table: 'credit_arrival', on: 'insert' })
  for (const { accountId: to } of buyers)
    await transaction(t.app.database.db, () =>
      transferCredits(t.app.ctx, {
        from: seller.accountId,
        to,
        amount: 5,
        reason: 'Order',
        userId: admin.id,
      }),
    )
  const arrived = () =>
    execute(`select account_id from credit_arrival where from_account_id = ${seller.accountId}`)
  await expect(finishTransfers(t.app.ctx)).rejects.toThrow('1 of 1 transfers failed')
  expect(await arrived()).toEqual([{ account_id: buyers[1].accountId }])
  await mend()
  await finishTransfers(t.app.ctx)
  expect(await arrived()).toHaveLength(2)
})

it('a check that fails keeps none of the other checks of what needs attention waiting', async () => {
  const { refreshFigures } = await import('#server/modules/admin/statistics/index.ts')
  await refreshFigures(t.app.ctx)
  await execute(`update platform_attention set checked_at = ${PAST}`)
  await execute(`create trigger one_fails before insert or update on platform_attention for each row
    execute function always_fails('kind', 'audit')`)
  await expect(refreshFigures(t.app.ctx)).rejects.toThrow('audit (this one always fails)')
  await execute('drop trigger one_fails on platform_attention')
  expect(
    await execute(`select kind from platform_attention where checked_at < ${PAST} + interval '1 day'`),
  ).toEqual([{ kind: 'audit' }])
})

it('a failed clean-up keeps none of the later ones waiting', async () => {
  await execute(`insert into rate_limit (key, points, expire) values ('gone', 1, 1)`)
  await execute('alter table ticket rename to ticket_away')
  const error = await tidy().catch((problem) => problem)
  await execute('alter table ticket_away rename to ticket')
  expect(error.message).toMatch(/^1 of \d+ steps failed, the others are done: tickets \(/)
  expect(await execute(`select from rate_limit where key = 'gone'`)).toEqual([])
})
