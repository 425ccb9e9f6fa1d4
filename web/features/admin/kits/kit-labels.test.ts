import { expect, test } from 'vitest'
import {
  changesLabel,
  fileName,
  formatContent,
  groupNames,
  rolloutBadge,
  rolloutFacts,
} from './kit-labels.ts'

test('names of settings are grouped by part; types stay in front of names', () => {
  expect(groupNames(['labels/Hot', 'views/local/A/B', 'labels/Cold'])).toEqual([
    { label: 'Labels and their rules', settings: ['Hot', 'Cold'] },
    { label: 'Shared views', settings: ['local/A/B'] },
  ])
})

test('content is written as lines', () => {
  const content = {
    color: 'red',
    only_new: true,
    note: '',
    choices: ['a', 'b'],
    rule: {
      conditions: [
        { field: 'name', is: null },
        { field: 'city', is: 'Bern' },
      ],
    },
    rest: {},
  }
  expect(formatContent(content)).toBe(
    `color: red
only new: yes
note: –
choices: a, b
rule:
  conditions:
    - field: name
      is: –
    - field: city
      is: Bern
rest:
  –`,
  )
})

test('changes and files have names', () => {
  expect(changesLabel({ added: 2, changed: 0, removed: 1 })).toBe('2 added, 1 removed')
  expect(changesLabel({ added: 0, changed: 0, removed: 0 })).toBe('Nothing')
  expect(fileName('Größe & Web!')).toBe('gro-e-web')
  expect(fileName('日本')).toBe('kit')
})

test('a roll-out with refusals is only partly done', () => {
  const counts = { waiting: 0, done: 2, unchanged: 0, refused: 1, skipped: 0 }
  expect(rolloutBadge({ state: 'done', counts })).toEqual({ state: 'partly', label: 'Done, some refused' })
  expect(rolloutBadge({ state: 'done', counts: { ...counts, refused: 0 } }).state).toBe('succeeded')
  expect(rolloutFacts({ accounts: 4, counts: { ...counts, waiting: 1 } })).toEqual([
    '3 of 4 accounts',
    '2 changed',
    '1 refused',
  ])
})
