import type { AttentionItem, AttentionKind } from '#contract/admin/dashboard.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format.ts'

interface AttentionFormat {
  /** The problem in one line. */
  text: (item: AttentionItem) => string
  /** The page that lists it. */
  to: string
  search?: Record<string, unknown>
  /** Needs attention at once. */
  urgent?: true
}

const more = ({ amount, detail }: AttentionItem): string => {
  if (!detail) return ''
  const rest = amount - detail.split(', ').length
  return `: ${detail}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`
}

export const ATTENTION: Record<AttentionKind, AttentionFormat> = {
  audit: {
    text: ({ detail }) => `The audit log failed its last check${detail ? `: ${detail}` : ''}`,
    to: '/audit-log',
    urgent: true,
  },
  ledger: {
    text: ({ amount, detail }) =>
      `Credits don’t add up: ${formatNumber(Math.abs(amount))} off${detail ? `. ${detail}` : ''}`,
    to: '/admin/users',
    urgent: true,
  },
  backups: {
    text: ({ detail }) => `The nightly backup failed or is missing${detail ? `: ${detail}` : ''}`,
    to: '/admin/backups',
    urgent: true,
  },
  disk: {
    text: ({ amount }) => `Only ${formatPercent(amount / 100)} of the disk is free`,
    to: '/admin/settings',
    urgent: true,
  },
  queue: {
    text: ({ amount }) =>
      `The oldest job has been waiting for ${formatCount(Math.round(amount / 60), 'minute')}`,
    to: '/admin/jobs',
    urgent: true,
  },
  payments: {
    text: (item) => `${formatCount(item.amount, 'payment problem')}${more(item)}`,
    to: '/whitelabel/stripe',
    search: { tab: 'problems' },
  },
  sources: {
    text: (item) => `${formatCount(item.amount, 'source')} paused after failures${more(item)}`,
    to: '/admin/searchers',
  },
  webhooks: {
    text: (item) => `${formatCount(item.amount, 'webhook')} turned off after failures${more(item)}`,
    to: '/admin/webhooks',
    search: { state: 'stopped' },
  },
  runs: {
    text: (item) => `${formatCount(item.amount, 'run')} failed in the last 24 hours${more(item)}`,
    to: '/admin/runs',
    search: { state: 'failed' },
  },
  bounces: {
    text: ({ amount }) => `${formatCount(amount, 'email')} bounced in the last 24 hours`,
    to: '/admin/mails',
  },
  domains: {
    text: (item) => `${formatCount(item.amount, 'domain')} with a missing DNS record${more(item)}`,
    to: '/admin/domains',
    search: { problem: 'failing' },
  },
  errors: {
    text: ({ amount }) => `${formatCount(amount, 'app error')} in the last 24 hours`,
    to: '/admin/errors',
  },
}
