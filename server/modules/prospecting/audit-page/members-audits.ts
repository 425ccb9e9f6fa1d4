import type { Audit, AuditLanguage } from '#contract/prospecting/audits.ts'
import {
  findSiteOfHost,
  findSiteScope,
  findSiteUrl,
  type SiteRow,
} from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { readWebsite } from './audited-website.ts'
import { type AuditRow, findPage, listAuditRows, removeAudit } from './audits-store.ts'
import { brandId, readSettings } from './page-settings.ts'
import { hasRoom, openToken, startAudit } from './start-audit.ts'

/** Members check websites of others, too: as slowly as a person asks. */
const memberLimit = defineRateLimit({ name: 'audit-member', points: 60, seconds: 60 * 60 })

function presentAudit(ctx: Context, row: AuditRow, base: string): Audit {
  const { id, website, domain, state, report, language, lead_id, list_id, list_type } = row
  const isOpen = row.expires_at > ctx.clock.now()
  return {
    id,
    website,
    domain,
    state,
    grade: report?.grade ?? null,
    problems: report?.problems ?? null,
    checked: report?.checked ?? null,
    language,
    from: row.submission_id === null ? 'member' : 'visitor',
    lead_id,
    list_id,
    list_type,
    url: isOpen ? `${base}/audit/${openToken(ctx, row)}` : null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

export async function listAudits(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; search?: string | undefined },
): Promise<{ data: Audit[]; total: number }> {
  const { account, site } = await findSiteScope(ctx, actor, undefined)
  const { rows, total } = await listAuditRows(ctx.db, account.id, query)
  const base = await findSiteUrl(ctx, site ? brandId(site) : null)
  return { data: rows.map((row) => presentAudit(ctx, row, base)), total }
}

/** The account’s own site, on a domain of it. @throws AppError not_found for a domain of others */
async function findOwnSite(
  ctx: Context,
  actor: Actor,
  domain: string | undefined,
): Promise<{ site: SiteRow; base: string }> {
  const { site } = await findSiteScope(ctx, actor, undefined)
  if (!site) throw notFound('The site')
  if (domain === undefined) return { site, base: await findSiteUrl(ctx, brandId(site)) }
  const named = await findSiteOfHost(ctx, domain)
  const own = await findSiteUrl(ctx, brandId(site))
  if (named?.id !== site.id && new URL(own).hostname !== domain.toLowerCase()) throw notFound('The site')
  return { site, base: named ? `https://${domain.toLowerCase()}` : own }
}

/** Checks a website for a member, who shares the report. It makes no lead. */
export async function createAudit(
  ctx: Context,
  actor: Actor,
  input: { website: string; site?: string | undefined; language: AuditLanguage },
): Promise<Audit> {
  const website = readWebsite(input.website)
  const { site, base } = await findOwnSite(ctx, actor, input.site)
  return transaction(ctx.db, async () => {
    const accountId = site.account_id
    if (!(await hasRoom(ctx, accountId, website.domain)))
      throw conflict('This month’s audits are used up. Upgrade your package, or wait for the next month')
    const { days } = readSettings(await findPage(ctx.db, { accountId, siteId: site.id }))
    const { audit } = await startAudit(ctx, {
      accountId,
      siteId: site.id,
      website,
      language: input.language,
      service: null,
      days,
      visitor: null,
      createdBy: actor.userId,
    })
    recordAudit(ctx.db, {
      accountId,
      subject: `website_audit:${audit.id}`,
      detail: { website: audit.website },
    })
    return presentAudit(ctx, audit, base)
  })
}

export const deleteAudit = (ctx: Context, actor: Actor, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    if (!(await removeAudit(ctx.db, actor.accountId, id))) throw notFound('The audit')
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `website_audit:${id}` })
  })

export const limitMember = (ctx: Context, { accountId, userId }: Actor): Promise<void> =>
  memberLimit.consume(ctx, `${accountId}|${userId}`)
