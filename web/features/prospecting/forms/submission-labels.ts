import type { Submission, SubmissionState } from '#contract/prospecting/forms.ts'

export const STATE_LABELS: Record<SubmissionState, string> = {
  received: 'Received',
  unconfirmed: 'Waits for confirmation',
  suppressed: 'On the suppression list',
  no_list: 'Its list was gone',
}

/** States as the badges know them. */
export const STATE_LOOKS: Record<SubmissionState, string> = {
  received: 'succeeded',
  unconfirmed: 'queued',
  suppressed: 'cancelled',
  no_list: 'error',
}

/** How people recognize who sent it. */
export function senderOf({ values }: Pick<Submission, 'values'>): string {
  const named = [values.first_name, values.last_name].filter(Boolean).join(' ')
  return String(values.name ?? (named || (values.email ?? values.website ?? '–')))
}

/** Whether it made a lead. */
export const leadNote = ({ lead_id: id, is_new: isNew }: Pick<Submission, 'lead_id' | 'is_new'>): string =>
  id === null ? 'No lead' : isNew ? 'New lead' : 'Joined a lead'

/** A cell that no spreadsheet takes for a formula. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const inert = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s().-]+$/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Submissions as CSV: all their values, and the proof of what was agreed to. */
export function submissionsCsv(rows: readonly Submission[]): string {
  const fields = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  const head = ['id', 'sent_at', 'state', ...fields, 'consent', 'consented_at', 'confirmed_at', 'lead_id']
  const lines = rows.map((row) => [
    row.id,
    row.created_at,
    row.state,
    ...fields.map((field) => row.values[field] ?? ''),
    row.consent?.text ?? '',
    row.consent?.at ?? '',
    row.confirmed_at,
    row.lead_id,
  ])
  return [head, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')
}
