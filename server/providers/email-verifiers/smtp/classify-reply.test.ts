import { describe, expect, it } from 'vitest'
import { RECIPIENT_REPLIES } from '#server/testing/smtp-replies.ts'
import { classifyReply, enhancedCode, type SmtpReply } from './classify-reply.ts'

/** A reply as logged, with lines separated by `\n`. */
function replyOf(text: string): SmtpReply {
  const lines = text.split('\n')
  return { code: Number(lines[0]?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) }
}

describe('a reply to RCPT', () => {
  for (const [expected, texts] of Object.entries(RECIPIENT_REPLIES))
    it.each(texts)(`${expected}: %s`, (text) => {
      expect(classifyReply(replyOf(text), true)).toBe(expected)
    })

  it('is about a mailbox only when it is permanent', () => {
    const evidence = [...RECIPIENT_REPLIES.no_such_user, ...RECIPIENT_REPLIES.disabled]
    for (const text of evidence) {
      const later = { ...replyOf(text), code: 450 }
      expect(['temporary', 'full', 'greylisted']).toContain(classifyReply(later, true))
    }
  })

  it('is no evidence when it also gives another reason', () => {
    const reasons = [
      'blocked using zen.spamhaus.org',
      'policy',
      'Access denied',
      'poor reputation',
      'Sender address rejected',
      'relaying denied',
      'Authentication required',
      'cannot find your reverse hostname',
      'too many connections',
      'greylisted',
      'try again later',
      'temporary failure',
    ]
    for (const text of [...RECIPIENT_REPLIES.no_such_user, ...RECIPIENT_REPLIES.disabled])
      for (const reason of reasons)
        for (const both of [`${text}; ${reason}`, `550 ${reason}\n${text}`])
          expect(['no_such_user', 'disabled']).not.toContain(classifyReply(replyOf(both), true))
  })

  it.each([500, 501, 502, 503, 504, 521, 530, 535, 556])('%i never says anything about a mailbox', (code) => {
    expect(['no_such_user', 'disabled']).not.toContain(
      classifyReply({ code, lines: ['5.1.1 User unknown'] }, true),
    )
  })

  it('ignores words that come from the address', () => {
    expect(classifyReply(replyOf('550 5.1.1 <policy@blocked-spam.example>: User unknown'), true)).toBe(
      'no_such_user',
    )
    expect(classifyReply(replyOf('554 <no-such-user@nosuchuser.example>: rejected'), true)).toBe('rejected')
  })

  it('that is very long is judged by its start', () => {
    const content = 'user '.repeat(300_000)
    expect(classifyReply({ code: 550, lines: [content, 'a@'.repeat(300_000)] }, true)).toBe('rejected')
  })
})

describe('a reply before RCPT', () => {
  it.each([
    ['550 5.1.1 User unknown', 'rejected'],
    ['554 5.7.1 Your IP is blacklisted', 'blocked'],
    ['550 5.2.1 Mailbox disabled', 'rejected'],
    ['421 4.3.2 Service not available', 'temporary'],
    ['451 4.7.1 Greylisted', 'greylisted'],
    ['450 4.1.8 Sender address rejected: Domain not found', 'sender_refused'],
    ['530 5.7.0 Must issue a STARTTLS command first', 'wants_sign_in'],
    ['554 No SMTP service here', 'rejected'],
    ['452 4.3.1 Insufficient system storage', 'temporary'],
  ])('“%s” means %s', (text, expected) => {
    expect(classifyReply(replyOf(text), false)).toBe(expected)
  })
})

describe('an enhanced status code', () => {
  it.each([
    ['550 5.1.1 User unknown', '5.1.1'],
    ['550-5.1.10 RESOLVER', '5.1.10'],
    ['550 sorry, no mailbox here by that name. (#5.1.1)', '5.1.1'],
    ['550 User unknown', null],
    ['550 10.5.1.1 is listed', null],
    ['550 5.1.1.9 is listed', null],
  ])('of %s', (text, code) => {
    expect(enhancedCode(replyOf(text))).toBe(code)
  })
})
