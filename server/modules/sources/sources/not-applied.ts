import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && (!Array.isArray(value) || value.length > 0)

/** Filters applied by the run where a source cannot. */
const APPLIED_BY_RUN: ReadonlySet<string> = new Set(['max_per_company'])

/** Labels of set filters the source does not support; they do not affect its results. */
export function notApplied(declaration: SourceDeclaration, type: ListTypeId, filters: unknown): string[] {
  const answered = declaration.answers[type] ?? []
  const search = filters as Record<string, unknown>
  return LIST_TYPES[type].searchForm
    .filter(
      ({ name, kind }) =>
        kind !== 'source' && isSet(search[name]) && !answered.includes(name) && !APPLIED_BY_RUN.has(name),
    )
    .map(({ label }) => label)
}
