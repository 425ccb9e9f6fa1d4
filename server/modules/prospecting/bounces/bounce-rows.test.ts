import { describe, expect, it } from 'vitest'
import { readMoment, readRowKind } from './bounce-rows.ts'

describe('the kind of a row', () => {
  it.each([
    ['Hard', '', 'hard'],
    ['HardBounce', '', 'hard'],
    ['Permanent', '', 'hard'],
    ['5.1.1', '', 'hard'],
    ['550', '', 'hard'],
    ['Undelivered', '', 'hard'],
    ['failed', 'smtp; 550 5.1.1 unknown', 'hard'],
    ['bounce', '', 'hard'],
    ['bounce', '452 4.2.2 mailbox full', 'soft'],
    ['Soft bounce', '', 'soft'],
    ['Transient', '', 'soft'],
    ['4.2.2', '', 'soft'],
    ['deferred', '', 'soft'],
    ['Blocked', '', 'soft'],
    ['', '', 'hard'],
    ['', 'host said: 421 4.7.0 try later', 'soft'],
    ['', 'host said: 550 no such user', 'hard'],
    ['delivered', '', null],
    ['open', '', null],
    ['unsubscribe', '', null],
    ['spam complaint', '', null],
    ['newsletter', '', null],
    ['5.7.1', '554 5.7.1 Client host [203.0.113.9] blocked using a block list', 'soft'],
    ['5.7.26', '550 5.7.26 This message does not pass authentication checks', 'soft'],
    ['5.2.2', '552 5.2.2 Mailbox full', 'soft'],
    ['Hard', '552 5.2.2 Mailbox full', 'soft'],
    ['Soft bounce', '550 5.1.1 no such user', 'hard'],
    ['Soft bounce', 'mailbox unavailable', 'soft'],
    ['', 'Mailbox full', 'soft'],
    ['550', 'User unknown', 'hard'],
    ['550', 'Mailbox full', 'soft'],
    ['5.0.0', '', 'hard'],
    ['5.0.0', 'Unknown user', 'hard'],
    ['delivered', '550 5.1.1', null],
  ])('%s with the reason "%s" is %s', (kind, reason, expected) => {
    expect(readRowKind(kind, reason)).toBe(expected)
  })
})

describe('the time of a row', () => {
  it.each([
    ['2026-11-21T10:20:30Z', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21T10:20:30.123456+02:00', '2026-11-21T08:20:30.123Z'],
    ['2026-11-21 10:20:30', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21 9:05', '2026-11-21T09:05:00.000Z'],
    ['2026-11-21 10:20:30 UTC', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21 10:20:30 -0500', '2026-11-21T15:20:30.000Z'],
    ['1795256430', '2026-11-21T10:20:30.000Z'],
    ['1795256430000', '2026-11-21T10:20:30.000Z'],
    ['11/21/2026 1:05 PM', '2026-11-21T13:05:00.000Z'],
    ['21/11/2026 13:05', '2026-11-21T13:05:00.000Z'],
    ['05.11.2026 13:05', '2026-11-05T13:05:00.000Z'],
    ['11/05/2026 13:05', '2026-11-05T13:05:00.000Z'],
    ['Sat, 21 Nov 2026 10:20:30 +0100', '2026-11-21T09:20:30.000Z'],
    ['Nov 21, 2026 10:20 AM', '2026-11-21T10:20:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(readMoment(text)).toEqual({ at: new Date(expected), dayOnly: false })
  })

  it.each(['2026-11-21', '21.11.2026', '11/21/2026', 'Nov 21, 2026', '21-Nov-2026'])(
    '%s is a whole day',
    (text) => {
      expect(readMoment(text)).toEqual({ at: new Date('2026-11-21'), dayOnly: true })
    },
  )

  it.each(['', 'yesterday', '99/99/2026', '2026-13-45', 'x'.repeat(100)])('"%s" is invalid', (text) => {
    expect(readMoment(text)).toBeNull()
  })
})
