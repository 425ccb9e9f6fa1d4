import { expect, test } from 'vitest'
import { MAIL_STATES } from '#contract/branding/mail.ts'
import { isAnyPending, serverLabel, stateBadge, templateLabel } from './mail-labels.ts'

test('template names are readable, unknown ones too', () => {
  expect(templateLabel('reset-password')).toBe('Password reset')
  expect(templateLabel('weekly-report')).toBe('Weekly report')
  expect(templateLabel('constructor')).toBe('Constructor')
})

test('every state has a label, and a logged mail is not called sent', () => {
  for (const state of MAIL_STATES)
    expect(stateBadge({ state, bounce: null, transport: 'smtp' }).label).toMatch(/^[A-Z]/)
  expect(stateBadge({ state: 'sent', bounce: null }).label).toBe('Sent')
  expect(stateBadge({ state: 'sent', bounce: null, transport: 'console' }).label).not.toBe('Sent')
})

test('waiting and sending mails are in progress', () => {
  expect(isAnyPending([{ state: 'sent' }, { state: 'failed' }])).toBe(false)
  expect(isAnyPending([{ state: 'sent' }, { state: 'queued' }])).toBe(true)
})

test('describes a mail server', () => {
  const server = { host: 'mail.example.com', port: 465, encryption: 'tls', signs_in: true } as const
  expect(serverLabel(server)).toBe('mail.example.com:465 · TLS · with a password')
  expect(serverLabel({ ...server, encryption: 'optional', signs_in: false })).toContain('without a password')
})
