import * as z from 'zod/mini'
import { Timestamp } from '#contract/core/common.ts'
import {
  attachRun,
  keepForTool,
  readForTool,
  redeemQuote,
  releaseQuote,
} from '#server/modules/core/quotes/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { ApiProblem } from './call-api.ts'
import type { Caller } from './mcp-tool.ts'
import { next, priceText } from './small-results.ts'

export interface Priced {
  id: number
  credits: { expected: number; max: number }
  unit_cost: number
}

export const priceShape = {
  quote_id: z.string(),
  price: z.string(),
  max_credits: z.int(),
  daily_limit_of_key: z.nullable(z.int()),
  quote_expires_at: Timestamp,
  next,
}

/** Keeps a quote for the tool that may spend it, and returns its price for an agent. */
export async function storePrice(
  { db, actor }: Caller,
  tool: string,
  request: Record<string, unknown>,
  { id, credits }: Priced,
) {
  const { expiresAt } = await keepForTool(db, actor, id, { tool, request })
  return {
    quote_id: String(id),
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
  // Anything else is an id of no quote.
  const id = /^\d{1,15}$/.test(quoteId) ? Number(quoteId) : 0
  const { request: quoted, figures } = await readForTool<Omit<Priced, 'id'>>(db, actor, id, tool)
  const { max } = figures.credits
  const limit = actor.credential.dailyCredits ?? null
  if (max > 0 && limit === null)
    throw new AppError(
      'credit_cap_reached',
      'This API key has no daily credit limit, and agents may spend only with one. Ask the person to create a key with a limit in Profile settings, API keys',
    )
  const request = quoted as Request
  const now = await price(request)
  if (now.unit_cost > figures.unit_cost)
    throw new AppError(
      'quote_expired',
      `The price has changed from ${figures.unit_cost} to ${now.unit_cost} credits each. Call ${quoteTool} again and show the new price`,
    )
  await redeemQuote(db, actor, id)
  const run = await start(request, now, max, `agent-quote-${id}`).catch(async (error) => {
    if (isRefusal(error)) await releaseQuote(db, actor, id)
    throw error
  })
  await attachRun(db, actor, id, run.id)
  return { price: priceText({ expected: max, max }) }
}
