import * as z from 'zod/mini'
import type { BounceKind } from '#contract/branding/mail-events.ts'
import { EventRefused, type EventSender, isSame, parsed, readHeader, readMoment } from './event-sender.ts'

const MIN_SECRET = 16

/** Bounce types that concern the address or the sender; delays and automatic replies do not. */
const KINDS: Record<string, BounceKind> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Undeliverable: 'soft',
  Unknown: 'soft',
  Blocked: 'sender',
  DMARCPolicy: 'sender',
  SpamNotification: 'sender',
  VirusNotification: 'sender',
  SpamComplaint: 'complaint',
}

const Body = z.object({
  RecordType: z.string(),
  ID: z.optional(z.union([z.string(), z.number()])),
  Type: z.optional(z.string()),
  Email: z.optional(z.string()),
  Description: z.optional(z.string()),
  Details: z.optional(z.nullable(z.string())),
  BouncedAt: z.optional(z.string()),
  Metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})

/**
 * Postmark's bounce and spam complaint webhooks. They have no signature, so the password of basic authentication is
 * checked. Its MessageID is Postmark's own; metadata that we send identifies the mail.
 */
export const postmark: EventSender = {
  secretProblem: (secret) =>
    secret.length < MIN_SECRET ? `Enter a password of at least ${MIN_SECRET} characters` : null,
  headers: {
    host: /(^|\.)postmarkapp\.com$/,
    make: (reference) => ({ 'X-PM-Metadata-reference': reference }),
  },
  async read({ body, headers, secret }) {
    const [scheme, credentials = ''] = readHeader(headers, 'authorization').split(' ')
    const decoded = Buffer.from(credentials, 'base64').toString()
    const password = decoded.slice(decoded.indexOf(':') + 1)
    if (scheme?.toLowerCase() !== 'basic' || !isSame(password, secret))
      throw new EventRefused('The password does not match')
    const event = parsed(Body, body.toString())
    const isBounce = event.RecordType === 'Bounce' || event.RecordType === 'SpamComplaint'
    if (!isBounce) return { at: null, events: [] }
    const kind = KINDS[event.RecordType === 'SpamComplaint' ? 'SpamComplaint' : (event.Type ?? '')]
    const at = readMoment(event.BouncedAt ?? '-')
    const reference = event.Metadata?.reference
    if (!kind || !event.Email || event.ID === undefined) return { at, events: [] }
    return {
      at,
      events: [
        {
          id: `${event.RecordType}:${event.ID}`,
          messageId: null,
          reference: typeof reference === 'string' ? reference : null,
          recipient: event.Email,
          kind,
          status: '',
          detail: event.Details || event.Description || '',
        },
      ],
    }
  },
}
