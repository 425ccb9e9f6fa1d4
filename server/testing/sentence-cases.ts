import type { FilledForm } from '#contract/ai/ask.ts'
import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'

/** A sentence with the expected form (sentence-cases.json). */
export interface TableRow
  extends Partial<Omit<FilledForm, 'by' | 'type' | 'search'>>,
    Pick<FilledForm, 'type' | 'search'> {
  sentence: string
}

/** Synonyms of a category and capitalization are equal. */
function normal(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return typeof value === 'number' ? Math.round(value * 100) / 100 : value
  return name === 'category' ? (resolveCategory(value)?.id ?? value) : value.toLowerCase()
}

const formOf = ({ type, search, limit, only_new, not_understood }: Omit<TableRow, 'sentence'>): string =>
  JSON.stringify([
    type,
    Object.entries(search)
      .map(([name, value]) => [name, normal(name, value)])
      .sort(),
    limit ?? null,
    only_new ?? false,
    not_understood ?? [],
  ])

/** Whether a form equals the expected one, with nothing added or missing. */
export const isExact = (row: TableRow, found: FilledForm): boolean => formOf(row) === formOf(found)
