import { expect, it } from 'vitest'
import { placeLabel, removedLabel, valuesIn } from './suppression-labels.ts'

it('reads values from lines or from the first column of a table, without duplicates', () => {
  expect(valuesIn('ann@acme.example\r\n\n"bo@acme.example",Bo\nann@acme.example\n+49 30 1\tx')).toEqual([
    'ann@acme.example',
    'bo@acme.example',
    '+49 30 1',
  ])
})

it('shows where a value is used and what was removed', () => {
  expect(placeLabel({ lists: 3, leads: 4 })).toBe('4 leads in 3 lists')
  expect(placeLabel({ lists: 0, leads: 0 })).toBe('Not in any list')
  expect(removedLabel({ email_verifications: 1, leads: 2 })).toBe('2 leads, 1 email check')
  expect(removedLabel({ crm_ledger: 1, crm_item: 1, entity_alias: 1 })).toBe(
    '1 duplicate check, 2 CRM entries',
  )
  expect(removedLabel({ some_new_table: 2, another_one: 1 })).toBe('3 other records')
  expect(removedLabel({})).toBe('Nothing found')
})
