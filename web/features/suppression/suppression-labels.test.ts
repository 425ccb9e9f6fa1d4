import { expect, it } from 'vitest'
import { placeWords, removedWords, valuesIn } from './suppression-labels.ts'

it('reads values from lines and from the first column of a table, each once', () => {
  expect(valuesIn('ann@acme.example\r\n\n"bo@acme.example",Bo\nann@acme.example\n+49 30 1\tx')).toEqual([
    'ann@acme.example',
    'bo@acme.example',
    '+49 30 1',
  ])
})

it('says where a value is and what was removed', () => {
  expect(placeWords({ lists: 3, leads: 4 })).toBe('On 3 lists, 4 leads')
  expect(placeWords({ lists: 0, leads: 0 })).toBe('In no list')
  expect(removedWords({ leads: 2, email_verifications: 1 })).toBe('leads: 2, email verifications: 1')
  expect(removedWords({})).toBe('Nothing was there')
})
