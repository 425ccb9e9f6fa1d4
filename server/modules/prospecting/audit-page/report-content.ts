import type { AuditLanguage, CallToAction } from '#contract/prospecting/audits.ts'
import { findServices } from '#server/modules/leads/services/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AuditRow, PageSettings } from './audits-store.ts'
import { type FindingGroup, groupFindings, orderServices } from './group-findings.ts'
import type { AuditReport, Check } from './make-report.ts'
import { AUDIT_TEXTS, type AuditTexts, fill, formatReportDay } from './texts/index.ts'

/** Everything that a report says, for its page and its file. */
export interface ReportContent {
  website: string
  report: AuditReport
  lang: AuditLanguage
  texts: AuditTexts
  groups: FindingGroup[]
  fine: Check[]
  unknown: Check[]
  checkedOn: string
  validUntil: string
  score: string
  callToAction: CallToAction | null
}

/** Checks whose evidence is what the website itself says. */
const QUOTED: ReadonlySet<string> = new Set(['outdated', 'parked'])

/** The evidence in the report’s language: the website’s own words, numbers, or in English what the reader noted. */
export function evidenceText({ id, text }: Check, lang: AuditLanguage): string | null {
  if (text === null) return null
  const { report } = AUDIT_TEXTS[lang]
  if (id === 'slow') return fill(report.ms, { ms: /\d+/.exec(text)?.[0] ?? '' })
  const weight = id === 'heavy' && /^(\d+) KB\D+(\d+) files/.exec(text)
  if (weight) return fill(report.weight, { kb: weight[1] as string, files: weight[2] as string })
  if (QUOTED.has(id)) return `“${text}”`
  return lang === 'en' ? text : null
}

/** Only pages of the web are linked. */
export const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null

export async function readReport(
  ctx: Context,
  audit: AuditRow & { report: AuditReport },
  settings: PageSettings,
): Promise<ReportContent> {
  const { report, language: lang, website } = audit
  const texts = AUDIT_TEXTS[lang]
  const services = orderServices(await findServices(ctx.db, audit.account_id), {
    chosen: settings.service_ids,
    first: audit.service,
  })
  const ofOutcome = (wanted: Check['outcome']) => report.checks.filter(({ outcome }) => outcome === wanted)
  return {
    website,
    report,
    lang,
    texts,
    groups: groupFindings(report, services),
    fine: ofOutcome('fine'),
    unknown: ofOutcome('unknown'),
    checkedOn: fill(texts.report.checkedOn, { date: formatReportDay(audit.created_at, lang) }),
    validUntil: fill(texts.report.validUntil, { date: formatReportDay(audit.expires_at, lang) }),
    score: fill(texts.report.score, { fine: report.checked - report.problems, all: report.checked }),
    callToAction: settings.call_to_action,
  }
}

/** Where a call to action leads. */
export const actionAddress = ({ kind, target }: CallToAction): string =>
  kind === 'phone' ? `tel:${target.replace(/[^\d+]/g, '')}` : target
