import { MAIL_SUPPRESSION_REASONS } from '#contract/branding/mail-bounces.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { mailFilters } from '../mail/mail-list.tsx'

export const SMTP_TABS = ['server', 'domain', 'bounces', 'log', 'suppressed'] as const
export type SmtpTab = (typeof SMTP_TABS)[number]

/** Parameters of the page: its tab and the filters of its log. */
export const smtpSearch = pageSearch(
  {
    tab: oneOf<SmtpTab, 'server'>([...SMTP_TABS], 'server'),
    ...mailFilters,
    reason: oneOf(MAIL_SUPPRESSION_REASONS, null),
    ...paging,
  },
  { stays: ['tab'] },
)
