import { MAILBOX_REASONS, OTHER_REASONS, type ReplyClass, type ReplyRule } from './reply-rules.ts'

/** A reply's code and its lines without it. */
export interface SmtpReply {
  code: number
  lines: readonly string[]
}

const LONGEST = 2000
/** Names of people and domains are not the host's words: `<policy@blocked.example>` says nothing. */
const ADDRESS = /[^\s<>"]{1,256}@[^\s<>",;]{1,256}/g
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]|\d)/

/** The enhanced status code (RFC 3463) of a reply, such as `5.1.1`, or null. */
export function enhancedCode(reply: SmtpReply): string | null {
  const first = reply.lines.map((line) => /^([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(line)?.[1]).find(Boolean)
  // qmail and Cisco write it later in the text: `(#5.1.1)`.
  return first ?? /#([245]\.\d{1,3}\.\d{1,3})/.exec(reply.lines.join(' ').slice(0, LONGEST))?.[1] ?? null
}

function joinLines(reply: SmtpReply): string {
  const joined = reply.lines.map((line) => line.replace(STATUS, ' ')).join(' ')
  return joined.slice(0, LONGEST).replace(ADDRESS, ' ').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** Codes about the command, the sign-in or the whole host, never about a mailbox. */
const NOT_ABOUT_MAILBOX = new Set([500, 501, 502, 503, 504, 521, 530, 534, 535, 538, 556])
const BY_STATUS: Readonly<Record<string, ReplyClass>> = {
  '5.1.1': 'no_such_user',
  '5.1.6': 'no_such_user',
  '5.1.10': 'no_such_user',
  '5.2.2': 'full',
}
/** Status codes about an address or its mailbox; others are about the host, the network, the protocol or a policy. */
const MAILBOX_STATUS = /^[45]\.[012]\./
/** Status codes about the sender (5.1.7, 5.1.8) or a policy, unless the text is clear. */
const SENDER_STATUS = /^5\.1\.[78]$/
const POLICY_STATUS = /^[45]\.7\./

const firstMatch = (rules: readonly ReplyRule[], text: string): ReplyClass | undefined =>
  rules.find((rule) => rule.pattern.test(text))?.is

/** What the text says of the mailbox. A quota with a status code of another kind is the host's, or for senders. */
function mailboxReason(status: string | null, text: string): ReplyClass | undefined {
  const mailbox = firstMatch(MAILBOX_REASONS, text)
  return mailbox === 'full' && status !== null && !MAILBOX_STATUS.test(status) ? 'blocked' : mailbox
}

function transient(reply: SmtpReply, status: string | null, text: string): ReplyClass {
  const mailbox = mailboxReason(status, text)
  if (mailbox === 'full' || status === '4.2.2') return 'full'
  return reply.code === 452 && (status === null || MAILBOX_STATUS.test(status)) ? 'full' : 'temporary'
}

/** A permanent rejection at RCPT. The text counts more than the status code, and both more than the reply code. */
function permanent(reply: SmtpReply, status: string | null, text: string): ReplyClass {
  const mailbox = mailboxReason(status, text)
  if (mailbox) return mailbox
  if (status === '5.2.1' && /\b(disabled|inactive|deactivated|discontinued)\b/.test(text)) return 'disabled'
  const byStatus = BY_STATUS[status ?? '']
  if (byStatus) return byStatus
  if (SENDER_STATUS.test(status ?? '')) return 'sender_refused'
  if (POLICY_STATUS.test(status ?? '')) return 'blocked'
  return reply.code === 552 && (status === null || MAILBOX_STATUS.test(status)) ? 'full' : 'rejected'
}

/**
 * Classifies a reply. `atRecipient` is true for replies to RCPT TO; other replies say nothing about a mailbox. A
 * mailbox counts as absent only when the host says so in words or by a status code that means exactly that, and
 * gives no other reason.
 */
export function classifyReply(reply: SmtpReply, atRecipient: boolean): ReplyClass {
  const { code } = reply
  if (code === 250 || code === 251) return 'accepted'
  if (code < 400 || code > 599) return 'cannot_tell'
  const text = joinLines(reply)
  const status = enhancedCode(reply)
  const other = firstMatch(OTHER_REASONS, text)
  if (other === 'accepted') return atRecipient ? other : 'temporary'
  if (other) return other
  if (code === 530 || code === 535) return 'wants_sign_in'
  if (!atRecipient || NOT_ABOUT_MAILBOX.has(code)) {
    if (POLICY_STATUS.test(status ?? '')) return 'blocked'
    return code < 500 ? 'temporary' : 'rejected'
  }
  return code < 500 ? transient(reply, status, text) : permanent(reply, status, text)
}
