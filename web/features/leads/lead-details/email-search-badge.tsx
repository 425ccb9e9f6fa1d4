import { Text } from '@mantine/core'
import { EMAIL_SEARCH_STATES, type EmailSearchState } from '#contract/leads/email-search.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { emailSearchLabel, searchedLabel } from '#web/lib/email-search-labels.ts'
import { type BadgeState, StateBadge } from '#web/ui/state-badge.tsx'
import classes from './value-cell.module.css'

const LOOK: Record<EmailSearchState, BadgeState> = {
  queued: 'queued',
  running: 'running',
  found: 'found',
  not_found: 'not_found',
  unreadable: 'partly',
  not_tried: 'unchecked',
}

const isState = (state: string): state is EmailSearchState =>
  (EMAIL_SEARCH_STATES as readonly string[]).includes(state)

interface EmailSearchBadgeProps {
  state: string
  /** Reason code of a failure, if it is to be shown. */
  reason?: unknown
  /** Number of queried sources and time: "3 sources, today". */
  facts?: string
}

/** State of a lead's email search, as icon and label. */
export function EmailSearchBadge({ state, reason, facts }: EmailSearchBadgeProps) {
  const label = [emailSearchLabel(state, reason), facts].filter(Boolean).join(' · ')
  return (
    <span className={classes.search} title={label}>
      <StateBadge state={isState(state) ? LOOK[state] : state} label={label} />
    </span>
  )
}

/** Result of a lead's email search; the given text without one. */
export function NoEmailYet({ lead, isEmail, children }: { lead: Lead; isEmail: boolean; children: string }) {
  const { email_search: search, email_search_reason: reason } = lead.values
  return isEmail && typeof search === 'string' && search !== 'found' ? (
    <EmailSearchBadge state={search} reason={reason} facts={searchedLabel(lead.values)} />
  ) : (
    <Text component="span" c="dimmed">
      {children}
    </Text>
  )
}
