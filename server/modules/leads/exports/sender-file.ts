import { isAiField } from '#contract/ai/ai-prompt-types.ts'
import { SENDER_KINDS, type SenderId } from '#contract/core/crms/index.ts'
import { makeSenderVariable } from '#contract/core/crms/sender-variables.ts'
import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import { DOUBT_OF_EMAIL_STATE, EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { FileChoices } from '#contract/leads/export-templates.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Parts of a name, for lists that have only the full one. */
const NAME_PARTS: FieldDefinition[] = [
  { name: 'first_name', label: 'First name', kind: 'text', exportable: true, crm: 'firstName' },
  { name: 'last_name', label: 'Last name', kind: 'text', exportable: true, crm: 'lastName' },
]

/** Fields that a file can have: for a sender also the parts of a name. */
export const withNameParts = (
  known: readonly FieldDefinition[],
  sender: SenderId | undefined,
): readonly FieldDefinition[] =>
  sender ? [...known, ...NAME_PARTS.filter(({ name }) => !known.some((field) => field.name === name))] : known

/** The heading of a field in a sender’s form; null where the sender has no place for it. */
function findHeading(sender: SenderId, { name, label, crm }: FieldDefinition): string | null {
  const property = crm ?? (name === 'position' ? 'position' : null)
  if (property !== null) return SENDER_KINDS[sender].csv[property] ?? null
  return isAiField(name) || name.startsWith(CUSTOM_FIELD_PREFIX) ? makeSenderVariable(sender, label) : null
}

/** The choices that make a sender’s form; leads that a hand-over would refuse are in no such file. */
export function makeSenderChoices(
  known: readonly FieldDefinition[],
  { sender, doubtful = [], format = 'csv', bom }: FileChoices & { sender: SenderId },
): FileChoices {
  if (format !== 'csv') throw invalidField('format', `${SENDER_KINDS[sender].label} imports CSV files`)
  const headers: Record<string, string> = {}
  for (const field of known) {
    const heading = field.exportable ? findHeading(sender, field) : null
    if (heading !== null && !Object.values(headers).includes(heading)) headers[field.name] = heading
  }
  const email_states = EMAIL_STATES.filter((state) => {
    const doubt = DOUBT_OF_EMAIL_STATE[state]
    return state === 'valid' || (doubt !== undefined && doubtful.includes(doubt))
  })
  return {
    sender,
    doubtful,
    format,
    bom,
    columns: Object.keys(headers),
    headers,
    email_states,
    other_emails: 'leave_out',
  }
}
