import { type Generated, sql } from 'kysely'
import type { GrantKind } from '#contract/accounts/credits.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'
import type { Piece, Sale } from './grant-types.ts'

interface CreditGrantTable {
  account_id: number
  id: Generated<number>
  kind: GrantKind
  priority: number
  amount: number
  remaining: number
  sent: Generated<number>
  lost: Generated<number>
  effective_at: Generated<Date>
  expires_at: Date | null
  unit_cost: Generated<string>
  provider_cost: Generated<string>
  currency: string | null
  sales: string
  source_kind: string
  source_id: string
  parent_account_id: number | null
  parent_grant_id: number | null
  reason: string
  created_at: Generated<Date>
}
interface GrantUseTable {
  account_id: number
  run_id: number
  grant_id: number
  order_no: number
  held: Generated<number>
  spent: Generated<number>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    credit_grant: CreditGrantTable
    grant_use: GrantUseTable
    credit_grant_info: ReadOnly<
      CreditGrantTable,
      | 'account_id'
      | 'id'
      | 'kind'
      | 'remaining'
      | 'effective_at'
      | 'expires_at'
      | 'unit_cost'
      | 'provider_cost'
      | 'currency'
      | 'sales'
    >
  }
}

/** Applies to grants that can be spent now. */
const USABLE = sql<boolean>`remaining > 0 and effective_at <= statement_timestamp()
  and (expires_at is null or expires_at > statement_timestamp())`

/**
 * The order in which grants are used up, for quotes, holds, spending and display alike: priority, the earliest
 * expiry, promotional before allowance before top-up, the oldest.
 */
const BURN_ORDER = sql`priority, expires_at nulls last,
  case kind when 'promotional' then 1 when 'allowance' then 2 else 3 end, effective_at, id`

/** Columns of a new grant; `remaining` is its amount. */
export interface NewGrant {
  accountId: number
  kind: GrantKind
  amount: number
  expiresAt: Date | string | null
  effectiveAt?: Date | null
  priority?: number
  unitCost: string
  providerCost: string
  currency: string | null
  sales: Sale[]
  sourceKind: string
  sourceId: string
  parent: { accountId: number; grantId: number } | null
  reason: string
}

/** @returns whether it is new: a source makes one grant per account, however often it is called. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<boolean> {
  const { rows } = await sql`
    insert into credit_grant (account_id, kind, priority, amount, remaining, effective_at, expires_at, unit_cost,
      provider_cost, currency, sales, source_kind, source_id, parent_account_id, parent_grant_id, reason)
    values (${grant.accountId}, ${grant.kind}, ${grant.priority ?? 0}, ${grant.amount}, ${grant.amount},
      coalesce(${grant.effectiveAt ?? null}::timestamptz, statement_timestamp()), ${grant.expiresAt}, ${grant.unitCost}::numeric,
      ${grant.providerCost}::numeric, ${grant.currency}, ${JSON.stringify(grant.sales)}::jsonb, ${grant.sourceKind},
      ${grant.sourceId}, ${grant.parent?.accountId ?? null}, ${grant.parent?.grantId ?? null}, ${grant.reason})
    on conflict (account_id, source_kind, source_id) do nothing returning id`.execute(db)
  return rows.length > 0
}

/** A spendable grant with the terms that a part of it inherits. */
export interface UsableGrant {
  id: number
  kind: GrantKind
  remaining: number
  expires_at: Date | null
  source_kind: string
  reason: string
  parent_account_id: number | null
  parent_grant_id: number | null
  unit_cost: string
  provider_cost: string
  currency: string | null
  sales: Sale[]
  amount: number
  effective_at: Date
}

/** Spendable grants, in burn order. */
export async function usableGrants(db: Db, accountId: number): Promise<UsableGrant[]> {
  const { rows } = await sql<UsableGrant>`
    select id, kind, amount, remaining, effective_at, expires_at, source_kind, reason, parent_account_id, parent_grant_id,
      unit_cost::text as unit_cost, provider_cost::text as provider_cost, currency, sales
    from credit_grant where account_id = ${accountId} and ${USABLE} order by ${BURN_ORDER}`.execute(db)
  return rows
}

/** Splits an amount over grants in the given order. @returns null when there is too little. */
export function splitOver(
  grants: readonly { id: number; remaining: number }[],
  amount: number,
): Piece[] | null {
  const pieces: Piece[] = []
  let missing = amount
  for (const { id, remaining } of grants) {
    if (missing === 0) break
    const part = Math.min(remaining, missing)
    pieces.push({ grantId: id, amount: part })
    missing -= part
  }
  return missing === 0 ? pieces : null
}

/**
 * Moves credits between the remaining part of grants and another one; `hold` is tracked in `grant_use`. Several
 * pieces may belong to one grant.
 */
export async function takeFromGrants(
  db: Db,
  accountId: number,
  pieces: readonly Piece[],
  to: 'hold' | 'sent' | 'lost',
): Promise<void> {
  if (pieces.length === 0) return
  const also = to === 'hold' ? sql`` : sql`, ${sql.ref(to)} = g.${sql.ref(to)} + p.n`
  await sql`update credit_grant g set remaining = g.remaining - p.n${also}
    from (
      select id, sum(n) as n from unnest(
        ${pieces.map(({ grantId }) => grantId)}::bigint[], ${pieces.map(({ amount }) => amount)}::bigint[]) as u(id, n)
      group by id) p where g.account_id = ${accountId} and g.id = p.id`.execute(db)
}

/** The reverse: credits return to their grants. */
export const returnToGrants = (
  db: Db,
  accountId: number,
  pieces: readonly Piece[],
  from: 'hold' | 'sent' = 'hold',
): Promise<void> =>
  takeFromGrants(
    db,
    accountId,
    pieces.map(({ grantId, amount }) => ({ grantId, amount: -amount })),
    from,
  )

/** Takes an amount in burn order. @throws Error when there is too little: callers check it behind the wallet's lock. */
export async function takeInBurnOrder(db: Db, accountId: number, amount: number): Promise<Piece[]> {
  const pieces = splitOver(await usableGrants(db, accountId), amount)
  if (!pieces) throw new Error(`account ${accountId} would use ${amount} credits that its grants don’t have`)
  await takeFromGrants(db, accountId, pieces, 'hold')
  return pieces
}

/** Records what a run holds of grants, after what it has taken before. */
export async function addHeld(
  db: Db,
  accountId: number,
  runId: number,
  pieces: readonly Piece[],
): Promise<void> {
  if (pieces.length === 0) return
  await sql`insert into grant_use (account_id, run_id, grant_id, order_no, held)
    select ${accountId}::bigint, ${runId}::bigint, p.id,
      p.n_th + (select coalesce(max(order_no), 0) from grant_use where account_id = ${accountId} and run_id = ${runId}), p.n
    from unnest(${pieces.map(({ grantId }) => grantId)}::bigint[], ${pieces.map(({ amount }) => amount)}::bigint[])
      with ordinality as p(id, n, n_th)
    on conflict (account_id, run_id, grant_id) do update set held = grant_use.held + excluded.held`.execute(
    db,
  )
}

/** Spends part of a run's holds, first in first out. One statement, as it is part of every batch. */
export async function spendHeld(db: Db, accountId: number, runId: number, amount: number): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    with open as (
      select grant_id, held, sum(held) over (order by order_no) - held as before from grant_use
      where account_id = ${accountId} and run_id = ${runId} and held > 0
    )
    update grant_use u set held = u.held - t.n, spent = u.spent + t.n
    from (select grant_id, least(held, ${amount} - before) as n from open where before < ${amount}) t
    where u.account_id = ${accountId} and u.run_id = ${runId} and u.grant_id = t.grant_id
    returning u.grant_id as "grantId", t.n::bigint as amount`.execute(db)
  return checked(rows, amount, `run ${runId} holds less of grants than it spends`)
}

/** Returns everything a run still holds to its grants. */
export async function releaseHeld(db: Db, accountId: number, runId: number): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    with open as (
      select grant_id, held from grant_use where account_id = ${accountId} and run_id = ${runId} and held > 0
    )
    update grant_use u set held = 0 from open
    where u.account_id = ${accountId} and u.run_id = ${runId} and u.grant_id = open.grant_id
    returning u.grant_id as "grantId", open.held as amount`.execute(db)
  await returnToGrants(db, accountId, rows)
  return rows
}

/** Returns a run's spent credits to its grants, last in first out. */
export async function refundSpent(
  db: Db,
  accountId: number,
  runId: number,
  amount: number,
): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    with used as (
      select grant_id, spent, sum(spent) over (order by order_no desc) - spent as before from grant_use
      where account_id = ${accountId} and run_id = ${runId} and spent > 0
    )
    update grant_use u set spent = u.spent - t.n
    from (select grant_id, least(spent, ${amount} - before) as n from used where before < ${amount}) t
    where u.account_id = ${accountId} and u.run_id = ${runId} and u.grant_id = t.grant_id
    returning u.grant_id as "grantId", t.n::bigint as amount`.execute(db)
  const pieces = checked(rows, amount, `run ${runId} would get more back than it spent`)
  await returnToGrants(db, accountId, pieces)
  return pieces
}

function checked(pieces: Piece[], amount: number, problem: string): Piece[] {
  if (pieces.reduce((sum, piece) => sum + piece.amount, 0) !== amount) throw new Error(problem)
  return pieces
}

/** How parts of an account's grants were sold to it. */
export async function findSales(db: Db, accountId: number, pieces: readonly Piece[]) {
  const { rows } = await sql<{ sale: Sale; amount: number; providerCost: string; sourceKind: string }>`
    select g.sales -> 0 as sale, p.n as amount, g.provider_cost::text as "providerCost", g.source_kind as "sourceKind"
    from credit_grant g join unnest(
      ${pieces.map(({ grantId }) => grantId)}::bigint[], ${pieces.map(({ amount }) => amount)}::bigint[]) as p(id, n)
      on p.id = g.id where g.account_id = ${accountId} and jsonb_array_length(g.sales) > 0`.execute(db)
  return rows
}

/** Expired grants that still have credits. */
export async function expiredGrants(
  db: Db,
  accountId: number,
): Promise<
  { id: number; remaining: number; parent_account_id: number | null; parent_grant_id: number | null }[]
> {
  const { rows } = await sql<{
    id: number
    remaining: number
    parent_account_id: number | null
    parent_grant_id: number | null
  }>`select id, remaining, parent_account_id, parent_grant_id from credit_grant
    where account_id = ${accountId} and remaining > 0 and expires_at <= statement_timestamp() order by id`.execute(
    db,
  )
  return rows
}

export async function findActive(db: Db, accountId: number, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from credit_grant where account_id = ${accountId}
    and id = any(${ids}::bigint[]) and (expires_at is null or expires_at > statement_timestamp())`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function accountsWithExpired(db: Db): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`select distinct account_id from credit_grant
    where remaining > 0 and expires_at <= statement_timestamp()`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
