import { randomBytes } from 'node:crypto'
import type { AuditLanguage } from '#contract/prospecting/audits.ts'
import { findAuditLimit } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import * as store from './audits-store.ts'

export const READ_JOB = 'audit.read'

/** An audit of a website that somebody asked for. */
export interface AuditOrder {
  accountId: number
  siteId: number
  website: { host: string; domain: string }
  language: AuditLanguage
  service: string | null
  /** Days for which the report’s address works. */
  days: number
  /** The visitor’s submission; null for a member’s. */
  visitor: {
    submissionId: number
    email: string
    leadId: number | null
    list: { id: number; type: 'local' | 'single' }
  } | null
  createdBy: number | null
}

const sealContext = (id: number): string => `audit:${id}`

/** The part of a report’s address that opens it. */
export const openToken = (
  ctx: Context,
  { id, token_sealed }: Pick<store.AuditRow, 'id' | 'token_sealed'>,
): string => ctx.secretBox.open(token_sealed, sealContext(id))

/**
 * Whether one more website can be checked this month, one after another. A website that was already checked today costs
 * nothing again.
 */
export async function hasRoom(ctx: Context, accountId: number, domain: string): Promise<boolean> {
  requireTransaction(ctx.db, 'Counting audits')
  const limit = await findAuditLimit(ctx.db, accountId)
  if (limit === null) return true
  await store.lockCount(ctx.db, accountId)
  const { used, isCounted } = await store.countThisMonth(ctx.db, accountId, domain)
  return isCounted || used < limit
}

/** Stores an audit and has the website read, in the caller’s transaction. */
export async function startAudit(
  ctx: Context,
  { accountId, siteId, website, visitor, createdBy, ...order }: AuditOrder,
): Promise<{ audit: store.AuditRow; token: string }> {
  const token = randomBytes(16).toString('base64url')
  const audit = await store.insertAudit(
    ctx.db,
    {
      ...order,
      account_id: accountId,
      site_id: siteId,
      token,
      token_hash: hashToken(token),
      website: website.host,
      domain: website.domain,
      submission_id: visitor?.submissionId ?? null,
      email: visitor?.email ?? null,
      lead_id: visitor?.leadId ?? null,
      list_id: visitor?.list.id ?? null,
      list_type: visitor?.list.type ?? null,
      created_by: createdBy,
    },
    (plain, id) => ctx.secretBox.seal(plain, sealContext(id)),
  )
  await ctx.queue.send(ctx.db, READ_JOB, { accountId, auditId: audit.id })
  return { audit, token }
}
