import type { FilterOperator } from '#contract/core/constants.ts'
import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findField } from '#web/lib/list-fields.ts'
import {
  countRules,
  listOperators,
  MAX_DEPTH,
  MAX_RULES,
  needsValue,
  readCondition,
} from './filter-reader.ts'

/** A line of the builder; the value is the input's text. */
export interface RuleDraft {
  key: number
  field: string
  operator: FilterOperator
  value: string
}

/** A group of the builder: all or any of its rules and groups. */
export interface GroupDraft {
  key: number
  match: 'and' | 'or'
  rules: (RuleDraft | GroupDraft)[]
}

export const isGroup = (rule: RuleDraft | GroupDraft): rule is GroupDraft => 'match' in rule

let lastKey = 0
const nextKey = (): number => ++lastKey

/** A new line for a field with its first operator. */
export const newRule = (type: ListTypeId, field: string): RuleDraft => ({
  key: nextKey(),
  field,
  operator: listOperators(type, field)[0] ?? 'like',
  value: '',
})

/** A group with one empty line. */
export const newGroup = (type: ListTypeId, field: string, match: 'and' | 'or' = 'and'): GroupDraft => ({
  key: nextKey(),
  match,
  rules: [newRule(type, field)],
})

const ruleToDraft = (rule: Condition): RuleDraft => ({
  key: nextKey(),
  field: rule.field,
  operator: rule.operator,
  value: Array.isArray(rule.value) ? rule.value.join(', ') : String(rule.value ?? ''),
})

/** A stored group as a draft. One with both `and` and `or` becomes an "all" group around an "any" group. */
export function toDraft(group: FilterGroup): GroupDraft {
  const convert = (rules: (Condition | FilterGroup)[] = []) =>
    rules.map((rule) => ('field' in rule ? ruleToDraft(rule) : toDraft(rule)))
  if (group.and && group.or) {
    const any: GroupDraft = { key: nextKey(), match: 'or', rules: convert(group.or) }
    return { key: nextKey(), match: 'and', rules: [...convert(group.and), any] }
  }
  return { key: nextKey(), match: group.or ? 'or' : 'and', rules: convert(group.or ?? group.and) }
}

function ruleFromDraft(type: ListTypeId, draft: RuleDraft): Condition | null {
  const { field, operator } = draft
  const text = draft.value.trim()
  return readCondition(type, needsValue(operator) ? { field, operator, value: text } : { field, operator })
}

/** The draft as a filter; incomplete lines and empty groups are dropped, null when nothing is left. */
export function fromDraft(type: ListTypeId, draft: GroupDraft): FilterGroup | null {
  const rules = draft.rules
    .map((rule) => (isGroup(rule) ? fromDraft(type, rule) : ruleFromDraft(type, rule)))
    .filter((rule) => rule !== null)
  return rules.length > 0 ? { [draft.match]: rules } : null
}

/** Changes the group with a key at any depth. */
export function editGroup(
  root: GroupDraft,
  key: number,
  edit: (group: GroupDraft) => GroupDraft,
): GroupDraft {
  const changed = root.key === key ? edit(root) : root
  return {
    ...changed,
    rules: changed.rules.map((rule) => (isGroup(rule) ? editGroup(rule, key, edit) : rule)),
  }
}

/** Changes one line. A new field keeps the operator only if it supports it. */
export function editRule(type: ListTypeId, rule: RuleDraft, change: Partial<RuleDraft>): RuleDraft {
  const next = { ...rule, ...change }
  const allowed = listOperators(type, next.field)
  if (!allowed.includes(next.operator)) next.operator = allowed[0] ?? 'like'
  const kind = (name: string) => findField(type, name)?.kind
  if (change.field && kind(change.field) !== kind(rule.field)) next.value = ''
  return next
}

/** Removes a line or group, and groups that become empty. */
export function removeRule(root: GroupDraft, key: number): GroupDraft {
  const rules = root.rules
    .filter((rule) => rule.key !== key)
    .map((rule) => (isGroup(rule) ? removeRule(rule, key) : rule))
    .filter((rule) => !isGroup(rule) || rule.rules.length > 0)
  return { ...root, rules }
}

/** Whether another line, or another group at this depth (1 is the outermost), is allowed. */
export const canAddRule = (filter: FilterGroup | null): boolean => countRules(filter) < MAX_RULES
export const canNest = (depth: number): boolean => depth < MAX_DEPTH
