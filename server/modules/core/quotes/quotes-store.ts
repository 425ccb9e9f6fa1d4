import { type ColumnType, type Generated, sql } from 'kysely'
import { QUOTE_MINUTES } from '#contract/core/constants.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'

type SetLater<Value> = ColumnType<Value | null, never, Value | null>

interface QuoteTable {
  account_id: number
  id: Generated<number>
  input: Record<string, unknown>
  reply: Record<string, unknown>
  expires_at: Date
  created_by: number | null
  created_at: Generated<Date>
  /** The agent's tool that it was given to; null for a quote that the API returned. */
  tool: SetLater<string>
  api_key_id: SetLater<number>
  /** The arguments with which the tool starts the work. */
  request: SetLater<Record<string, unknown>>
  used_at: SetLater<Date>
  run_id: SetLater<number>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    quote: QuoteTable
  }
}

const minutesFromNow = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

export const insertQuote = (
  db: Db,
  quote: { accountId: number; userId: number; input: object; figures: object },
) =>
  insertRow(
    db,
    'quote',
    {
      account_id: quote.accountId,
      input: asJson(quote.input),
      reply: asJson(quote.figures),
      created_by: quote.userId,
      expires_at: minutesFromNow(QUOTE_MINUTES),
    },
    ['id', 'expires_at'],
  )

/** Deletes quotes that ended more than a day ago, also those that earlier releases gave to agents. */
export async function removeOldQuotes(db: Db): Promise<void> {
  await sql`delete from quote where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from agent_quote where expires_at < now() - interval '1 day'`.execute(db)
}

/** A quote, including an expired or used one. */
export const findQuote = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('quote')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('has_expired'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

const changeQuote = (db: Db, accountId: number, id: number) =>
  db.updateTable('quote').where('account_id', '=', accountId).where('id', '=', id)

/** Keeps a quote for a tool, which has so many minutes to use it. */
export const keepQuote = (
  db: Db,
  accountId: number,
  id: number,
  kept: { tool: string; apiKeyId: number; request: object; minutes: number },
) =>
  changeQuote(db, accountId, id)
    .set({
      tool: kept.tool,
      api_key_id: kept.apiKeyId,
      request: asJson(kept.request),
      expires_at: minutesFromNow(kept.minutes),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()

/** Marks a quote as used; false when it was used or has expired. */
export async function markQuoteUsed(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await changeQuote(db, accountId, id)
    .set({ used_at: sql<Date>`now()` })
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const markQuoteUnused = (db: Db, accountId: number, id: number) =>
  changeQuote(db, accountId, id).set({ used_at: null }).where('run_id', 'is', null).execute()

export const setRunOfQuote = (db: Db, accountId: number, id: number, runId: number) =>
  changeQuote(db, accountId, id).set({ run_id: runId }).execute()
