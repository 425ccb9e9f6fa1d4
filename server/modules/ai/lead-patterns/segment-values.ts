import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { categoryLabel, countryName } from '#server/modules/core/vocabulary/index.ts'

/** A lead field with a value that the search form can filter by. */
export interface Condition {
  field: string
  value: string
}

/** Fields covered by one input of the search form, narrowest first: region, then country. */
interface FieldGroup {
  input: string
  fields: FieldDefinition[]
}

export const patternFields = (type: ListTypeId): FieldDefinition[] =>
  LIST_TYPES[type].fields.filter(({ searchedBy }) => searchedBy !== undefined)

export function fieldGroups(type: ListTypeId): FieldGroup[] {
  const groups = new Map<string, FieldDefinition[]>()
  for (const field of patternFields(type)) {
    const input = field.searchedBy as string
    groups.set(input, [...(groups.get(input) ?? []), field])
  }
  return [...groups].map(([input, fields]) => ({ input, fields }))
}

/**
 * A lead's values in one group: with a region and a country, the region in that country, and the country. Values
 * are those of the group's fields.
 */
export function listLevels(
  { fields }: FieldGroup,
  values: Readonly<Record<string, string | null>>,
): Condition[][] {
  return fields.flatMap((field, at) =>
    values[field.name]
      ? [
          fields.slice(at).flatMap(({ name }) => {
            const value = values[name]
            return value ? [{ field: name, value }] : []
          }),
        ]
      : [],
  )
}

export function valueText(field: FieldDefinition | undefined, value: string): string {
  if (field?.kind === 'category') return categoryLabel(value)
  return field?.kind === 'country' ? countryName(value) : value
}

export function makeSearch(type: ListTypeId, conditions: readonly Condition[]): Record<string, unknown> {
  const { searchForm } = LIST_TYPES[type]
  const search: Record<string, unknown> = {}
  for (const { input, fields } of fieldGroups(type)) {
    const parts = fields.flatMap((field) => {
      const { value } = conditions.find((condition) => condition.field === field.name) ?? {}
      if (value === undefined) return []
      return [field.kind === 'category' ? value : valueText(field, value)]
    })
    if (parts.length === 0) continue
    const isChoice = searchForm.find(({ name }) => name === input)?.kind === 'choices'
    search[input] = isChoice ? parts : parts.join(', ')
  }
  return search
}

/** `Brewery · Oregon, United States`. */
export function segmentName(type: ListTypeId, conditions: readonly Condition[]): string {
  return fieldGroups(type)
    .map(({ fields }) =>
      fields
        .flatMap((field) =>
          conditions
            .filter((condition) => condition.field === field.name)
            .map((condition) => valueText(field, condition.value)),
        )
        .join(', '),
    )
    .filter(Boolean)
    .join(' · ')
}
