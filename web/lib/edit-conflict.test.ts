import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { findConflict, findDifferences, merged } from './edit-conflict.ts'

const FIELDS = ['name', 'tone', 'offer', 'proof'] as const
const base = { name: 'Acme', tone: 'Dry', offer: 'A', proof: '' }
const mine = { name: 'Acme', tone: 'Warm', offer: 'B', proof: '12 ' }
const theirs = { name: 'Acme Ltd', tone: 'Dry', offer: 'C', proof: '12' }
const differences = findDifferences(FIELDS, { base, mine, theirs })

test('an edit conflict keeps a change made on one side, and asks where both sides changed', () => {
  expect(differences.map(({ field, pick }) => [field, pick])).toEqual([
    ['name', 'theirs'],
    ['tone', 'mine'],
    ['offer', 'mine'],
  ])
  expect(merged(theirs, differences, {})).toEqual({ name: 'Acme Ltd', tone: 'Warm', offer: 'B', proof: '12' })
})

test('an edit conflict is settled by the user’s choices', () => {
  const chosen = merged(theirs, differences, { offer: 'theirs', name: 'mine' })
  expect(chosen).toMatchObject({ name: 'Acme', offer: 'C' })
})

test('only a save refused for its version is a conflict', () => {
  const current = { version: 2, updated_by: 'Ann', updated_at: '2026-01-01T00:00:00Z' }
  const refused = new ApiError({ code: 'edit_conflict', message: 'x', status: 409, details: { current } })
  expect(findConflict(refused)).toEqual(current)
  expect(findConflict(new ApiError({ code: 'conflict', message: 'x', status: 409 }))).toBe(null)
  expect(findConflict(undefined)).toBe(null)
})
