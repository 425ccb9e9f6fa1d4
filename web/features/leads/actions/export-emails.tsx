import { Radio, Stack, Text } from '@mantine/core'
import { EMAIL_STATE_WORDS, EMAIL_STATES, type EmailState } from '#contract/email-states.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { LeadOrder } from '#web/lib/lead-actions.ts'
import { useFacets } from '../use-leads.ts'
import type { ExportedEmails } from './export-leads.ts'

/** States that bounce, or may; the words say which. */
const RISKS: Partial<Record<EmailState, string>> = {
  catch_all: 'may bounce',
  risky: 'may bounce',
  disposable: 'may bounce',
  invalid: 'will bounce',
  no_mx: 'will bounce',
}

/** How many addresses are in each state, and what may become of mail to them. */
export function stateLine(counts: ReadonlyMap<string, number>): string {
  const order = Object.keys(EMAIL_STATE_WORDS).filter((state) => EMAIL_STATES.includes(state as EmailState))
  return order
    .flatMap((name) => {
      const state = name as EmailState
      const count = counts.get(state)
      if (!count) return []
      const risk = RISKS[state]
      return `${formatNumber(count)} ${EMAIL_STATE_WORDS[state].toLowerCase()}${risk ? ` (${risk})` : ''}`
    })
    .join(', ')
}

interface ExportEmailsProps {
  order: LeadOrder
  /** Counts are known of all that the page shows, not of a selection. */
  whole: boolean
  value: ExportedEmails
  onChange: (value: ExportedEmails) => void
}

/** Which addresses go into the file, with the risk of each choice in words. */
export function ExportEmails({ order, whole, value, onChange }: ExportEmailsProps) {
  const { filters } = order.view
  // A facet is counted without its own conditions: then it would tell of leads that the file has not got.
  const counted = whole && !filters.custom_search.some(({ field }) => field === 'email_state')
  const facets = useFacets(order.target, filters, counted)
  const states = facets.data?.data.email_state ?? []
  const line = counted ? stateLine(new Map(states.map(({ value, count }) => [String(value), count]))) : ''
  return (
    <Radio.Group
      label="Email addresses"
      value={value}
      onChange={(chosen) => onChange(chosen as ExportedEmails)}
    >
      {line && (
        <Text size="sm" c="dimmed">
          {line}
        </Text>
      )}
      <Stack gap={8} mt={6}>
        <Radio
          value="empty"
          label="Verified only, other cells stay empty"
          description="All leads are in the file. Verified addresses rarely bounce."
        />
        <Radio
          value="leave_out"
          label="Only leads with a verified address"
          description="Leads without one are left out."
        />
        <Radio
          value="all"
          label="All addresses"
          description="Those that are not verified may bounce. Many bounces make mail hosts refuse your mail."
        />
      </Stack>
    </Radio.Group>
  )
}
