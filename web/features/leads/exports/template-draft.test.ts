import { expect, test } from 'vitest'
import { makeDraft, moved, readChoices } from './template-draft.ts'

test('a draft restores its choices without deleted columns or empty names', () => {
  const choices = { columns: ['email', 'cf_gone', 'name'], headers: { name: ' Firma ', cf_gone: 'Weg' } }
  const draft = makeDraft('local', { ...choices, email_states: ['valid'], other_emails: 'leave_out' })
  expect(readChoices(draft)).toEqual({
    columns: ['email', 'name'],
    headers: { name: 'Firma' },
    format: 'csv',
    provenance: false,
    bom: false,
    email_states: ['valid'],
    other_emails: 'leave_out',
  })
  expect(makeDraft('local', {}).columns).toContain('phone')
})

test('a column moves within the list and stops at its ends', () => {
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
})
