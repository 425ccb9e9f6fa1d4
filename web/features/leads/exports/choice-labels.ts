import { SENDER_KINDS } from '#contract/core/crms/index.ts'
import { EMAIL_STATE_LABELS } from '#contract/leads/email-states.ts'
import type { FileChoices } from '#contract/leads/export-templates.ts'
import type { ExportRecord } from '#contract/leads/exports.ts'
import { formatCount } from '#web/lib/format.ts'

type Choices = NonNullable<ExportRecord['choices']>

const LEADS: Record<Choices['leads'], string> = {
  all: 'All leads',
  filtered: 'Filtered leads',
  selected: 'Selected leads',
}

/** Contents of a file, in words. */
export function fileLabels(choices: FileChoices): string[] {
  const {
    columns,
    headers,
    format,
    provenance,
    evidence,
    email_states: states,
    other_emails: others,
    sender,
  } = choices
  const renamed = Object.keys(headers ?? {}).length
  return [
    sender ? `CSV for ${SENDER_KINDS[sender].label}` : format === 'xlsx' ? 'Excel' : 'CSV',
    ...(sender ? [] : [columns ? formatCount(columns.length, 'column') : 'all columns']),
    ...(renamed > 0 ? [`${renamed} renamed`] : []),
    ...(provenance ? ['source and date of values'] : []),
    ...(evidence ? ['evidence of signals'] : []),
    ...(states
      ? [
          `${others === 'leave_out' ? 'only leads with' : 'emails'} ${states
            .map((state) => EMAIL_STATE_LABELS[state].toLowerCase())
            .join(', ')}${others === 'leave_out' ? ' email' : ''}`,
        ]
      : []),
  ]
}

/** Choices of an export, in words. */
export function choiceLabel(choices: ExportRecord['choices']): string {
  if (!choices) return 'Not recorded for this export'
  const { leads, selected, delta, template } = choices
  return [
    selected === null ? LEADS[leads] : formatCount(selected, 'selected lead'),
    ...(delta ? ['only new'] : []),
    ...(template ? [`template “${template}”`] : []),
    ...fileLabels(choices),
  ].join(' · ')
}
