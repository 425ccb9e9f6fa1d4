import type { Reply } from '#contract/core/endpoint.ts'
import { counted } from '#contract/core/plural.ts'
import {
  CUSTOM_FIELD_KIND_LABELS,
  CUSTOM_FIELD_KINDS,
  type CustomField,
  type CustomFieldKind,
} from '#contract/leads/custom-fields.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  type ColumnTarget,
  type ImportMapping,
  type inspectLeadFile,
  NAME_PARTS,
  ROW_FACTS,
} from '#contract/prospecting/lead-imports.ts'

export type Inspected = Reply<typeof inspectLeadFile>['data']
type Column = Inspected['columns'][number]

/** Fields that the product sets itself. */
const FIXED = new Set([
  'source',
  'score',
  'added_at',
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
])
const PART_LABELS = { first_name: 'First name', last_name: 'Last name' } as const

export interface TargetOption {
  value: string
  label: string
}

/** Fields that a column can be mapped to. */
export function fieldOptions(type: ListTypeId): TargetOption[] {
  const declared = LIST_TYPES[type].fields.filter(({ name }) => !FIXED.has(name))
  const parts = NAME_PARTS.filter((part) => !declared.some(({ name }) => name === part))
  return [
    ...declared.map(({ name, label }) => ({ value: `field:${name}`, label })),
    ...parts.map((name) => ({ value: `field:${name}`, label: PART_LABELS[name] })),
    ...Object.entries(ROW_FACTS).map(([name, label]) => ({ value: `field:${name}`, label })),
  ]
}

/** Targets of a column, grouped for a select. */
export const targetGroups = (type: ListTypeId, custom: readonly CustomField[]) => [
  { group: 'Fields', items: fieldOptions(type) },
  ...(custom.length > 0
    ? [
        {
          group: 'Custom fields',
          items: custom.map(({ name, label }) => ({ value: `field:${name}`, label })),
        },
      ]
    : []),
  {
    group: 'New custom field',
    items: CUSTOM_FIELD_KINDS.map((kind) => ({
      value: `new:${kind}`,
      label: `New: ${CUSTOM_FIELD_KIND_LABELS[kind].toLowerCase()}`,
    })),
  },
]

/** The select value of a target; empty means skipped. */
export const valueOfTarget = (target: ColumnTarget | undefined): string =>
  !target ? '' : 'field' in target ? `field:${target.field}` : `new:${target.new_field.kind}`

/** The target of a select value. A new custom field is named after the column. */
export function targetOfValue(value: string, column: string): ColumnTarget {
  if (value.startsWith('field:')) return { field: value.slice(6) }
  if (!value.startsWith('new:')) return null
  return { new_field: { label: column.trim().slice(0, 60), kind: value.slice(4) as CustomFieldKind } }
}

/** The mapping suggested by the server. */
export const makeMapping = (columns: readonly Column[]): ImportMapping =>
  Object.fromEntries(columns.map(({ name, target }) => [name, target]))

/** Columns mapped to the same field as another one, each with that field. */
export function doubled(mapping: ImportMapping): Set<string> {
  const fed = new Map<string, string[]>()
  for (const [column, target] of Object.entries(mapping)) {
    if (!target || !('field' in target)) continue
    fed.set(target.field, [...(fed.get(target.field) ?? []), column])
  }
  return new Set([...fed.values()].filter((columns) => columns.length > 1).flat())
}

const IDENTIFYING = ['name', 'first_name', 'last_name', 'website', 'linkedin_url', 'email', 'handle']

/** Whether a mapped column identifies the lead of a row. */
export const isIdentified = (mapping: ImportMapping): boolean =>
  Object.values(mapping).some((target) => target && 'field' in target && IDENTIFYING.includes(target.field))

const isNew = (target: ColumnTarget | undefined): boolean => Boolean(target && 'new_field' in target)

/** Number of custom fields the mapping would create. */
export const newFieldCount = (mapping: ImportMapping): number => Object.values(mapping).filter(isNew).length

/** The mapping without new custom fields. */
export const withoutNewFields = (mapping: ImportMapping): ImportMapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([column, target]) => [column, isNew(target) ? null : target]),
  )

/** `5 matched, 2 new custom fields, 1 skipped`. */
export function mappingLabel(mapping: ImportMapping): string {
  const targets = Object.values(mapping)
  const news = newFieldCount(mapping)
  const skipped = targets.filter((target) => !target).length
  const parts = [`${targets.length - news - skipped} matched`]
  if (news > 0) parts.push(counted(news, 'new custom field'))
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return parts.join(' · ')
}
