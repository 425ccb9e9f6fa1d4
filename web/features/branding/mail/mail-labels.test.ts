import { expect, test } from 'vitest'
import { isAnyPending, stateBadge, templateLabel } from './mail-labels.ts'

test('a template without a label is named in words', () => {
  expect(templateLabel('weekly-report')).toBe('Weekly report')
  expect(templateLabel('constructor')).toBe('Constructor')
})

test('a mail that was only logged is not called sent', () => {
  expect(stateBadge({ state: 'sent', bounce: null }).label).toBe('Sent')
  expect(stateBadge({ state: 'sent', bounce: null, transport: 'console' }).label).not.toBe('Sent')
})

test('waiting and sending mails are in progress', () => {
  expect(isAnyPending([{ state: 'sent' }, { state: 'failed' }])).toBe(false)
  expect(isAnyPending([{ state: 'sent' }, { state: 'queued' }])).toBe(true)
})
