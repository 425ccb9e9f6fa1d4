import { verify, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import type { BounceKind } from '#contract/branding/mail-events.ts'
import {
  BAD_SIGNATURE,
  bracketed,
  type EventReach,
  EventRefused,
  type EventSender,
  isSame,
  parsed,
  readMoment,
  type SenderEvent,
} from './event-sender.ts'

const TOPIC = /^arn:aws(-cn|-us-gov)?:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/
const HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/
const CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]+\.pem$/
const DIGESTS: Record<string, string> = { 1: 'sha1', 2: 'sha256' }

const Message = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.string(),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.optional(z.nullable(z.string())),
  SubscribeURL: z.optional(z.string()),
  Token: z.optional(z.string()),
})
type Message = z.output<typeof Message>

/** The signed fields, in order. */
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  Confirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The signed text: names and values on separate lines; absent ones are left out. */
function signedText(message: Message): string {
  const fields = message.Type === 'Notification' ? SIGNED.Notification : SIGNED.Confirmation
  return fields
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
}

/** A URL of Amazon's notification service. @throws EventRefused for any other host */
function amazonUrl(text: string | undefined): URL {
  const url = URL.parse(text ?? '')
  const { protocol, hostname, port, username } = url ?? {}
  if (!url || protocol !== 'https:' || port !== '' || username !== '' || !HOST.test(hostname ?? ''))
    throw new EventRefused('The request names an address that is not Amazon’s')
  return url
}

async function checkSignature(message: Message, { getText, now }: EventReach): Promise<void> {
  const url = amazonUrl(message.SigningCertURL)
  const digest = DIGESTS[message.SignatureVersion]
  if (!CERTIFICATE.test(url.pathname) || url.search || !digest) throw new EventRefused(BAD_SIGNATURE)
  let isGenuine = false
  const pem = await getText(url.href)
  try {
    const certificate = new X509Certificate(pem)
    const isValid = certificate.validFromDate <= now() && now() <= certificate.validToDate
    const signature = Buffer.from(message.Signature, 'base64')
    isGenuine = isValid && verify(digest, Buffer.from(signedText(message)), certificate.publicKey, signature)
  } catch {
    throw new EventRefused(BAD_SIGNATURE)
  }
  if (!isGenuine) throw new EventRefused(BAD_SIGNATURE)
}

const Recipients = z.array(
  z.object({
    emailAddress: z.string(),
    status: z.optional(z.string()),
    diagnosticCode: z.optional(z.string()),
  }),
)
const Notice = z.object({
  // Identity notifications and configuration set events use different names.
  notificationType: z.optional(z.string()),
  eventType: z.optional(z.string()),
  mail: z.optional(
    z.object({
      source: z.optional(z.string()),
      headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
    }),
  ),
  bounce: z.optional(
    z.object({
      bounceType: z.string(),
      bounceSubType: z.optional(z.string()),
      bouncedRecipients: Recipients,
    }),
  ),
  complaint: z.optional(
    z.object({ complainedRecipients: Recipients, complaintFeedbackType: z.optional(z.nullable(z.string())) }),
  ),
})

const SENDERS_FAULT = ['ContentRejected', 'AttachmentRejected', 'MessageTooLarge']

function readKind(notice: z.output<typeof Notice>): BounceKind | null {
  const type = notice.notificationType ?? notice.eventType
  if (type === 'Complaint') return notice.complaint?.complaintFeedbackType === 'not-spam' ? null : 'complaint'
  if (type !== 'Bounce') return null
  if (SENDERS_FAULT.includes(notice.bounce?.bounceSubType ?? '')) return 'sender'
  return notice.bounce?.bounceType === 'Permanent' ? 'hard' : 'soft'
}

function readEvents(message: Message): SenderEvent[] {
  // A topic may carry other messages, such as its test message.
  const json = message.Message.trimStart().startsWith('{') ? message.Message : '{}'
  const notice = parsed(Notice, json)
  const kind = readKind(notice)
  if (!kind) return []
  const header = notice.mail?.headers?.find(({ name }) => name.toLowerCase() === 'message-id')
  const people = notice.bounce?.bouncedRecipients ?? notice.complaint?.complainedRecipients ?? []
  return people.map(({ emailAddress, status = '', diagnosticCode = '' }) => ({
    id: `${message.MessageId}:${emailAddress.toLowerCase()}`,
    messageId: bracketed(header?.value),
    reference: notice.mail?.source ?? null,
    recipient: emailAddress,
    kind,
    status,
    detail: diagnosticCode || (notice.bounce?.bounceSubType ?? notice.complaint?.complaintFeedbackType ?? ''),
  }))
}

/**
 * Amazon SES through an Amazon SNS topic. Anyone with an AWS account can have a message signed, so the topic must be
 * the configured one; that is checked before the certificate is fetched.
 */
export const ses: EventSender = {
  secretProblem: (secret) =>
    TOPIC.test(secret) ? null : 'Enter the ARN of the topic, such as arn:aws:sns:us-east-1:123456789012:mail',
  async read({ body, secret }, reach) {
    const message = parsed(Message, body.toString())
    if (!isSame(message.TopicArn, secret)) throw new EventRefused('The request comes from another topic')
    await checkSignature(message, reach)
    const at = readMoment(message.Timestamp)
    if (message.Type === 'SubscriptionConfirmation')
      return { at, events: [], confirm: amazonUrl(message.SubscribeURL).href }
    return { at, events: message.Type === 'Notification' ? readEvents(message) : [] }
  },
}
