import { expect, test } from 'vitest'
import { eventName, readableBody, webhookBadge } from './webhook-labels.ts'

test('a webhook that is off is not called failing', () => {
  const on = { active: true, off_reason: null, failing_since: null }
  const failing = { ...on, failing_since: '2026-01-02T03:04:05Z' }
  expect(webhookBadge(failing).label).toBe('Failing')
  expect(webhookBadge({ ...failing, active: false, off_reason: 'gone' }).label).toMatch(/^Off: /)
})

test('a body that is not JSON and an unknown event are shown as they are', () => {
  expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableBody('{"a":')).toBe('{"a":')
  expect(eventName('toString')).toBe('toString')
})
