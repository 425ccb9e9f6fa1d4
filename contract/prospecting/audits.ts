import * as z from 'zod/mini'
import { isHttps } from '../core/addresses.ts'
import { Done, dataReply, Id, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'

/** Languages of the audit page and its reports. */
export const AUDIT_LANGUAGES = ['en', 'de', 'fr', 'es'] as const
export type AuditLanguage = (typeof AUDIT_LANGUAGES)[number]
export const AUDIT_LANGUAGE_LABELS: Record<AuditLanguage, string> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
}
export const AUDIT_GRADES = ['A', 'B', 'C', 'D', 'F'] as const
export type AuditGrade = (typeof AUDIT_GRADES)[number]
/** `reading`: the website is being read; `done`: the report can be seen; `failed`: the website said nothing. */
export const AUDIT_STATES = ['reading', 'done', 'failed'] as const
export type AuditState = (typeof AUDIT_STATES)[number]
export const CALL_TO_ACTION_KINDS = ['link', 'booking', 'phone'] as const
/** Types of lists that can receive the leads of an audit page: those whose leads have a website. */
export const AUDIT_LIST_TYPES = ['local', 'single'] as const
/** Days for which the address of a report works by default. */
const DEFAULT_DAYS = 90

const PHONE = /^\+?[\d\s()/.-]{5,40}$/
export const CallToAction = z
  .strictObject({
    kind: z.enum(CALL_TO_ACTION_KINDS),
    label: text(60),
    target: text(500).check(z.describe('An https address; for `phone` a number')),
  })
  .check(
    z.refine(({ kind, target }) => (kind === 'phone' ? PHONE.test(target) : isHttps(target)), {
      path: ['target'],
      error: 'Enter an address that starts with https://, or for a phone call a number',
    }),
  )
export type CallToAction = z.output<typeof CallToAction>

const ownText = (most: number) => z.nullable(text(most))

/** Settings of an audit page. Texts that are null are the built-in ones, in each visitor’s language. */
export const AuditPageTexts = {
  is_on: z.boolean(),
  list_id: z
    .nullable(Id)
    .check(z.describe('List that receives the leads: local businesses or company websites')),
  headline: ownText(120),
  intro: ownText(600),
  consent: ownText(1000).check(z.describe('What a visitor must agree to')),
  service_ids: z
    .nullable(z.array(Id).check(z.maxLength(30)))
    .check(z.describe('Services that sort the report, in this order; null: all that you sell')),
  call_to_action: z.nullable(CallToAction),
  needs_confirmation: z
    .boolean()
    .check(z.describe('Whether a visitor becomes a lead only after confirming the email')),
  languages: z
    .array(z.enum(AUDIT_LANGUAGES))
    .check(
      z.minLength(1),
      z.describe('Languages that are offered; the first is for visitors who speak none of them'),
    ),
  days: z
    .int()
    .check(z.minimum(1), z.maximum(365), z.describe('Days for which the address of a report works')),
  label_ids: z.array(Id).check(z.maxLength(20), z.describe('Labels of its leads')),
  notify_ids: z.array(Id).check(z.maxLength(50), z.describe('Members who are told of each lead')),
}

export const NO_AUDIT_PAGE = {
  is_on: false,
  list_id: null,
  headline: null,
  intro: null,
  consent: null,
  service_ids: null,
  call_to_action: null,
  needs_confirmation: false,
  languages: [...AUDIT_LANGUAGES] as AuditLanguage[],
  days: DEFAULT_DAYS,
  label_ids: [] as number[],
  notify_ids: [] as number[],
}

export const AuditPage = z.object({
  ...AuditPageTexts,
  call_to_action: z.nullable(
    z.object({ kind: z.enum(CALL_TO_ACTION_KINDS), label: z.string(), target: z.string() }),
  ),
  url: z.string().check(z.describe('Address of the page')),
  embed_code: z.string().check(z.describe('Script element that shows the page on another website')),
  problem: z.nullable(z.string()).check(z.describe('Why visitors don’t see the page although it is on')),
  used: z.int().check(z.describe('Websites checked this month; one counts once a day')),
  limit: z.nullable(z.int()).check(z.describe('Websites a month in your package; null: no limit')),
  resets_at: Timestamp.check(z.describe('When the count starts anew')),
})
export type AuditPage = z.output<typeof AuditPage>

export const Audit = z.object({
  id: Id,
  website: z.string(),
  domain: z.string(),
  state: z.enum(AUDIT_STATES),
  grade: z.nullable(z.enum(AUDIT_GRADES)),
  problems: z.nullable(z.int()).check(z.describe('Checks that found a problem')),
  checked: z.nullable(z.int()).check(z.describe('Checks that were made')),
  language: z.enum(AUDIT_LANGUAGES),
  from: z.enum(['visitor', 'member']).check(z.describe('Who asked for it')),
  lead_id: z.nullable(Id),
  list_id: z.nullable(Id),
  list_type: z.nullable(z.enum(AUDIT_LIST_TYPES)),
  url: z
    .nullable(z.string())
    .check(z.describe('Address of the report, for whoever may see it; null once it has expired')),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Audit = z.output<typeof Audit>

const Website = text(500).check(z.describe('A host name or an address, such as `example.com`'))
const Language = z.enum(AUDIT_LANGUAGES)

const api = defineArea({ tag: 'Audits', access: { can: 'manage_brand' }, scope: 'write' })
const reads = ['audits'] as const
const changes = ['audits'] as const

export const auditPage = api.get('/api/wl/audit-page', {
  name: 'auditPage.show',
  reads: ['audits', 'services', 'domains', 'lists'],
  summary: 'Settings of the audit page of your site, with this month’s use',
  reply: dataReply(AuditPage),
})

export const saveAuditPage = api.put('/api/wl/audit-page', {
  name: 'auditPage.save',
  changes,
  audit: 'audit_page.changed',
  summary: 'Change the audit page',
  description: 'Absent fields keep their value. It can be on only with a list that receives the leads.',
  body: z.strictObject(z.partial(z.object(AuditPageTexts)).shape),
  reply: z.object({ data: AuditPage, message: z.optional(z.string()) }),
})

export const audits = api.get('/api/wl/audits', {
  name: 'audits.index',
  reads,
  summary: 'Audits of your site, the newest first',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  reply: page(Audit),
  cli: {
    name: 'audits list',
    summary: 'Audits that visitors or members asked for, the newest first',
    columns: {
      '>ID': 'id',
      WEBSITE: 'website',
      GRADE: 'grade ?? state',
      '>PROBLEMS': "problems ?? ''",
      FROM: 'from',
      CREATED: 'created_at|day',
      REPORT: "url ?? 'expired'",
    },
  },
})

export const createAudit = api.create('/api/wl/audits', {
  name: 'audits.create',
  changes,
  audit: 'website_audit.created',
  summary: 'Check a website and get a report to share',
  description:
    'The report is ready within 20 seconds, at `url`. No lead is made. A website that was checked on the same day is not read again and counts once.',
  idempotent: true,
  body: z.strictObject({
    website: Website,
    site: z
      .optional(text(253))
      .check(z.describe('Domain of yours in whose brand the report is; your primary domain by default')),
    language: z._default(Language, 'en'),
  }),
  reply: z.object({ data: Audit, message: z.optional(z.string()) }),
  errors: ['not_found', 'conflict', 'rate_limited'],
  cli: {
    name: 'audits create',
    summary: 'Check a website and print the address of its report',
    options: {
      site: 'Domain of yours in whose brand the report is; your primary domain by default',
      website: { help: 'Website to check, such as example.com', value: 'URL' },
      language: 'Language of the report: {choices}',
    },
    examples: ['leadwright audits create --site yourbrand.com --website example.com --json'],
    text: ['{message}', '{url}'],
  },
})

export const deleteAudit = api.delete('/api/wl/audits/{id}', {
  name: 'audits.delete',
  changes,
  audit: 'website_audit.deleted',
  summary: 'Delete an audit; the address of its report stops working',
  reply: Done,
})

const visitors = defineArea({ tag: 'Audits', access: 'public' })

/** What a browser must work out before a request counts. */
export const auditChallenge = visitors.get('/api/audit-page/challenge', {
  name: 'auditPage.challenge',
  summary: 'Proof of work for a request of the audit page',
  description: 'Answers for the Host. `lang` is the language of the consent text that was shown.',
  query: z.strictObject({ lang: z.optional(Language) }),
  reply: dataReply(
    z.unknown().check(z.describe('Signed work for `solveChallenge` of altcha-lib; its solution is `proof`')),
  ),
  errors: ['not_found', 'rate_limited'],
})

export const requestAudit = visitors.create('/api/audit-page/requests', {
  name: 'auditPage.request',
  changesNothing: true,
  summary: 'Ask for the audit of a website, as the audit page does for its visitors',
  description:
    'Needs the solved challenge of /api/audit-page/challenge and the consent. One website per visitor and minute.',
  body: z.strictObject({
    website: Website,
    name: text(200),
    email: z.email({ error: MESSAGES.email }).check(z.maxLength(254)),
    consent: z.literal(true, { error: 'Please agree, so that we may check the website and answer you' }),
    proof: z.string().check(z.maxLength(4000)),
    lang: z._default(Language, 'en'),
    service: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    // People don’t see this field, and programs fill it in.
    company: z.optional(z.string().check(z.maxLength(500))),
  }),
  reply: dataReply(
    z.object({
      address: z
        .nullable(z.string())
        .check(z.describe('Path of the report; null: the month’s number of websites is used up')),
    }),
  ),
  errors: ['not_found', 'conflict', 'rate_limited'],
})

export const auditReportState = visitors.get('/api/audit-reports/{token}', {
  name: 'auditReports.state',
  summary: 'Whether a report is ready',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: dataReply(z.object({ state: z.enum(AUDIT_STATES) })),
  errors: ['not_found'],
})
