import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SNS_CERTIFICATE, SNS_HOST, SNS_TOPIC, snsMessage } from '#server/testing/fake-sns.ts'
import type { EventSender } from './event-sender.ts'
import { EVENT_SENDERS, referenceHeaders } from './index.ts'

const read = (
  { read: take }: EventSender,
  secret: string,
  body: string | object,
  headers: Record<string, string> = {},
  getText: (url: string) => Promise<string> = async () => SNS_CERTIFICATE,
) =>
  take(
    { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers, secret },
    { getText, now: () => new Date() },
  )
const { postmark, sendgrid, mailgun, ses } = EVENT_SENDERS

describe('SendGrid', () => {
  // The test vector of SendGrid's own libraries.
  const KEY =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g=='
  const HEADERS = {
    'x-twilio-email-event-webhook-signature':
      'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    'x-twilio-email-event-webhook-timestamp': '1600112502',
  }
  const BODY = `${JSON.stringify([
    {
      email: 'hello@world.com',
      event: 'dropped',
      reason: 'Bounced Address',
      sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
      sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
      'smtp-id': '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
      timestamp: 1600112492,
    },
  ])}\r\n`

  it('is verified with the published test vector, and nothing else passes', async () => {
    expect(sendgrid.secretProblem(KEY)).toBeNull()
    expect(await read(sendgrid, KEY, BODY, HEADERS)).toMatchObject({
      at: new Date(1_600_112_502_000),
      events: [
        {
          id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
          messageId: '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
          recipient: 'hello@world.com',
          kind: 'hard',
        },
      ],
    })
    await expect(read(sendgrid, KEY, BODY.trim(), HEADERS)).rejects.toThrow('signature')
    const later = { ...HEADERS, 'x-twilio-email-event-webhook-timestamp': '1600112503' }
    await expect(read(sendgrid, KEY, BODY, later)).rejects.toThrow('signature')
    await expect(read(sendgrid, KEY, BODY)).rejects.toThrow('signature')
  })
})

describe('Mailgun', () => {
  const KEY = 'key-0123456789abcdef0123456789abcdef'
  const signature = (token: string, timestamp = '1521472262') => ({
    token,
    timestamp,
    signature: createHmac('sha256', KEY).update(`${timestamp}${token}`).digest('hex'),
  })
  const failed = (change: object = {}) => ({
    signature: signature('a'.repeat(50)),
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      id: 'G9Bn5sl1TC6nu79C8C0bwg',
      timestamp: 1521233195.375624,
      recipient: 'alice@example.com',
      'recipient-domain': 'example.com',
      'delivery-status': {
        code: 550,
        'enhanced-code': '5.1.1',
        'attempt-no': 1,
        message: '5.1.1 The email account that you tried to reach does not exist.',
        description: '',
      },
      message: {
        headers: { to: 'Alice <alice@example.com>', 'message-id': '20130503192659.13651.20287@example.com' },
      },
      'user-variables': { reference: 'b.1.00000000000000000000@example.com' },
      ...change,
    },
  })

  it('is verified by token and timestamp, and its permanent failures are read', async () => {
    expect(await read(mailgun, KEY, failed())).toMatchObject({
      at: new Date(1_521_472_262_000),
      events: [
        {
          messageId: '<20130503192659.13651.20287@example.com>',
          reference: 'b.1.00000000000000000000@example.com',
          kind: 'hard',
          status: '5.1.1',
        },
      ],
    })
    const kinds = async (change: object) =>
      (await read(mailgun, KEY, failed(change))).events.map(({ kind }) => kind)
    expect(await kinds({ severity: 'temporary' })).toEqual([])
    expect(await kinds({ reason: 'suppress-unsubscribe' })).toEqual([])
    expect(await kinds({ reason: 'espblock' })).toEqual(['sender'])
    expect(await kinds({ event: 'complained', severity: undefined })).toEqual(['complaint'])
    expect(await kinds({ event: 'delivered' })).toEqual([])
    const forged = { ...failed(), signature: { ...signature('b'), signature: '0'.repeat(64) } }
    await expect(read(mailgun, KEY, forged)).rejects.toThrow('signature')
    await expect(read(mailgun, KEY, 'not json')).rejects.toThrow('format')
  })
})

describe('Postmark', () => {
  const SECRET = 'a long password for tests'
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`leads:${password}`).toString('base64')}`,
  })
  const bounce = (change: object = {}) => ({
    RecordType: 'Bounce',
    MessageStream: 'outbound',
    ID: 4323372036854,
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Metadata: { reference: 'b.1.00000000000000000000@example.com' },
    Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    Details: 'Test bounce details',
    Email: 'john@example.com',
    BouncedAt: '2019-11-05T16:33:54.9070259Z',
    ...change,
  })

  it('is verified by its password, and bounces and complaints are read', async () => {
    expect(await read(postmark, SECRET, bounce(), basic(SECRET))).toMatchObject({
      at: new Date('2019-11-05T16:33:54.907Z'),
      events: [{ reference: 'b.1.00000000000000000000@example.com', kind: 'hard' }],
    })
    const kinds = async (change: object) =>
      (await read(postmark, SECRET, bounce(change), basic(SECRET))).events.map(({ kind }) => kind)
    expect(await kinds({ Type: 'SoftBounce' })).toEqual(['soft'])
    expect(await kinds({ Type: 'Blocked' })).toEqual(['sender'])
    expect(await kinds({ Type: 'Transient' })).toEqual([])
    expect(await kinds({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })).toEqual(['complaint'])
    expect(await kinds({ RecordType: 'Open' })).toEqual([])
    await expect(read(postmark, SECRET, bounce(), basic('other'))).rejects.toThrow('password')
    await expect(read(postmark, SECRET, bounce())).rejects.toThrow('password')
  })
})

describe('Amazon SES', () => {
  const notice = (change: object = {}) =>
    JSON.stringify({
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [
          {
            emailAddress: 'jane@example.com',
            status: '5.1.1',
            diagnosticCode: 'smtp; 550 5.1.1 unknown user',
          },
        ],
        timestamp: '2016-01-27T14:59:38.237Z',
        feedbackId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
      },
      mail: {
        timestamp: '2016-01-27T14:59:38.237Z',
        source: 'b.1.00000000000000000000@example.com',
        messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
        headers: [{ name: 'Message-ID', value: '<custom@example.com>' }],
      },
      ...change,
    })

  it('is verified with both versions of the signature', async () => {
    for (const SignatureVersion of ['1', '2'])
      expect(await read(ses, SNS_TOPIC, snsMessage(notice(), { SignatureVersion }))).toMatchObject({
        events: [
          {
            messageId: '<custom@example.com>',
            reference: 'b.1.00000000000000000000@example.com',
            recipient: 'jane@example.com',
            kind: 'hard',
            status: '5.1.1',
          },
        ],
      })
    const kinds = async (change: object) =>
      (await read(ses, SNS_TOPIC, snsMessage(notice(change)))).events.map(({ kind }) => kind)
    const people = [{ emailAddress: 'jane@example.com' }]
    expect(await kinds({ bounce: { bounceType: 'Transient', bouncedRecipients: people } })).toEqual(['soft'])
    const complaint = { complainedRecipients: people, complaintFeedbackType: 'abuse' }
    expect(await kinds({ notificationType: 'Complaint', bounce: undefined, complaint })).toEqual([
      'complaint',
    ])
    expect(await kinds({ notificationType: 'Delivery', bounce: undefined })).toEqual([])
    expect((await read(ses, SNS_TOPIC, snsMessage('a test of the topic'))).events).toEqual([])
  })

  it.each([
    ['another topic', { TopicArn: `${SNS_TOPIC}-other` }],
    [
      'a certificate on another host',
      { SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.example/x.pem' },
    ],
    [
      'a certificate in a bucket',
      { SigningCertURL: 'https://bucket.s3.amazonaws.com/SimpleNotificationService-1.pem' },
    ],
    ['a plain HTTP URL', { SigningCertURL: `http://${SNS_HOST}/SimpleNotificationService-1.pem` }],
    ['another path', { SigningCertURL: `https://${SNS_HOST}/other.pem` }],
  ])('is refused with %s, and nothing is fetched', async (_what, change) => {
    const message = snsMessage(notice(), change)
    const fetched: string[] = []
    const getText = async (url: string) => {
      fetched.push(url)
      return SNS_CERTIFICATE
    }
    await expect(read(ses, SNS_TOPIC, message, {}, getText)).rejects.toThrow()
    expect(fetched).toEqual([])
  })

  it('is refused when anything signed was changed, and with another certificate', async () => {
    const changed = { ...snsMessage(notice()), Timestamp: new Date(0).toISOString() }
    await expect(read(ses, SNS_TOPIC, changed)).rejects.toThrow('signature')
    const noCertificate = async () => 'not a certificate'
    await expect(read(ses, SNS_TOPIC, snsMessage(notice()), {}, noCertificate)).rejects.toThrow('signature')
  })

  it('confirms subscriptions only at Amazon', async () => {
    const confirmation = (SubscribeURL: string) =>
      read(ses, SNS_TOPIC, snsMessage('…', { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL }))
    const url = `https://${SNS_HOST}/?Action=ConfirmSubscription&Token=t`
    expect(await confirmation(url)).toMatchObject({ confirm: url, events: [] })
    await expect(confirmation('https://other.example/')).rejects.toThrow('Amazon')
  })
})

it('mails carry their id in headers that the service returns', () => {
  expect(referenceHeaders('smtp.postmarkapp.com', 'b.1')).toEqual({ 'X-PM-Metadata-reference': 'b.1' })
  expect(referenceHeaders('smtp.sendgrid.net', 'b.1')).toEqual({
    'X-SMTPAPI': '{"unique_args":{"reference":"b.1"}}',
  })
  expect(referenceHeaders('smtp.eu.mailgun.org', 'b.1')).toEqual({
    'X-Mailgun-Variables': '{"reference":"b.1"}',
  })
  expect(referenceHeaders('notpostmarkapp.com', 'b.1')).toEqual({})
})
