import { expect, test } from 'vitest'
import { ACTION_GROUPS, meansLabel, subjectLabel } from './audit-labels.ts'

test.each([
  [{ credential: 'session' as const, detail: {} }, 'Browser'],
  [{ credential: 'session' as const, detail: { program: 'command_line' } }, 'Command line'],
  [{ credential: 'api_key' as const, detail: null }, 'API key'],
  [{ credential: 'api_key' as const, detail: { program: 'command_line' } }, 'Command line, with an API key'],
])('an entry with %j was made by “%s”', (entry, label) => {
  expect(meansLabel(entry)).toBe(label)
})

test.each([
  ['run:21', 'Import of breweries', 'Run “Import of breweries”'],
  ['run:21', null, 'Run 21'],
  ['credit_pack:3', null, 'Credit pack 3'],
  [null, null, '–'],
])('the subject %s, called %s, reads “%s”', (subject, subject_name, label) => {
  expect(subjectLabel({ subject, subject_name })).toBe(label)
})

test('the actions of a kind of record are one group', () => {
  const group = ACTION_GROUPS.find(({ label }) => label === 'Crm')
  expect(group?.actions.every(({ value }) => value.startsWith('crm.'))).toBe(true)
  expect(group?.actions.length).toBeGreaterThan(3)
})
