import { counted } from '#contract/core/plural.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { creditsToSell } from './signals.ts'

/** Why a seller can't deliver something with this many credits, in words for the seller; null: it can. */
export async function findShortfall(ctx: Context, sellerId: number, credits: number): Promise<string | null> {
  if (credits === 0) return null
  const left = await creditsToSell.ask(ctx, { sellerId })
  if (left === null || left >= credits) return null
  return `It brings ${counted(credits, 'credit')}, and you have ${Math.max(0, left).toLocaleString('en')} left to sell. Get more credits to sell it`
}

/** Those that their seller can't deliver now. Asks once for each seller, however many they sell. */
export async function findUndeliverable<Sale extends { account_id: number; credits: number }>(
  ctx: Context,
  sales: readonly Sale[],
): Promise<Set<Sale>> {
  const found = new Set<Sale>()
  const bySeller = Map.groupBy(
    sales.filter(({ credits }) => credits > 0),
    ({ account_id }) => account_id,
  )
  for (const [sellerId, own] of bySeller) {
    const left = await creditsToSell.ask(ctx, { sellerId })
    for (const sale of own) if (left !== null && left < sale.credits) found.add(sale)
  }
  return found
}

/** Before money is taken for credits. @throws AppError conflict where the seller couldn't deliver them. */
export async function requireDeliverable(ctx: Context, sellerId: number, credits: number): Promise<void> {
  if (await findShortfall(ctx, sellerId, credits))
    throw conflict(
      'This can’t be bought right now: its seller has too few credits. Request it, or try again later',
    )
}
