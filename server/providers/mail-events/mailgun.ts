import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { BounceKind } from '#contract/branding/mail-events.ts'
import {
  BAD_SIGNATURE,
  bracketed,
  EventRefused,
  type EventSender,
  isSame,
  parsed,
  readMoment,
} from './event-sender.ts'

const Stamp = z.union([z.string(), z.number()])
const Body = z.object({
  signature: z.object({ timestamp: Stamp, token: z.string(), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: z.optional(z.string()),
    reason: z.optional(z.string()),
    recipient: z.optional(z.string()),
    message: z.optional(
      z.object({ headers: z.optional(z.object({ 'message-id': z.optional(z.string()) })) }),
    ),
    'user-variables': z.optional(z.unknown()),
    'delivery-status': z.optional(
      z.object({
        code: z.optional(z.nullable(Stamp)),
        'enhanced-code': z.optional(z.nullable(z.string())),
        message: z.optional(z.nullable(z.string())),
        description: z.optional(z.nullable(z.string())),
      }),
    ),
  }),
})
type Data = z.output<typeof Body>['event-data']

/** Reasons more specific than the server's reply. Null: not the address's fault. */
const REASONS: Record<string, BounceKind | null> = {
  'suppress-complaint': 'complaint',
  'suppress-unsubscribe': null,
  'suppress-bounce': 'hard',
  espblock: 'sender',
  old: 'soft',
}

function readKind({ event, severity, reason = '' }: Data): BounceKind | null {
  if (event === 'complained') return 'complaint'
  // Mailgun retries a temporary failure.
  if (event !== 'failed' || severity !== 'permanent') return null
  const known = REASONS[reason]
  return known === undefined ? 'hard' : known
}

function readReference(variables: unknown): string | null {
  const reference = (variables as { reference?: unknown } | undefined)?.reference
  return typeof reference === 'string' ? reference : null
}

/**
 * Mailgun's webhooks: HMAC over timestamp and token. It does not cover the event itself, so each token is accepted
 * only once.
 */
export const mailgun: EventSender = {
  secretProblem: (secret) =>
    secret.length < 16 ? 'Enter the HTTP webhook signing key exactly as Mailgun shows it' : null,
  headers: {
    host: /(^|\.)mailgun\.org$/,
    make: (reference) => ({ 'X-Mailgun-Variables': JSON.stringify({ reference }) }),
  },
  async read({ body, secret }) {
    const { signature: stamp, 'event-data': data } = parsed(Body, body.toString())
    const right = createHmac('sha256', secret).update(`${stamp.timestamp}${stamp.token}`).digest('hex')
    if (!isSame(stamp.signature, right)) throw new EventRefused(BAD_SIGNATURE)
    const at = readMoment(stamp.timestamp)
    const kind = readKind(data)
    if (!kind || !data.recipient) return { at, events: [] }
    const { code, 'enhanced-code': status, message, description } = data['delivery-status'] ?? {}
    return {
      at,
      events: [
        {
          id: stamp.token,
          messageId: bracketed(data.message?.headers?.['message-id']),
          reference: readReference(data['user-variables']),
          recipient: data.recipient,
          kind,
          status: status ?? '',
          detail: [code, message || description].filter(Boolean).join(' '),
        },
      ],
    }
  },
}
