import type { Db } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import * as store from './quotes-store.ts'

/** Minutes for an agent to confirm a price. */
const AGENT_MINUTES = 10

/** JSON with sorted keys, so that equal inputs are equal in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** Stores a promise about `input` for 15 minutes. */
export async function storeQuote(
  db: Db,
  actor: Actor,
  input: object,
  figures: object,
): Promise<{ id: number; expiresAt: string }> {
  const row = await store.insertQuote(db, {
    accountId: actor.accountId,
    userId: actor.userId,
    input,
    figures,
  })
  return { id: row.id, expiresAt: row.expires_at.toISOString() }
}

const expired = () =>
  new AppError('quote_expired', 'This quote has expired or was made for something else. Request a new one')

/** A quote's promise about exactly this `input`. @throws AppError quote_expired. */
export async function promisedBy<Figures>(db: Db, actor: Actor, id: number, input: object): Promise<Figures> {
  const quote = await store.findQuote(db, actor.accountId, id)
  const isAbout = canonical(quote?.input) === canonical(JSON.parse(JSON.stringify(input)))
  if (!quote || quote.has_expired || !isAbout) throw expired()
  return quote.reply as Figures
}

/** Keeps a quote for one use by an agent's tool, with the arguments that start the work, for ten minutes. */
export async function keepForTool(
  db: Db,
  actor: Actor,
  id: number,
  { tool, request }: { tool: string; request: object },
): Promise<{ expiresAt: string }> {
  const kept = { tool, request, apiKeyId: actor.credential.id, minutes: AGENT_MINUTES }
  return { expiresAt: (await store.keepQuote(db, actor.accountId, id, kept)).expires_at.toISOString() }
}

/**
 * What was priced for this key and tool, and its figures.
 * @throws AppError quote_expired when it is unknown, of someone else or expired, conflict when it was used.
 */
export async function readForTool<Figures>(
  db: Db,
  actor: Actor,
  id: number,
  tool: string,
): Promise<{ request: unknown; figures: Figures }> {
  const quote = await store.findQuote(db, actor.accountId, id)
  if (quote?.tool !== tool || quote.api_key_id !== actor.credential.id) throw expired()
  if (quote.used_at) throw alreadyUsed(quote.run_id)
  if (quote.has_expired) throw expired()
  return { request: quote.request, figures: quote.reply as Figures }
}

const alreadyUsed = (runId: number | null) =>
  conflict(
    runId
      ? `This quote_id was used: it started run ${runId}. Call run_status with run_id ${runId}`
      : 'This quote_id was used. Call list_lists to see what it started before you request a new quote',
  )

/** Uses up a quote, once for all concurrent calls. @throws AppError conflict. */
export async function redeemQuote(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await store.markQuoteUsed(db, actor.accountId, id))) throw alreadyUsed(null)
}

/** Makes a quote valid again after its work was refused. */
export const releaseQuote = (db: Db, actor: Actor, id: number) =>
  store.markQuoteUnused(db, actor.accountId, id)

/** Records the run started with a quote. */
export const attachRun = (db: Db, actor: Actor, id: number, runId: number) =>
  store.setRunOfQuote(db, actor.accountId, id, runId)
