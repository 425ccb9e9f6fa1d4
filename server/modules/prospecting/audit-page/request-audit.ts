import { randomBytes } from 'node:crypto'
import type { AuditLanguage } from '#contract/prospecting/audits.ts'
import { findAuditLimit } from '#server/modules/accounts/plans/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import {
  findBrand,
  findPageSite,
  findSiteById,
  findSiteUrl,
  type SiteRow,
} from '#server/modules/branding/sites/index.ts'
import {
  type ChallengeSubject,
  checkProof,
  makeChallenge,
  spendProof,
  submissionReceived,
  takeSubmission,
} from '#server/modules/prospecting/forms/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { parseName } from '#server/website-reader/index.ts'
import { readWebsite } from './audited-website.ts'
import {
  type AuditRow,
  findAuditOfSubmission,
  findPage,
  type PageSettings,
  updateAudit,
} from './audits-store.ts'
import { brandId, findLeadList, readSettings } from './page-settings.ts'
import { hasRoom, openToken, startAudit } from './start-audit.ts'
import { AUDIT_TEXTS, fill } from './texts/index.ts'

/** How leads and people read where it comes from. */
const SOURCE = 'Audit page'

const challengeLimit = defineRateLimit({ name: 'audit-challenge', points: 120, seconds: 60 * 60 })
const visitorLimit = defineRateLimit({ name: 'audit-visitor', points: 1, seconds: 60 })
const networkLimit = defineRateLimit({ name: 'audit-network', points: 20, seconds: 60 * 60 })
const siteLimit = defineRateLimit({ name: 'audit-site', points: 300, seconds: 60 * 60 })
/** An address that somebody else typed gets few mails. */
const addressLimit = defineRateLimit({ name: 'audit-address', points: 5, seconds: 24 * 60 * 60 })

/** The audit page of a Host, as its visitors see it. */
export interface ShownPage {
  site: SiteRow
  settings: PageSettings
  list: { id: number; type: 'local' | 'single' }
  brandName: string
}

/** @returns null where no page is on */
export async function findShownPage(ctx: Context, host: string): Promise<ShownPage | null> {
  const site = await findPageSite(ctx, host)
  const row = site && (await findPage(ctx.db, { accountId: site.account_id, siteId: site.id }))
  if (!site || !row?.is_on || (await findAuditLimit(ctx.db, site.account_id)) === 0) return null
  const settings = readSettings(row)
  const list = await findLeadList(ctx, site.account_id, settings.list_id)
  return list && { site, settings, list, brandName: (await findBrand(ctx, brandId(site))).name }
}

/** What a visitor agrees to. */
export const consentText = ({ settings, brandName }: ShownPage, lang: AuditLanguage): string =>
  settings.consent ?? fill(AUDIT_TEXTS[lang].page.consent, { brand: brandName })

async function getShownPage(ctx: Context, host: string): Promise<ShownPage> {
  const page = await findShownPage(ctx, host)
  if (!page) throw notFound('The audit page')
  return page
}

const subjectOf = (page: ShownPage, lang: AuditLanguage): ChallengeSubject => ({
  accountId: page.site.account_id,
  purpose: `audit:${page.site.id}`,
  consent: consentText(page, lang),
})

/** Work for a visitor’s browser, which counts with this consent text only. */
export async function makeAuditChallenge(
  ctx: Context,
  { host, ip, lang }: { host: string; ip: string; lang: AuditLanguage },
) {
  const page = await getShownPage(ctx, host)
  await challengeLimit.consume(ctx, `${page.site.id}|${ip}`)
  return makeChallenge(ctx, subjectOf(page, lang))
}

export interface AuditRequest {
  website: string
  name: string
  email: string
  proof: string
  lang: AuditLanguage
  service?: string | undefined
  /** Filled in by programs only. */
  company?: string | undefined
}

/** The visitor’s name as the fields of a lead, without titles. One that can’t be read stays whole. */
function readName(name: string): { first_name?: string; last_name?: string } {
  const { first, middle, last } = parseName(name)
  if (!first && !last) return { first_name: name }
  return { ...(first && { first_name: [first, ...middle].join(' ') }), ...(last && { last_name: last }) }
}

/** The visitor as a lead: of a list of businesses it is the business, with the visitor as its person. */
const leadValues = (
  type: 'local' | 'single',
  { host, domain }: { host: string; domain: string },
  name: string,
  email: string,
) =>
  type === 'local'
    ? { name: domain, website: `https://${host}`, domain, email, ...readName(name) }
    : { name, email, domain }

/** Sends the visitor the address of the report, once. */
async function mailReport(ctx: Context, site: SiteRow, audit: AuditRow): Promise<void> {
  if (audit.email === null) return
  const siteId = brandId(site)
  await sendMail(ctx, {
    siteId,
    accountId: audit.account_id,
    to: audit.email,
    template: 'audit-report',
    variables: { website: audit.website, expires_on: audit.expires_at.toISOString() },
    secrets: { link: `${await findSiteUrl(ctx, siteId)}/audit/${openToken(ctx, audit)}` },
  })
  await updateAudit(ctx.db, audit, { email: null })
}

async function checkRequest(ctx: Context, page: ShownPage, ip: string, { proof, lang, email }: AuditRequest) {
  const { id: siteId } = page.site
  await networkLimit.consume(ctx, `${siteId}|${ip}`)
  const checked = await checkProof(ctx, subjectOf(page, lang), proof)
  if (!checked) throw conflict('This page was open for too long, or has changed. Load it again and repeat')
  await visitorLimit.consume(ctx, `${siteId}|${ip}`)
  await siteLimit.consume(ctx, String(siteId))
  await addressLimit.consume(ctx, `${siteId}|${email.toLowerCase()}`)
  return checked
}

/**
 * What a visitor of the audit page asks for. The visitor is a lead in any case; the website is read unless the month’s
 * number is used up.
 * @returns the path of the report; null when there is none
 */
export async function requestAudit(
  ctx: Context,
  { host, ip }: { host: string; ip: string },
  request: AuditRequest,
): Promise<string | null> {
  const page = await getShownPage(ctx, host)
  const { site, settings, list } = page
  const accountId = site.account_id
  const { name, email, lang, service, company } = request
  const website = readWebsite(request.website)
  if (name.trim() === '') throw invalidField('name', AUDIT_TEXTS[lang].page.required)
  // As if it had worked, so that programs learn nothing.
  if (company) return `/audit/${randomBytes(16).toString('base64url')}`
  const proof = await checkRequest(ctx, page, ip, request)
  return transaction(ctx.db, async () => {
    if (!(await spendProof(ctx, accountId, proof))) throw conflict('This was sent already')
    const submission = await takeSubmission(ctx, {
      accountId,
      siteId: brandId(site),
      formId: null,
      source: SOURCE,
      listId: list.id,
      type: list.type,
      values: leadValues(list.type, website, name, email),
      labelIds: settings.label_ids,
      notifyIds: settings.notify_ids,
      consent: { text: consentText(page, lang), at: ctx.clock.now() },
      language: lang,
      ip,
      needsConfirmation: settings.needs_confirmation,
    })
    if (!(await hasRoom(ctx, accountId, website.domain))) return null
    const { audit, token } = await startAudit(ctx, {
      accountId,
      siteId: site.id,
      website,
      language: lang,
      service: service || null,
      days: settings.days,
      visitor: { submissionId: submission.id, email, leadId: submission.lead_id, list },
      createdBy: null,
    })
    if (submission.state === 'received' || submission.state === 'no_list') await mailReport(ctx, site, audit)
    return `/audit/${token}`
  })
}

/** Once the email is confirmed, the visitor is a lead and gets the address of the report. */
export const sendAfterConfirmation = submissionReceived.on(
  async (ctx, { accountId, submissionId, leadId }) => {
    const audit = await findAuditOfSubmission(ctx.db, accountId, submissionId)
    if (!audit) return
    await updateAudit(ctx.db, audit, { lead_id: leadId })
    const site = leadId === null ? null : await findSiteById(ctx, audit.site_id)
    if (site) await mailReport(ctx, site, audit)
  },
)
