import type { MailSuppression } from '#contract/branding/mail-bounces.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { liftBounced, listSuppressions } from './mail-bounces-store.ts'

type SuppressionsQuery = Parameters<typeof listSuppressions>[2]

export async function showSuppressions(db: Db, accountId: number, query: SuppressionsQuery) {
  const { rows, total } = await listSuppressions(db, accountId, query)
  const data = rows.map(({ address, category, reason, created_at }) => ({
    address,
    category: category as MailSuppression['category'],
    reason,
    created_at: created_at.toISOString(),
  }))
  return pageReply(data, query, total)
}

/**
 * Allows emails to an address again, in the caller's transaction.
 * @returns why it was suppressed.
 * @throws AppError conflict for someone who unsubscribed, not_found.
 */
export async function liftSuppression(db: Db, accountId: number, address: string) {
  const lifted = await liftBounced(db, accountId, address)
  if (lifted) return lifted.reason
  const { total } = await listSuppressions(db, accountId, { page: 1, limit: 1, search: address })
  if (total === 0) throw notFound('The address')
  throw conflict('This person unsubscribed. Only they can subscribe again, by the link in an email')
}
