import { type Selectable, sql } from 'kysely'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'

interface AgentQuoteTable {
  account_id: number
  token_hash: string
  api_key_id: number
  tool: string
  request: Record<string, unknown>
  max_credits: number
  unit_cost: number
  expires_at: Date
  used_at: Date | null
  run_id: number | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    agent_quote: AgentQuoteTable
  }
}
export type AgentQuoteRow = Selectable<AgentQuoteTable>

/** Minutes for an agent to confirm a price. */
const AGENT_QUOTE_MINUTES = 10

export const insertAgentQuote = (
  db: Db,
  { request, ...quote }: Omit<AgentQuoteRow, 'expires_at' | 'used_at' | 'run_id'>,
) =>
  insertRow(
    db,
    'agent_quote',
    {
      ...quote,
      request: asJson(request),
      expires_at: sql<Date>`now() + make_interval(mins => ${AGENT_QUOTE_MINUTES})`,
    },
    ['expires_at'],
  )

const rowOf = (db: Db, accountId: number, hash: string) =>
  db.updateTable('agent_quote').where('account_id', '=', accountId).where('token_hash', '=', hash)

/** A quote of this key and tool, including an expired or used one. */
export const findAgentQuote = (
  db: Db,
  { accountId, hash, apiKeyId, tool }: { accountId: number; hash: string; apiKeyId: number; tool: string },
) =>
  db
    .selectFrom('agent_quote')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('has_expired'))
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hash)
    .where('api_key_id', '=', apiKeyId)
    .where('tool', '=', tool)
    .executeTakeFirst()

/** Marks a quote as used; false when it was used or has expired. */
export async function markAgentQuoteUsed(db: Db, accountId: number, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(db, accountId, hash)
    .set({ used_at: sql<Date>`now()` })
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const markAgentQuoteUnused = (db: Db, accountId: number, hash: string) =>
  rowOf(db, accountId, hash).set({ used_at: null }).where('run_id', 'is', null).execute()

export const setRunOfAgentQuote = (db: Db, accountId: number, hash: string, runId: number) =>
  rowOf(db, accountId, hash).set({ run_id: runId }).execute()

/** Deletes quotes that ended more than a day ago. */
export const removeOldAgentQuotes = (db: Db) =>
  db.deleteFrom('agent_quote').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
