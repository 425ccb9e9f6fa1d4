import { MAIL_STATES } from '#contract/branding/mail.ts'
import { MAIL_SUPPRESSION_REASONS } from '#contract/branding/mail-bounces.ts'
import { MAIL_BOUNCES } from '#contract/branding/mail-server.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'

export const SMTP_TABS = ['server', 'domain', 'bounces', 'log', 'suppressed'] as const
export type SmtpTab = (typeof SMTP_TABS)[number]

export const MAX_SEARCH = 254

/** Parameters of the page: its tab and the filters of its log. */
export const smtpSearch = pageSearch(
  {
    tab: oneOf<SmtpTab, 'server'>([...SMTP_TABS], 'server'),
    search: freeText(MAX_SEARCH),
    state: oneOf(MAIL_STATES, null),
    bounced: oneOf(MAIL_BOUNCES, null),
    reason: oneOf(MAIL_SUPPRESSION_REASONS, null),
    ...paging,
  },
  { stays: ['tab'] },
)
