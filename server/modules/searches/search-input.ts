import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { fieldErrors } from '#contract/messages.ts'
import { AppError } from '#server/platform/errors.ts'

/** Parses a search by its list type's schema. @throws AppError validation_failed on `search.FIELD`. */
export function parseSearch(type: ListTypeId, search: unknown): Record<string, unknown> & { source: string } {
  const result = LIST_TYPES[type].searchSchema.safeParse(search)
  if (result.success) return result.data as Record<string, unknown> & { source: string }
  const fields = Object.fromEntries(
    Object.entries(fieldErrors(result.error)).map(([field, message]) => [
      field === '_' ? 'search' : `search.${field}`,
      message,
    ]),
  )
  const [field, message] = Object.entries(fields)[0] as [string, string]
  throw new AppError('validation_failed', `${field}: ${message}`, { fields })
}
