import { describe, expect, test } from 'vitest'
import type { FilterGroup } from '#contract/leads/leads.ts'
import {
  editGroup,
  editRule,
  fromDraft,
  isGroup,
  newGroup,
  newRule,
  removeRule,
  toDraft,
} from './filter-draft.ts'

const stored: FilterGroup = {
  or: [
    { field: 'name', operator: 'like', value: 'ale' },
    {
      and: [
        { field: 'phone', operator: 'not empty' },
        { field: 'distance_km', operator: 'lower', value: 5 },
      ],
    },
  ],
}

describe('filter builder', () => {
  test('a stored filter is unchanged after opening and applying', () => {
    expect(fromDraft('local', toDraft(stored))).toEqual(stored)
  })

  test('a group that mixes conditions and groups keeps its meaning', () => {
    const both: FilterGroup = {
      and: [{ field: 'phone', operator: 'empty' }],
      or: [{ field: 'name', operator: 'like', value: 'a' }],
    }
    expect(fromDraft('local', toDraft(both))).toEqual({
      and: [{ field: 'phone', operator: 'empty' }, { or: [{ field: 'name', operator: 'like', value: 'a' }] }],
    })
  })

  test('incomplete lines are not applied', () => {
    expect(fromDraft('local', newGroup('local', 'name'))).toBeNull()
    const number = { ...newRule('local', 'distance_km'), value: 'ten' }
    expect(fromDraft('local', { ...newGroup('local', 'name'), rules: [number] })).toBeNull()
  })

  test('choosing another field resets the operator and values of another type', () => {
    const rule = { ...newRule('local', 'name'), value: 'ale' }
    expect(editRule('local', rule, { field: 'distance_km' })).toMatchObject({ operator: 'lower', value: '' })
    expect(editRule('local', rule, { field: 'city' })).toMatchObject({ operator: 'like', value: 'ale' })
  })

  test('removing the last line of an inner group removes the group', () => {
    const draft = toDraft({
      or: [{ field: 'phone', operator: 'empty' }, { and: [{ field: 'email', operator: 'empty' }] }],
    })
    const inner = draft.rules.find(isGroup)!
    const added = editGroup(draft, inner.key, (group) => ({
      ...group,
      rules: [...group.rules, newRule('local', 'name')],
    }))
    expect(added.rules.find(isGroup)?.rules).toHaveLength(2)
    expect(removeRule(draft, inner.rules[0]!.key).rules).toHaveLength(1)
  })
})
