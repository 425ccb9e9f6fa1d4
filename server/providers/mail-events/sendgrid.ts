import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod/mini'
import type { BounceKind } from '#contract/branding/mail-events.ts'
import {
  BAD_SIGNATURE,
  bracketed,
  EventRefused,
  type EventSender,
  parsed,
  readHeader,
  readMoment,
} from './event-sender.ts'

/** The key in SendGrid's form: base64 of a SubjectPublicKeyInfo. Null for anything but an ECDSA key. */
function readKey(secret: string): KeyObject | null {
  try {
    const der = Buffer.from(secret.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' ? key : null
  } catch {
    return null
  }
}

const Event = z.object({
  event: z.string(),
  email: z.optional(z.string()),
  sg_event_id: z.optional(z.string()),
  'smtp-id': z.optional(z.string()),
  reference: z.optional(z.unknown()),
  type: z.optional(z.string()),
  status: z.optional(z.string()),
  reason: z.optional(z.string()),
})
type Event = z.output<typeof Event>

/** Why SendGrid dropped the mail: the address is on one of its suppression lists. */
const DROPPED: Record<string, BounceKind> = {
  'Bounced Address': 'hard',
  Invalid: 'hard',
  'Spam Reporting Address': 'complaint',
}

function readKind({ event, type, reason = '' }: Event): BounceKind | undefined {
  if (event === 'spamreport') return 'complaint'
  if (event === 'bounce') return type === 'blocked' ? 'soft' : 'hard'
  return event === 'dropped' ? DROPPED[reason] : undefined
}

/** SendGrid's signed event webhook: ECDSA over timestamp and raw body, up to a thousand events per request. */
export const sendgrid: EventSender = {
  secretProblem: (secret) =>
    readKey(secret) ? null : 'Enter the verification key exactly as SendGrid shows it',
  headers: {
    host: /(^|\.)sendgrid\.net$/,
    make: (reference) => ({ 'X-SMTPAPI': JSON.stringify({ unique_args: { reference } }) }),
  },
  async read({ body, headers, secret }) {
    const key = readKey(secret)
    const timestamp = readHeader(headers, 'x-twilio-email-event-webhook-timestamp')
    const signature = Buffer.from(readHeader(headers, 'x-twilio-email-event-webhook-signature'), 'base64')
    const signed = Buffer.concat([Buffer.from(timestamp), body])
    if (!key || !verify('sha256', signed, key, signature)) throw new EventRefused(BAD_SIGNATURE)
    const events = parsed(z.array(Event), body.toString()).flatMap((event) => {
      const kind = readKind(event)
      if (!kind || !event.email || !event.sg_event_id) return []
      return {
        id: event.sg_event_id,
        messageId: bracketed(event['smtp-id']),
        reference: typeof event.reference === 'string' ? event.reference : null,
        recipient: event.email,
        kind,
        status: event.status ?? '',
        detail: event.reason ?? '',
      }
    })
    return { at: readMoment(timestamp), events }
  },
}
