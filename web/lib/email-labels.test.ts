import { expect, test } from 'vitest'
import { EMAIL_NOT_CHECKED, EMAIL_STATES } from '#contract/leads/email-states.ts'
import { EMAIL_STATE_ORDER, emailLabel } from './email-labels.ts'

test('the order of email states has each of them once', () => {
  expect([...EMAIL_STATE_ORDER].sort()).toEqual([...EMAIL_STATES].sort())
})

test('an email of an unknown state is shown as not checked', () => {
  for (const state of [null, undefined, '', 'constructor', 'no_such_state', EMAIL_NOT_CHECKED])
    expect(emailLabel(state).label).toBe('Not checked')
})
