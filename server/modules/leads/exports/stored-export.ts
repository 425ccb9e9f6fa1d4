import { FileChoices } from '#contract/leads/export-templates.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'

export interface ExportRequest extends FileChoices {
  list_id: number
  filters?: LeadFilters
  resultIds?: number[]
  delta: boolean
  template_id?: number
}

/** An export's inputs, as stored with its run. */
export interface StoredExport {
  choices: FileChoices
  delta: boolean
  template: string | null
  filters: LeadFilters | null
  resultIds: number[] | null
}

const CHOICE_NAMES = Object.keys(FileChoices.shape)

/** The repeatable part of a request: a template is stored by content, with its name. */
export const storedExport = (
  request: ExportRequest,
  choices: FileChoices,
  template: string | undefined,
): StoredExport => ({
  choices: Object.fromEntries(
    Object.entries(choices).filter(([name, value]) => CHOICE_NAMES.includes(name) && value !== undefined),
  ),
  delta: request.delta,
  template: template ?? null,
  filters: request.filters ?? null,
  resultIds: request.resultIds ?? null,
})
