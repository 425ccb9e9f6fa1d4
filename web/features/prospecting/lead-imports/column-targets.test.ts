import { describe, expect, it } from 'vitest'
import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import {
  doubled,
  fieldOptions,
  isIdentified,
  mappingLabel,
  targetOfValue,
  valueOfTarget,
} from './column-targets.ts'

describe('column targets', () => {
  it.each([null, { field: 'email' }, { new_field: { label: 'Tags', kind: 'choice' as const } }])(
    '%j survives a round trip through the select',
    (target) => expect(targetOfValue(valueOfTarget(target), 'Tags')).toEqual(target),
  )

  it('cannot be fields that the product sets itself', () => {
    for (const type of LIST_TYPE_IDS) {
      const values = fieldOptions(type).map(({ value }) => value)
      expect(values).toContain('field:name')
      expect(values).toContain('field:last_name')
      expect(values).not.toContain('field:email_state')
      expect(new Set(values).size).toBe(values.length)
    }
  })

  it('have labels, and two columns for one field are detected', () => {
    const mapping = {
      A: { field: 'email' },
      B: { field: 'email' },
      C: null,
      D: { new_field: { label: 'D', kind: 'text' as const } },
    }
    expect(mappingLabel(mapping)).toBe('2 matched · 1 new custom field · 1 skipped')
    expect([...doubled(mapping)]).toEqual(['A', 'B'])
    expect(isIdentified(mapping)).toBe(true)
    expect(isIdentified({ A: { field: 'city' }, C: null })).toBe(false)
  })
})
