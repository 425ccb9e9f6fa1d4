import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import * as store from './agent-quotes-store.ts'

export type AgentQuote = Pick<store.AgentQuoteRow, 'request' | 'max_credits' | 'unit_cost'>

/** Stores a price for the tool that may spend it. Only the reply contains its id. */
export async function issueAgentQuote(
  db: Db,
  actor: Actor,
  tool: string,
  quote: AgentQuote,
): Promise<{ id: string; expiresAt: string }> {
  const { token, hash } = newToken()
  const { expires_at } = await store.insertAgentQuote(db, {
    ...quote,
    account_id: actor.accountId,
    token_hash: hash,
    api_key_id: actor.credential.id,
    tool,
  })
  return { id: token, expiresAt: expires_at.toISOString() }
}

/**
 * The quote of an id issued to this key for this tool.
 * @throws AppError quote_expired when it is unknown, of someone else or expired, conflict when it was used.
 */
export async function readAgentQuote(db: Db, actor: Actor, tool: string, id: string): Promise<AgentQuote> {
  const of = { accountId: actor.accountId, hash: hashToken(id), apiKeyId: actor.credential.id, tool }
  const quote = await store.findAgentQuote(db, of)
  if (quote?.used_at) throw alreadyUsed(quote.run_id)
  if (!quote || quote.has_expired)
    throw new AppError(
      'quote_expired',
      'This quote_id is unknown, was given for something else or has expired',
    )
  return quote
}

const alreadyUsed = (runId: number | null) =>
  conflict(
    runId
      ? `This quote_id was used: it started run ${runId}. Call run_status with run_id ${runId}`
      : 'This quote_id was used. Call list_lists to see what it started before you request a new quote',
  )

/** Uses up a quote, once for all concurrent calls. @throws AppError conflict. */
export async function redeemAgentQuote(db: Db, actor: Actor, id: string): Promise<void> {
  if (!(await store.markAgentQuoteUsed(db, actor.accountId, hashToken(id)))) throw alreadyUsed(null)
}

/** Makes a quote valid again after its work was refused. */
export const releaseAgentQuote = (db: Db, actor: Actor, id: string) =>
  store.markAgentQuoteUnused(db, actor.accountId, hashToken(id))

/** Records the run started with a quote. */
export const attachRun = (db: Db, actor: Actor, id: string, runId: number) =>
  store.setRunOfAgentQuote(db, actor.accountId, hashToken(id), runId)
