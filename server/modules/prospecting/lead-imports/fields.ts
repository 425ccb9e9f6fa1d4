import { isEditableField } from '#contract/leads/lead-edits.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { NAME_PARTS, ROW_FACTS } from '#contract/prospecting/lead-imports.ts'

const PART_LABELS: Record<string, string> = { first_name: 'First name', last_name: 'Last name' }

/** Fields that columns can be mapped to: editable ones, and parts of a name where the type has only the full name. */
export function importFields(type: ListTypeId, custom: readonly FieldDefinition[]): FieldDefinition[] {
  const declared = LIST_TYPES[type].fields
  const has = (name: string) => declared.some((field) => field.name === name)
  const parts = has('name')
    ? NAME_PARTS.filter((name) => !has(name)).map(
        (name): FieldDefinition => ({ name, label: PART_LABELS[name] ?? name, kind: 'text' }),
      )
    : []
  const facts = Object.entries(ROW_FACTS).flatMap(([name, label]): FieldDefinition[] =>
    name === 'house_number' && !has('street')
      ? []
      : [{ name, label, kind: name === 'phone_country' ? 'country' : 'text' }],
  )
  return [...declared.filter(({ name }) => isEditableField(name)), ...parts, ...facts, ...custom]
}

/** Whether a field is a part joined into `name`. */
export const isNamePart = (type: ListTypeId, name: string): boolean =>
  (NAME_PARTS as readonly string[]).includes(name) &&
  !LIST_TYPES[type].fields.some((field) => field.name === name)
