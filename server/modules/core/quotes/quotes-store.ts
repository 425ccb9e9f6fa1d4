import { type Generated, sql } from 'kysely'
import { QUOTE_MINUTES } from '#contract/core/constants.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'

interface QuoteTable {
  account_id: number
  id: Generated<number>
  input: Record<string, unknown>
  reply: Record<string, unknown>
  expires_at: Date
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    quote: QuoteTable
  }
}

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
      expires_at: sql<Date>`now() + make_interval(mins => ${QUOTE_MINUTES})`,
    },
    ['id', 'expires_at'],
  )

/** Deletes quotes that ended more than a day ago. */
export const removeOldQuotes = (db: Db) =>
  db.deleteFrom('quote').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()

/** A valid quote. */
export const findQuote = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('quote')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
