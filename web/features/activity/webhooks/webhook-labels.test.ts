import { expect, test } from 'vitest'
import { deliveryBadge, eventName, readableBody, responseLabel, webhookBadge } from './webhook-labels.ts'

test('a webhook shows why it is off, and that it is failing', () => {
  const on = { active: true, off_reason: null, failing_since: null }
  expect(webhookBadge(on).label).toBe('On')
  expect(webhookBadge({ ...on, failing_since: '2026-01-02T03:04:05Z' }).label).toBe('Failing')
  expect(webhookBadge({ ...on, active: false, off_reason: 'person' }).label).toBe('Off')
  expect(webhookBadge({ ...on, active: false, off_reason: 'gone' })).toEqual({
    state: 'error',
    label: 'Off: receiver returned 410',
  })
})

test('a failed delivery is being retried, a new one is waiting', () => {
  expect(deliveryBadge({ state: 'waiting', attempts: 0 }).label).toBe('Waiting')
  expect(deliveryBadge({ state: 'waiting', attempts: 2 }).label).toBe('Trying again')
  expect(deliveryBadge({ state: 'failed', attempts: 10 }).label).toBe('Failed')
  expect(responseLabel({ status: 500, error: 'The receiver returned 500' })).toBe('500')
  expect(responseLabel({ status: null, error: 'No response within 15 seconds' })).toContain('15 seconds')
})

test('formats bodies for reading where possible', () => {
  expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableBody('{"a":')).toBe('{"a":')
  expect(eventName('lead.added')).toBe('Leads added')
  expect(eventName('toString')).toBe('toString')
})
