import { expect, test } from 'vitest'
import { EMAIL_KINDS, EMAIL_NOT_CHECKED, EMAIL_STATES, NO_EMAIL } from '#contract/leads/email-states.ts'
import { EMAIL_STATE_ORDER, emailKindLabel, emailLabel } from './email-labels.ts'

test('every state has its own label and an explanation', () => {
  expect([...EMAIL_STATE_ORDER].sort()).toEqual([...EMAIL_STATES].sort())
  expect(new Set(EMAIL_STATES.map((state) => emailLabel(state).label)).size).toBe(EMAIL_STATES.length)
})

test('unknown states are shown as not checked', () => {
  for (const state of [null, undefined, '', 'constructor', 'no_such_state', EMAIL_NOT_CHECKED])
    expect(emailLabel(state).label).toBe('Not checked')
  expect(emailLabel(NO_EMAIL).label).toBe('No email')
})

test('every email type has a label, other values have none', () => {
  expect(EMAIL_KINDS.map((kind) => emailKindLabel(kind)?.label)).not.toContain(undefined)
  expect([null, 'toString', 'other'].map(emailKindLabel)).toEqual([null, null, null])
})
