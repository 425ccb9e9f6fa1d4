import { fieldOf, type ListTypeId } from '#contract/list-types/index.ts'
import type { ViewColumns, ViewFilters } from '#contract/views.ts'
import { checkLeadFilters } from '#server/modules/leads/index.ts'
import { invalidField, underField } from '#server/platform/errors.ts'

/** What a view shows; what is absent needs no check. */
interface Shows {
  filters?: ViewFilters | undefined
  sort?: string | null | undefined
  columns?: ViewColumns | undefined
}

/** @throws AppError validation_failed when a column is unknown to the list type or there twice. */
export function checkColumns(type: ListTypeId, { shown }: ViewColumns): void {
  shown.forEach(({ field }, index) => {
    const path = `columns.shown.${index}.field`
    if (!fieldOf(type, field)) throw invalidField(path, `This list type has no column "${field}"`)
    if (shown.findIndex((other) => other.field === field) !== index)
      throw invalidField(path, `The column "${field}" is there twice`)
  })
}

/** @throws AppError validation_failed when a list of this type could not be shown in this way. */
export async function checkView(type: ListTypeId, { filters, sort, columns }: Shows): Promise<void> {
  await underField('filters', async () => checkLeadFilters(type, filters ?? {}))
  checkLeadFilters(type, { sort })
  if (columns) checkColumns(type, columns)
}
