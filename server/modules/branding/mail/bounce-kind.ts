import type { BounceKind } from '#contract/branding/mail-events.ts'
import { classifyReply, type ReplyClass } from '#server/providers/email-verifiers/index.ts'

/** An enhanced status (RFC 3463) that says more than 5.0.0; no part of an IP address. */
const ENHANCED = /(?<![\d.])(?!5\.0\.0(?!\d))([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/
const PLAIN = /(?:^|[\s;:])([45])\d\d(?=[\s-]|$)/

/** What Microsoft writes about mailboxes that it doesn't have. */
const MICROSOFT_UNKNOWN = /recipient address rejected: access denied|mailbox unavailable/i

const BY_WORDS: Partial<Record<ReplyClass, BounceKind>> = {
  no_such_user: 'hard',
  disabled: 'hard',
  full: 'soft',
  greylisted: 'soft',
  temporary: 'soft',
  // The mailbox exists and is busy.
  accepted: 'soft',
  blocked: 'sender',
  sender_refused: 'sender',
  wants_sign_in: 'sender',
}

function byWords(text: string): BounceKind | undefined {
  if (MICROSOFT_UNKNOWN.test(text)) return 'hard'
  return BY_WORDS[classifyReply({ code: 550, lines: [text] }, true)]
}

/** By the status alone; undefined when it says too little. */
function byStatus(subject: number, detail: number): BounceKind | undefined {
  if (subject === 7) return 'sender'
  if (subject === 1 && (detail === 7 || detail === 8)) return 'sender'
  if (subject === 1 && detail !== 0) return 'hard'
  if (subject === 2 && detail === 2) return 'soft'
  // No such host, and Microsoft's number for no such domain.
  return subject === 4 && (detail === 4 || detail === 310) ? 'hard' : undefined
}

/**
 * The meaning of a receiving server's status and text: `hard` when nobody receives mail there, `sender` when it
 * rejects us, `soft` for everything that may pass, such as a full mailbox. Undefined when they say neither.
 */
export function readBounceKind(text: string): BounceKind | undefined {
  const [enhanced, major, subject, detail] = ENHANCED.exec(text) ?? []
  if ((major ?? PLAIN.exec(text)?.[1]) === '4') return 'soft'
  if (enhanced === undefined) return byWords(text)
  const known = byStatus(Number(subject), Number(detail))
  if (known) return known
  const words = byWords(text)
  // Of a mailbox (5.2.x), Google's 5.2.1 is a closed one, unless the text says that it is busy.
  if (subject === '2') return words === 'hard' || (detail === '1' && words !== 'soft') ? 'hard' : 'soft'
  return words ?? (subject === '1' ? 'hard' : subject === '0' ? undefined : 'soft')
}

/** The same where nobody else decides: a plain 550, 551 or 553 at a recipient is about the address. */
export const readRefusalKind = (text: string): BounceKind =>
  readBounceKind(text) ?? (/^(?:[\d.]+ )?(?:smtp; ?)?55[013]\b/i.test(text) ? 'hard' : 'soft')
