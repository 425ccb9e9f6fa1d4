import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/platform/db/db.ts'

const numbers = async (db: Db, query: ReturnType<typeof sql<Record<string, number>>>) => {
  const { rows } = await query.execute(db)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
}

/** Rows that must not exist; each key states the violated rule. */
const IMPOSSIBLE: Record<string, (account: number) => ReturnType<typeof sql>> = {
  'a spent line names run, lead, entity and user': (account) => sql`
    select id from ledger where account_id = ${account} and credit = 'spent'
      and (run_id is null or user_id is null or (reason not in ('ai_tokens', 'website_check') and (lead_id is null or entity_id is null)))`,
  'a spent line is about a lead of its entity that its run delivered': (account) => sql`
    select g.id from ledger g where g.account_id = ${account} and g.credit = 'spent' and g.reason not in ('ai_tokens', 'website_check') and not exists (
      select from lead l join run r on r.account_id = g.account_id and r.id = g.run_id
      where l.account_id = g.account_id and l.id = g.lead_id
        -- Looking up values charges for the value, whatever lead it went to.
        and (r.kind in ('find_emails', 'get_employees', 'waterfall') or (l.entity_id = g.entity_id and l.run_id = g.run_id)))`,
  'an entity is paid for once': (account) => sql`
    select entity_id from ledger where account_id = ${account} and credit = 'spent' and reason not in ('ai_tokens', 'website_check') group by entity_id, reason having count(*) > 1`,
  'a charge has its ledger line': (account) => sql`
    select c.entity_id from charge c where c.account_id = ${account} and not exists (
      select from ledger g where g.account_id = c.account_id and g.credit = 'spent' and g.entity_id = c.entity_id and g.run_id = c.run_id and g.amount = c.amount)`,
  'a run costs the sum of its ledger lines': (account) => sql`
    select r.id from run r where r.account_id = ${account} and r.cost <> (
      select coalesce(sum(amount), 0) from ledger g where g.account_id = r.account_id and g.run_id = r.id and g.credit = 'spent')`,
  'a run delivered the leads that it counted': (account) => sql`
    select r.id from run r where r.account_id = ${account} and r.kind = 'search' and (r.counts ->> 'delivered')::int <> (
      select count(*) from lead l where l.account_id = r.account_id and l.run_id = r.id)`,
  'a run delivers at most its limit': (account) => sql`
    select id from run where account_id = ${account} and (counts ->> 'delivered')::int > (input ->> 'limit')::int`,
  'a run costs at most its estimate': (account) => sql`
    select id from run where account_id = ${account} and cost > (input ->> 'maxCost')::int`,
  'a run reserves at most its estimate': (account) => sql`
    select r.id from run r join reservation v on v.account_id = r.account_id and v.run_id = r.id
    where r.account_id = ${account} and v.amount > (r.input ->> 'maxCost')::int`,
  'a list has the right count of leads': (account) => sql`
    select t.id from list t where t.account_id = ${account} and t.lead_count <> (
      select count(*) from lead l where l.account_id = t.account_id and l.list_id = t.id and l.deleted_at is null)`,
  'a list has the right count of leads with an email': (account) => sql`
    select t.id from list t where t.account_id = ${account} and t.email_count <> (
      select count(*) from lead l where l.account_id = t.account_id and l.list_id = t.id and l.deleted_at is null
        and l.email is not null and coalesce(l.email_state, 'unknown') not in ('invalid', 'no_mx'))`,
  'a grant is the sum of what remains, is held, was spent, sent and lost': (account) => sql`
    select g.id from credit_grant g where g.account_id = ${account} and g.amount <> g.remaining + g.sent + g.lost + (
      select coalesce(sum(u.held + u.spent), 0) from grant_use u where u.account_id = g.account_id and u.grant_id = g.id)`,
  'the wallet is the sum of its grants': (account) => sql`
    select w.account_id from wallet w where w.account_id = ${account} and (
      w.available <> (select coalesce(sum(remaining), 0) from credit_grant g where g.account_id = ${account})
      or w.reserved <> (select coalesce(sum(held), 0) from grant_use u where u.account_id = ${account})
      or w.spent <> (select coalesce(sum(spent), 0) from grant_use u where u.account_id = ${account}))`,
  'a run holds of grants what its reservation says': (account) => sql`
    select v.run_id from reservation v where v.account_id = ${account} and v.state = 'open' and v.amount - v.captured <> (
      select coalesce(sum(held), 0) from grant_use u where u.account_id = v.account_id and u.run_id = v.run_id)`,
  'no grant outlives the one that it is a part of': (account) => sql`
    with p as materialized (select account_id, id, expires_at from credit_grant)
    select g.id from credit_grant g join p on p.account_id = g.parent_account_id and p.id = g.parent_grant_id
    where g.account_id = ${account} and coalesce(g.expires_at, 'infinity') > coalesce(p.expires_at, 'infinity')`,
  'an ended run holds nothing': (account) => sql`
    select r.id from run r join reservation v on v.account_id = r.account_id and v.run_id = r.id
    where r.account_id = ${account} and r.finished_at is not null and v.state = 'open'`,
}

/**
 * Asserts invariants that hold at any time, even during work: the books balance, and nothing was paid twice or for
 * nothing.
 */
export const expectBalancedBooks = (db: Db, accountId: number): Promise<void> =>
  // One snapshot for all queries, so that concurrent work causes no differences.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => checkBooks(snapshot, accountId))

async function checkBooks(db: Db, accountId: number): Promise<void> {
  const wallet = await numbers(
    db,
    sql`select available, reserved, spent from wallet where account_id = ${accountId}`,
  )
  const book = (name: string) => sql`coalesce(sum(amount) filter (where credit = ${name}), 0)
    - coalesce(sum(amount) filter (where debit = ${name}), 0)`
  const ledger = await numbers(
    db,
    sql`select ${book('available')} as available, ${book('reserved')} as reserved, ${book('spent')} as spent
      from ledger where account_id = ${accountId}`,
  )
  expect(wallet, 'the wallet is the sum of the ledger').toEqual(ledger)
  const { charged } = await numbers(
    db,
    sql`select coalesce(sum(amount) filter (where refunded_at is null), 0) as charged
      from charge where account_id = ${accountId}`,
  )
  expect(charged, 'what is spent is what was charged').toBe(wallet.spent)
  const { held } = await numbers(
    db,
    sql`select coalesce(sum(amount - captured) filter (where state = 'open'), 0) as held from reservation where account_id = ${accountId}`,
  )
  expect(held, 'what is reserved is held by open reservations').toBe(wallet.reserved)
  for (const [rule, query] of Object.entries(IMPOSSIBLE))
    expect((await query(accountId).execute(db)).rows, rule).toEqual([])
}

/** The same once every run has ended: nothing is held any more. */
export async function expectSettledBooks(db: Db, accountId: number): Promise<void> {
  await expectBalancedBooks(db, accountId)
  const { reserved } = await numbers(db, sql`select reserved from wallet where account_id = ${accountId}`)
  expect(reserved, 'nothing is held when everything has ended').toBe(0)
}
