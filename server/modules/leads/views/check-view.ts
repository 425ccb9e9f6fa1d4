import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { type ListTypeId, listFields } from '#contract/leads/list-types/index.ts'
import type { ViewColumns, ViewFilters } from '#contract/leads/views.ts'
import { checkLeadFilters } from '#server/modules/leads/leads/index.ts'
import { invalidField, prefixFields } from '#server/platform/errors.ts'

/** A view's settings; absent ones need no check. */
interface ViewSettings {
  filters?: ViewFilters
  sort?: string | null
  columns?: ViewColumns
}

/** @throws AppError validation_failed for an unknown or duplicate column. */
export function checkColumns(
  type: ListTypeId,
  { shown }: ViewColumns,
  custom: readonly FieldDefinition[],
): void {
  const known = new Set(listFields(type, custom).map(({ name }) => name))
  shown.forEach(({ field }, index) => {
    const path = `columns.shown.${index}.field`
    if (!known.has(field)) throw invalidField(path, `This list type has no column "${field}"`)
    if (shown.findIndex((other) => other.field === field) !== index)
      throw invalidField(path, `The column "${field}" is listed twice`)
  })
}

/** @throws AppError validation_failed for settings no list of this type supports. */
export async function checkView(
  type: ListTypeId,
  { filters, sort, columns }: ViewSettings,
  custom: readonly FieldDefinition[],
): Promise<void> {
  await prefixFields('filters', async () => checkLeadFilters(type, filters ?? {}, custom))
  checkLeadFilters(type, { sort }, custom)
  if (columns) checkColumns(type, columns, custom)
}
