import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { exportedEmails } from '#contract/core/files.ts'
import { EMAIL_STATE_LABELS, EMAIL_STATES, type EmailState } from '#contract/leads/email-states.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import type { LeadRequest } from '#web/lib/lead-actions.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { ExportedEmails } from './export-leads.ts'
import { type ExportedRows, exportedRows } from './exported-rows.ts'

type EmailCounts = z.output<typeof exportedEmails.reply>['data']

/** States that bounce or may bounce, with labels. */
const RISKS: Partial<Record<EmailState, string>> = {
  catch_all: 'may bounce',
  risky: 'may bounce',
  disposable: 'may bounce',
  invalid: 'will bounce',
  no_mx: 'will bounce',
}

/** Number of addresses in each state, with the risk of mailing them. */
export function stateLine(states: EmailCounts['states']): string {
  const order = Object.keys(EMAIL_STATE_LABELS).filter((state) => EMAIL_STATES.includes(state as EmailState))
  return (order as EmailState[])
    .flatMap((state) => {
      const count = states[state]
      if (!count) return []
      const risk = RISKS[state]
      return `${formatNumber(count)} ${EMAIL_STATE_LABELS[state].toLowerCase()}${risk ? ` (${risk})` : ''}`
    })
    .join(', ')
}

/** Contents of a file with this choice: "26 emails, 0 verified". */
export function choiceLine(choice: ExportedEmails, { leads, emails, states }: EmailCounts): string {
  const verified = states.valid ?? 0
  switch (choice) {
    case 'all':
      return `${formatCount(emails, 'email')}, ${formatNumber(verified)} verified`
    case 'empty':
      return `${formatCount(leads, 'lead')}, ${formatCount(verified, 'email')}`
    case 'leave_out':
      return `${formatCount(verified, 'lead')}, ${formatCount(verified, 'email')}`
  }
}

const CHOICES = [
  {
    value: 'all',
    label: 'All addresses, with their state',
    hint: 'Addresses that are not verified may bounce.',
  },
  { value: 'empty', label: 'Verified addresses only', hint: 'Leads without one stay, with an empty email.' },
  {
    value: 'leave_out',
    label: 'Only leads with a verified address',
    hint: 'All other leads are left out.',
  },
] as const

interface ExportEmailsProps {
  order: LeadRequest
  rows: ExportedRows
  delta: boolean
  value: ExportedEmails
  onChange: (value: ExportedEmails) => void
}

/** Address choices, each with its result. */
export function ExportEmails({ order, rows, delta, value, onChange }: ExportEmailsProps) {
  const { target, selection, view } = order
  const counts = useQuery({
    queryKey: makeKey(exportedEmails, { body: { target, selection, view, rows, delta } }),
    queryFn: async ({ signal }) => {
      const body = { list_id: target.id, ...(await exportedRows(order, rows)), delta }
      // Shown instead: the options of the dialog, without counts
      return call(exportedEmails, { body, signal, quiet: true, read: true })
    },
  }).data?.data
  const verified = counts?.states.valid ?? 0
  const line = counts && stateLine(counts.states)
  return (
    <Radio.Group
      label="Email addresses"
      value={value}
      onChange={(chosen) => onChange(chosen as ExportedEmails)}
    >
      {line && <Text c="dimmed">{line}</Text>}
      <Stack gap={8} mt={6}>
        {CHOICES.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            description={[counts && choiceLine(choice.value, counts), choice.hint].filter(Boolean).join('. ')}
          />
        ))}
        {counts && value !== 'all' && verified === 0 && (
          <Notice tone="warning">
            {counts.emails === 0
              ? 'None of these leads has an email.'
              : `The file won’t contain any emails: none of ${formatCount(counts.emails, 'address', 'addresses')} is verified yet.`}
          </Notice>
        )}
      </Stack>
    </Radio.Group>
  )
}
