import type { EmailState } from '#contract/leads/email-states.ts'
import type { ExportFormat, FileChoices, OtherEmails } from '#contract/leads/export-templates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findField, listFields } from '#web/lib/list-fields.ts'

/** Fields of the template form. */
export interface TemplateDraft {
  name: string
  is_shared: boolean
  /** Columns in file order. */
  columns: string[]
  /** Names in the file; empty uses the column's own. */
  headers: Record<string, string>
  format: ExportFormat
  provenance: boolean
  evidence: boolean
  bom: boolean
  /** None means all. */
  states: EmailState[]
  others: OtherEmails
}

/** Columns available to files of this list type. */
export const exportable = (type: ListTypeId) => listFields(type).filter((field) => field.exportable)

/** A draft from choices; without columns it has all of them, and deleted columns are dropped. */
export function makeDraft(
  type: ListTypeId,
  choices: FileChoices,
  { name = '', is_shared = false }: { name?: string; is_shared?: boolean } = {},
): TemplateDraft {
  const there = (choices.columns ?? []).filter((column) => findField(type, column)?.exportable)
  return {
    name,
    is_shared,
    columns:
      there.length > 0 ? there : exportable(type).flatMap(({ name, onDemand }) => (onDemand ? [] : name)),
    headers: choices.headers ?? {},
    format: choices.format ?? 'csv',
    provenance: choices.provenance ?? false,
    evidence: choices.evidence ?? false,
    bom: choices.bom ?? false,
    states: choices.email_states ?? [],
    others: choices.other_emails ?? 'empty',
  }
}

/** The choices of a draft. */
export function readChoices(draft: TemplateDraft): FileChoices {
  const { columns, headers, format, provenance, evidence, bom, states, others } = draft
  const named = columns.flatMap((column) => {
    const name = headers[column]?.trim()
    return name ? [[column, name] as const] : []
  })
  return {
    columns,
    ...(named.length > 0 && { headers: Object.fromEntries(named) }),
    format,
    provenance,
    ...(evidence && { evidence }),
    bom: bom && format === 'csv',
    ...(states.length > 0 && { email_states: states, other_emails: others }),
  }
}

/** Moves a column to another position. */
export function moved(columns: readonly string[], name: string, place: number): string[] {
  const rest = columns.filter((column) => column !== name)
  const at = Math.min(rest.length, Math.max(0, place))
  return [...rest.slice(0, at), name, ...rest.slice(at)]
}
