import { sql } from 'kysely'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, updateRows } from '#server/platform/db/rows.ts'

/** A value as returned by a source, with its origin. */
export interface LookupValue {
  value: string | number
  origin: {
    source: string
    url: string | null
    method: string
    confidence: number
    observed_at: string | null
    licence: string | null
    record: string | null
  }
}

export type LookupState = 'hit' | 'miss' | 'pending' | 'failed'

interface LookupTable {
  account_id: number
  run_id: number
  lead_id: number
  step: number
  source: string
  want: Want
  state: LookupState
  answer: { values: Record<string, LookupValue> } | null
  delivered: boolean
  credits: number
  vendor_cost: number | null
  took_ms: number
  reference: string | null
  ask_at: Date | null
  asked_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    lookup: LookupTable
  }
}
export type Lookup = LookupTable

/** A request of a run. */
export interface LookupPlace {
  accountId: number
  runId: number
  leadId: number
  step: number
}

export interface NewLookup extends LookupPlace {
  source: string
  want: Want
  state: LookupState
  values: Record<string, LookupValue>
  vendorCost: number | null
  tookMs: number
  pending: { reference: string; pollAfterSeconds: number } | null
}

/** Stores a source's answer; the same request of the same run is stored once. */
export const insertLookup = (db: Db, lookup: NewLookup) =>
  sql`insert into lookup (account_id, run_id, lead_id, step, source, want, state, answer, vendor_cost, took_ms, reference, ask_at)
    values (${lookup.accountId}, ${lookup.runId}, ${lookup.leadId}, ${lookup.step}, ${lookup.source}, ${lookup.want}, ${lookup.state},
      ${JSON.stringify({ values: lookup.values })}::jsonb, ${lookup.vendorCost}, ${lookup.tookMs}, ${lookup.pending?.reference ?? null},
      ${lookup.pending ? sql`now() + make_interval(secs => ${lookup.pending.pollAfterSeconds})` : null})
    on conflict do nothing`.execute(db)

/** The result of a promise. A pending state only reschedules the next poll. */
export const updateLookup = (
  db: Db,
  place: LookupPlace,
  now: { state: LookupState; values?: Record<string, LookupValue>; pollAfterSeconds?: number },
) =>
  sql`update lookup set state = ${now.state},
      answer = coalesce(${now.values ? JSON.stringify({ values: now.values }) : null}::jsonb, answer),
      ask_at = ${now.pollAfterSeconds === undefined ? null : sql`now() + make_interval(secs => ${now.pollAfterSeconds})`}
    where account_id = ${place.accountId} and run_id = ${place.runId} and lead_id = ${place.leadId}
      and step = ${place.step} and state = 'pending'`.execute(db)

/** Records that a value was written to its lead, and its credits. */
export const markDelivered = (db: Db, place: LookupPlace, credits: number) =>
  updateRows(
    db,
    'lookup',
    { account_id: place.accountId, run_id: place.runId, lead_id: place.leadId, step: place.step },
    { delivered: true, credits },
  )

/** This run's requests about a lead so far, by step. */
export const lookupsOfLead = (db: Db, run: { account_id: number; id: number }, leadId: number) =>
  db
    .selectFrom('lookup')
    .selectAll()
    .where('account_id', '=', run.account_id)
    .where('run_id', '=', run.id)
    .where('lead_id', '=', leadId)
    .orderBy('step')
    .execute()

/** A source's answers to other runs about a lead in the last day: nobody pays a vendor twice for it. */
export const recentAnswer = (
  db: Db,
  run: { account_id: number; id: number },
  question: { leadId: number; want: Want; source: string },
) =>
  db
    .selectFrom('lookup')
    .selectAll()
    .where('account_id', '=', run.account_id)
    .where('lead_id', '=', question.leadId)
    .where('want', '=', question.want)
    .where('source', '=', question.source)
    .where('run_id', '<>', run.id)
    .where('state', 'in', ['hit', 'miss'])
    .where('asked_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A run's open promises, most urgent first. */
export const openPromises = (db: Db, run: { account_id: number; id: number }) =>
  db
    .selectFrom('lookup')
    .select(['lead_id', 'step', 'source', 'reference'])
    .select(sql<boolean>`ask_at <= now()`.as('is_due'))
    .select(sql<boolean>`asked_at < now() - interval '1 hour'`.as('is_over'))
    .where('account_id', '=', run.account_id)
    .where('run_id', '=', run.id)
    .where('state', '=', 'pending')
    .orderBy('ask_at')
    .execute()

/** A request, if it exists. */
export const findLookup = (db: Db, place: LookupPlace) =>
  findRow(db, 'lookup', {
    account_id: place.accountId,
    run_id: place.runId,
    lead_id: place.leadId,
    step: place.step,
  })

/** Results of sources for an account, by source, in the last `days`. */
export interface SourceHistory {
  source: string
  asked: number
  hits: number
  delivered: number
  bounced: number
  credits: number
  vendor_cost: number
  seconds: number | null
}

/** A bounce counts for the source of the address. */
export async function readHistory(
  db: Db,
  accountId: number,
  want: Want,
  days: number,
): Promise<Map<string, SourceHistory>> {
  const { rows } = await sql<SourceHistory>`
    select source, count(*)::int as asked, count(*) filter (where state = 'hit')::int as hits,
      count(*) filter (where delivered)::int as delivered, coalesce(sum(credits), 0)::int as credits,
      coalesce(sum(vendor_cost), 0)::float8 as vendor_cost, (avg(took_ms) / 1000)::float8 as seconds,
      count(*) filter (where delivered and want = 'email' and exists (
        select from bounce_info b where b.account_id = l.account_id and b.kind = 'hard'
          and b.address = lower(l.answer -> 'values' -> 'email' ->> 'value')))::int as bounced
    from lookup l
    where account_id = ${accountId} and want = ${want} and state in ('hit', 'miss')
      and asked_at > now() - make_interval(days => ${days})
    group by source`.execute(db)
  return new Map(rows.map((row) => [row.source, row]))
}

export async function stepsOfRun(db: Db, accountId: number, runId: number) {
  const { rows } = await sql<{
    step: number
    source: string
    tried: number
    found: number
    failed: number
    cost: number
    waiting: number
    seconds: number | null
  }>`select step, source, count(*)::int as tried, count(*) filter (where state = 'hit')::int as found,
      count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'pending')::int as waiting,
      coalesce(sum(credits), 0)::int as cost, (avg(took_ms) / 1000)::float8 as seconds
    from lookup where account_id = ${accountId} and run_id = ${runId} group by step, source order by step`.execute(
    db,
  )
  return rows
}

/** A dry run's results, by lead. */
export async function hitsOfRun(db: Db, accountId: number, runId: number) {
  const { rows } = await sql<{
    lead_id: number
    name: string | null
    source: string
    want: Want
    answer: { values: Record<string, LookupValue> }
  }>`select distinct on (k.lead_id) k.lead_id, l.name, k.source, k.want, k.answer from lookup k
    join lead_info l on l.account_id = k.account_id and l.id = k.lead_id
    where k.account_id = ${accountId} and k.run_id = ${runId} and k.state = 'hit'
    order by k.lead_id, k.step`.execute(db)
  return rows
}

/** Deletes sources' answers about leads; the sources' figures stay. @returns how many had an answer. */
export async function forgetAnswers(db: Db, accountId: number, leadIds: number[]): Promise<bigint> {
  const { numAffectedRows } = await sql`update lookup set answer = null, reference = null
    where account_id = ${accountId} and lead_id = any(${leadIds}::bigint[])
      and (answer is not null or reference is not null)`.execute(db)
  return numAffectedRows ?? 0n
}
