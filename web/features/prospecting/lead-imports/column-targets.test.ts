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

describe('what columns become', () => {
  it.each([null, { field: 'email' }, { new_field: { label: 'Tags', kind: 'choice' as const } }])(
    '%j is a choice of the select and back',
    (target) => expect(targetOfValue(valueOfTarget(target), 'Tags')).toEqual(target),
  )

  it('is never what is the product’s to say', () => {
    for (const type of LIST_TYPE_IDS) {
      const values = fieldOptions(type).map(({ value }) => value)
      expect(values).toContain('field:name')
      expect(values).toContain('field:last_name')
      expect(values).not.toContain('field:email_state')
      expect(new Set(values).size).toBe(values.length)
    }
  })

  it('is told in words, and two columns of one field are seen', () => {
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
