/** What is checked, in the order in which it is told; each is a signal (contract/leads/signals.ts). */
export const CHECKS = [
  'dead_site',
  'parked',
  'bad_certificate',
  'no_https',
  'certificate_ends_soon',
  'not_mobile',
  'slow',
  'heavy',
  'broken_links',
  'outdated',
  'no_title',
  'no_description',
  'no_structured_data',
  'no_contact_form',
  'no_phone_link',
  'no_booking',
  'no_site_email',
  'no_social',
  'no_privacy_page',
  'free_mail',
  'no_spf',
  'no_dmarc',
] as const
export type CheckId = (typeof CHECKS)[number]

/** One check in plain words: its name, what was found, what that costs a business, and what is fine. */
type CheckText = readonly [name: string, problem: string, cost: string, fine: string]

/** All texts of the audit page and its reports in one language. `{…}` is put in. */
export interface AuditTexts {
  page: {
    title: string
    headline: string
    intro: string
    points: readonly [string, string, string]
    website: string
    name: string
    email: string
    emailHelp: string
    /** `{brand}` */
    consent: string
    submit: string
    working: string
    trap: string
    script: string
    failed: string
    required: string
    agree: string
    emailWrong: string
    usedUp: string
    missing: string
    missingText: string
  }
  progress: {
    title: string
    text: string
    steps: readonly [string, string, string]
  }
  report: {
    title: string
    /** `{date}` */
    checkedOn: string
    verdicts: Readonly<Record<'A' | 'B' | 'C' | 'D' | 'F', string>>
    /** `{fine}` of `{all}` */
    score: string
    rule: string
    grade: string
    attention: string
    isFine: string
    unchecked: string
    uncheckedText: string
    other: string
    evidence: string
    /** `{ms}`, `{kb}`, `{files}` */
    ms: string
    weight: string
    cost: string
    share: string
    shareText: string
    copy: string
    copied: string
    pdf: string
    /** `{date}` */
    validUntil: string
    failed: string
    failedText: string
    expired: string
    expiredText: string
    again: string
    noProblems: string
  }
  checks: Readonly<Record<CheckId, CheckText>>
}
