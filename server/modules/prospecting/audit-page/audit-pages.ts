import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditState } from '#contract/prospecting/audits.ts'
import { AUDIT_LANGUAGES } from '#contract/prospecting/audits.ts'
import {
  findPageSite,
  isFramed,
  renderPublicPage,
  type SiteRow,
  sendEmbedScript,
  showSiteSettings,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { notFound } from '#server/platform/errors.ts'
import { chooseLanguage } from '#server/platform/http/choose-language.ts'
import { type AuditRow, findAuditOfToken, findPage } from './audits-store.ts'
import type { AuditReport } from './make-report.ts'
import { readSettings } from './page-settings.ts'
import { renderNotice, renderProgress, renderReport } from './render-report.ts'
import { renderRequest } from './render-request.ts'
import { readReport } from './report-content.ts'
import { findShownPage } from './request-audit.ts'
import { AUDIT_TEXTS } from './texts/index.ts'

/** Far longer than reading takes, with a second try. */
const GIVEN_UP_MS = 180_000
const TOKEN = /^[\w-]{22}$/

/** The audit of a report’s address on the site of a Host; null for an unknown or expired one. */
async function findShownAudit(
  ctx: Context,
  host: string,
  token: string,
): Promise<{ site: SiteRow; audit: AuditRow } | null> {
  const site = TOKEN.test(token) ? await findPageSite(ctx, host) : null
  if (!site) return null
  const audit = await findAuditOfToken(
    ctx.db,
    { accountId: site.account_id, siteId: site.id },
    hashToken(token),
  )
  if (!audit) return null
  // Its worker died twice: nobody reads it any more.
  const age = ctx.clock.now().getTime() - audit.created_at.getTime()
  const isStuck = audit.state === 'reading' && age > GIVEN_UP_MS
  return { site, audit: isStuck ? { ...audit, state: 'failed' } : audit }
}

/** Whether a report is ready. @throws AppError not_found */
export async function showReportState(
  ctx: Context,
  host: string,
  token: string,
): Promise<{ state: AuditState }> {
  const found = await findShownAudit(ctx, host, token)
  if (!found) throw notFound('The report')
  return { state: found.audit.state }
}

const readWords = (query: unknown, name: string, most: number): string => {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim().slice(0, most) : ''
}

async function sendRequestPage(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  const framed = isFramed(request)
  const page = await findShownPage(ctx, request.hostname)
  const offered = (page?.settings.languages ?? AUDIT_LANGUAGES) as typeof AUDIT_LANGUAGES
  const lang = chooseLanguage(request, [offered[0], ...offered.slice(1)])
  if (!page) {
    const { missing: title, missingText: text } = AUDIT_TEXTS[lang].page
    return renderPublicPage(
      ctx,
      request,
      reply,
      renderNotice({ title, text, again: null }, { lang, framed, status: 404 }),
    )
  }
  const website = readWords(request.query, 'website', 500)
  const service = readWords(request.query, 'service', 60)
  return renderPublicPage(ctx, request, reply, renderRequest(page, { lang, website, service, framed }))
}

const hasReport = (audit: AuditRow): audit is AuditRow & { report: AuditReport } =>
  audit.state === 'done' && audit.report !== null

const readContent = async (ctx: Context, site: SiteRow, audit: AuditRow & { report: AuditReport }) =>
  readReport(
    ctx,
    audit,
    readSettings(await findPage(ctx.db, { accountId: site.account_id, siteId: site.id })),
  )

async function sendReport(ctx: Context, request: FastifyRequest, reply: FastifyReply, token: string) {
  const framed = isFramed(request)
  const found = await findShownAudit(ctx, request.hostname, token)
  if (!found) {
    const lang = chooseLanguage(request, AUDIT_LANGUAGES)
    const { expired: title, expiredText: text, again } = AUDIT_TEXTS[lang].report
    return renderPublicPage(
      ctx,
      request,
      reply,
      renderNotice({ title, text, again }, { lang, framed, status: 404 }),
    )
  }
  const { site, audit } = found
  const { language: lang, website } = audit
  const { failed: title, failedText: text, again } = AUDIT_TEXTS[lang].report
  const page = hasReport(audit)
    ? renderReport(await readContent(ctx, site, audit), { path: `/audit/${token}`, framed })
    : audit.state === 'reading'
      ? renderProgress({ website, lang, token }, framed)
      : renderNotice({ title, text, again }, { lang, framed })
  return renderPublicPage(ctx, request, reply, page)
}

async function sendReportFile(ctx: Context, request: FastifyRequest, reply: FastifyReply, token: string) {
  const found = await findShownAudit(ctx, request.hostname, token)
  if (!found || !hasReport(found.audit)) return sendReport(ctx, request, reply, token)
  const [content, brand, { makeReportFile }] = await Promise.all([
    readContent(ctx, found.site, found.audit),
    showSiteSettings(ctx, request.hostname),
    import('./report-file.ts'),
  ])
  const bytes = await makeReportFile(ctx, content, brand)
  const name = `${content.website.replace(/[^a-z\d.-]/g, '_')}.pdf`
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    })
    .send(bytes)
}

/** The pages of visitors: to ask for an audit, its report, and the script that shows them elsewhere. */
export function addAuditPages(http: FastifyInstance, ctx: Context): void {
  http.get('/audit', (request, reply) => sendRequestPage(ctx, request, reply))
  http.get<{ Params: { name: string } }>('/audit/:name', (request, reply) => {
    const { name } = request.params
    const token = name.replace(/\.pdf$/, '')
    return token === name
      ? sendReport(ctx, request, reply, token)
      : sendReportFile(ctx, request, reply, token)
  })
  http.get('/embed/audit.js', (_request, reply) => sendEmbedScript(reply))
}
