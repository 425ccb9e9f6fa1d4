import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findQuote, insertQuote } from './quotes-store.ts'

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
  const row = await insertQuote(db, {
    accountId: actor.accountId,
    userId: actor.userId,
    input,
    figures,
  })
  return { id: row.id, expiresAt: row.expires_at.toISOString() }
}

/** A quote's promise about exactly this `input`. @throws AppError quote_expired. */
export async function promisedBy<Figures>(db: Db, actor: Actor, id: number, input: object): Promise<Figures> {
  const quote = await findQuote(db, actor.accountId, id)
  if (!quote || canonical(quote.input) !== canonical(JSON.parse(JSON.stringify(input))))
    throw new AppError(
      'quote_expired',
      'This quote has expired or was made for something else. Request a new one',
    )
  return quote.reply as Figures
}
