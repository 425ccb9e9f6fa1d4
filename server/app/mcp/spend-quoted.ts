import {
  attachRun,
  issueAgentQuote,
  readAgentQuote,
  redeemAgentQuote,
  releaseAgentQuote,
} from '#server/modules/core/quotes/index.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { AppError } from '#server/platform/errors.ts'
import { ApiProblem } from './call-api.ts'
import type { Caller } from './mcp-tool.ts'
import { priceText } from './small-results.ts'

export interface Priced {
  id: number
  credits: { expected: number; max: number }
  unit_cost: number
}

/** Stores a price for ten minutes and returns it for an agent. */
export async function storePrice(
  { db, actor }: Caller,
  tool: string,
  request: Record<string, unknown>,
  { credits, unit_cost }: Priced,
) {
  const { id, expiresAt } = await issueAgentQuote(db, actor, tool, {
    request,
    max_credits: credits.max,
    unit_cost,
  })
  return {
    quote_id: id,
    price: priceText(credits),
    max_credits: credits.max,
    daily_limit_of_key: actor.credential.dailyCredits ?? null,
    quote_expires_at: expiresAt,
    next: `Show the price to the person, then call ${tool} with this quote_id`,
  }
}

interface Spending<Request> {
  tool: string
  quoteTool: string
  quoteId: string | undefined
  /** Checks the price again. */
  price(request: Request): Promise<Priced>
  /** Starts the work with an API quote and a maximum cost. */
  start(request: Request, quote: Priced, maxCost: number, key: string): Promise<{ id: number }>
}

/** Certainly not started: the server replied with a refusal. */
const isRefusal = (error: unknown): boolean => error instanceof ApiProblem && error.status < 500

const quoteFirst = (tool: string, quoteTool: string) =>
  new AppError(
    'validation_failed',
    `${tool} spends credits and needs a quote_id. Call ${quoteTool} first, show its price to the person, then call ${tool} with the quote_id within ten minutes`,
  )

/**
 * Spends a quote once: the price is read again, the quote is used up before the work starts, and becomes valid
 * again only when the server refused to start it.
 * @throws AppError, ApiProblem
 */
export async function spendQuoted<Request>(
  { db, actor }: Caller,
  { tool, quoteTool, quoteId, price, start }: Spending<Request>,
) {
  if (!quoteId) throw quoteFirst(tool, quoteTool)
  const quote = await readAgentQuote(db, actor, tool, quoteId)
  const limit = actor.credential.dailyCredits ?? null
  if (quote.max_credits > 0 && limit === null)
    throw new AppError(
      'credit_cap_reached',
      'This API key has no daily credit limit, and agents may spend only with one. Ask the person to create a key with a limit in Profile settings, API keys',
    )
  const request = quote.request as Request
  const now = await price(request)
  if (now.unit_cost > quote.unit_cost)
    throw new AppError(
      'quote_expired',
      `The price has changed from ${quote.unit_cost} to ${now.unit_cost} credits each. Call ${quoteTool} again and show the new price`,
    )
  await redeemAgentQuote(db, actor, quoteId)
  const run = await start(request, now, quote.max_credits, `agent-${hashToken(quoteId)}`).catch(
    async (error) => {
      if (isRefusal(error)) await releaseAgentQuote(db, actor, quoteId)
      throw error
    },
  )
  await attachRun(db, actor, quoteId, run.id)
  return { price: priceText({ expected: quote.max_credits, max: quote.max_credits }) }
}
