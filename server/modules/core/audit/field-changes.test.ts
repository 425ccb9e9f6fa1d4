import { expect, it } from 'vitest'
import { fieldChanges } from './field-changes.ts'

it.each([
  ['only what differs', { a: 1, b: 2, updated_at: 1 }, { a: 1, b: 3, updated_at: 2 }, { b: 2 }, { b: 3 }],
  ['only fields that were written', { a: 1, b: 2 }, { b: 3, c: undefined }, { b: 2 }, { b: 3 }],
  ['lists and dates by content', { a: ['x'], d: new Date(0) }, { a: ['x'], d: new Date(0) }, {}, {}],
  ['a new record', null, { id: 4, a: 1 }, undefined, { a: 1 }],
  ['a deleted record', { id: 4, a: 1 }, null, { a: 1 }, undefined],
  [
    'a secret that was replaced',
    { k_sealed: 'x' },
    { k_sealed: 'y' },
    { k_sealed: 'set' },
    { k_sealed: 'replaced' },
  ],
  ['a secret that was added', { token: null }, { token: 'y' }, { token: null }, { token: 'set' }],
  [
    'the start of a long text',
    { a: null },
    { a: 'x'.repeat(400) },
    { a: null },
    { a: `${'x'.repeat(300)}…` },
  ],
])('the changed fields of a record: %s', (_what, was, is, before, after) => {
  const found = fieldChanges(was, is)
  expect([found.before, found.after]).toEqual([before, after])
})
