import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentMails } from '#contract/branding/mail.ts'
import {
  listMailEventSources,
  type MailEventSender,
  removeMailEventSource,
  saveMailEventSource,
} from '#contract/branding/mail-events.ts'
import { saveMailServer } from '#contract/branding/mail-server.ts'
import { updateSite } from '#contract/branding/site.ts'
import { deliverMail, sendMail } from '#server/modules/branding/mail/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { SNS_CERTIFICATE, SNS_HOST, SNS_TOPIC, snsMessage } from '#server/testing/fake-sns.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { removeOldEvents } from './mail-events-store.ts'

let t: TestApp
let box: MailBox
let amazon: Server
const opened: string[] = []
beforeAll(async () => {
  box = await startMailBox()
  amazon = createServer((request, response) => {
    opened.push(request.url ?? '')
    response.end(SNS_CERTIFICATE)
  })
  await new Promise<void>((resolve) => amazon.listen(0, '127.0.0.1', resolve))
  const { port } = amazon.address() as AddressInfo
  t = await testApp({
    roles: ['web'],
    hostMap: [
      `smtp.fox.example=127.0.0.1:${box.port}`,
      `smtp.postmarkapp.com=127.0.0.1:${box.port}`,
      `${SNS_HOST}=127.0.0.1:${port}`,
      // Nothing listens there.
      'sns.eu-west-1.amazonaws.com=127.0.0.1:1',
    ].join(','),
  })
})
afterAll(async () => {
  await t?.close()
  await box?.close()
  amazon?.close()
})

const MAILGUN_KEY = 'key-0123456789abcdef0123456789abcdef'
const PASSWORD = 'a long password for tests'

type Reseller = TestUser & { siteId: number }
async function reseller(host = 'smtp.fox.example'): Promise<Reseller> {
  const user = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(updateSite, { body: { name: 'Fox Leads' } }, user)
  const body = { host, port: 25, security: 'none', from_address: 'hello@fox.example' } as const
  const credentials = { username: 'mailer', password: 'mail password 123' }
  expect((await t.call(saveMailServer, { body: { ...body, ...credentials } }, user)).status).toBe(200)
  const { rows } = await t.app.database.pool.query('select id from site where account_id = $1', [
    user.accountId,
  ])
  return { ...user, siteId: rows[0].id }
}

const save = (user: TestUser, sender: MailEventSender, secret: string) =>
  t.call(saveMailEventSource, { params: { sender }, body: { secret } }, user)
const sourceOf = async (user: TestUser, sender: MailEventSender) =>
  (await t.call(listMailEventSources, {}, user)).body.data.find((item) => item.sender === sender)

let people = 0
async function sentMail(fox: Reseller) {
  people += 1
  const to = `person${people}@people.example`
  const id = await transaction(t.app.database.db, () =>
    sendMail(t.app.ctx, {
      siteId: fox.siteId,
      to,
      template: 'reset-unknown',
      variables: {},
      secrets: {},
    }),
  )
  await deliverMail(t.app.ctx, id)
  const mail = await box.waitFor(to)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  return { to, messageId: header('message-id').replace(/[<>]/g, ''), header }
}
const logged = async (fox: Reseller, to: string) =>
  (await t.call(sentMails, { query: { search: to } }, fox)).body.data[0]

async function post(user: TestUser, sender: MailEventSender, body: object, headers = {}) {
  const { address = '' } = (await sourceOf(user, sender)) ?? {}
  return (await postTo(new URL(address).pathname, body, headers)).statusCode
}
const postTo = (url: string, body: object, headers = {}) =>
  t.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
    payload: JSON.stringify(body),
  })

const MINUTE = 60
const nowSeconds = () => Math.floor(Date.now() / 1000)
function mailgun(
  mail: { to: string; messageId: string },
  { at = nowSeconds(), data = {}, key = MAILGUN_KEY } = {},
) {
  const token = randomUUID()
  const signature = createHmac('sha256', key).update(`${at}${token}`).digest('hex')
  return {
    signature: { timestamp: String(at), token, signature },
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      recipient: mail.to,
      message: { headers: { 'message-id': mail.messageId } },
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'no such mailbox' },
      ...data,
    },
  }
}

describe("an email service's webhook", () => {
  it('reports which mail bounced, once, and ends notices as other bounces do', async () => {
    const fox = await reseller()
    expect(await save(fox, 'mailgun', MAILGUN_KEY)).toMatchObject({
      status: 200,
      body: { data: { is_set: true, last_event_at: null } },
    })
    const mail = await sentMail(fox)
    const event = mailgun(mail)
    expect(await post(fox, 'mailgun', event)).toBe(200)
    expect(await logged(fox, mail.to)).toMatchObject({
      bounce: 'hard',
      bounce_source: 'mailgun',
      last_error: '550 no such mailbox',
    })
    expect((await sourceOf(fox, 'mailgun'))?.last_event_at).toEqual(expect.any(String))
    // A valid signature can be reused for another event only once.
    const other = await sentMail(fox)
    expect(await post(fox, 'mailgun', { ...mailgun(other), signature: event.signature })).toBe(200)
    expect(await logged(fox, other.to)).toMatchObject({ bounce: null })
    const { rows } = await t.app.database.pool.query(
      'select address, reason from mail_suppression where account_id = $1',
      [fox.accountId],
    )
    expect(rows).toEqual([{ address: mail.to, reason: 'bounced' }])
  })

  it('that arrives several times at once counts once', async () => {
    const fox = await reseller()
    await save(fox, 'mailgun', MAILGUN_KEY)
    const mail = await sentMail(fox)
    const event = mailgun(mail, { data: { event: 'complained' } })
    expect(await Promise.all([1, 2, 3].map(() => post(fox, 'mailgun', event)))).toEqual([200, 200, 200])
    expect(await logged(fox, mail.to)).toMatchObject({ bounce: 'complaint' })
    const { rows } = await t.app.database.pool.query(
      'select count(*) from mail_event_seen where account_id = $1',
      [fox.accountId],
    )
    expect(Number(rows[0].count)).toBe(1)
  })

  it.each([
    ['5.2.2', 'soft'],
    ['5.7.1', 'sender'],
  ])('with the status %s is a bounce of the kind %s', async (status, kind) => {
    const fox = await reseller()
    await save(fox, 'mailgun', MAILGUN_KEY)
    const mail = await sentMail(fox)
    const data = { 'delivery-status': { code: 550, 'enhanced-code': status } }
    expect(await post(fox, 'mailgun', mailgun(mail, { data }))).toBe(200)
    expect(await logged(fox, mail.to)).toMatchObject({ bounce: kind })
  })

  it.each([
    ['forged', () => ({ key: 'another key that is long' }), 'The signature does not match'],
    [
      'a day old',
      () => ({ at: nowSeconds() - 24 * 60 * MINUTE - MINUTE }),
      'The event is more than a day old',
    ],
    ['dated ahead', () => ({ at: nowSeconds() + 6 * MINUTE }), 'The event is dated in the future'],
  ])('that is %s has no effect', async (_what, change, message) => {
    const fox = await reseller()
    await save(fox, 'mailgun', MAILGUN_KEY)
    const mail = await sentMail(fox)
    expect(await post(fox, 'mailgun', mailgun(mail, change()))).toBe(400)
    expect(await logged(fox, mail.to)).toMatchObject({ bounce: null, bounce_source: null })
    expect(await sourceOf(fox, 'mailgun')).toMatchObject({ last_event_at: null, last_error: message })
    // A new secret starts over.
    await save(fox, 'mailgun', MAILGUN_KEY)
    expect(await sourceOf(fox, 'mailgun')).toMatchObject({ last_error: null, last_error_at: null })
  })

  it('ignores mails of other brands and other recipients', async () => {
    const [fox, owl] = [await reseller(), await reseller()]
    await save(owl, 'mailgun', MAILGUN_KEY)
    await save(fox, 'mailgun', MAILGUN_KEY)
    const mail = await sentMail(fox)
    expect(await post(owl, 'mailgun', mailgun(mail))).toBe(200)
    expect(await post(fox, 'mailgun', mailgun({ ...mail, to: 'other@people.example' }))).toBe(200)
    expect(await logged(fox, mail.to)).toMatchObject({ bounce: null })
  })

  it('of the platform covers mails that its server sent for brands', async () => {
    const [fox, owl] = [await reseller(), await reseller()]
    const [sent, own] = [await sentMail(fox), await sentMail(owl)]
    await t.app.database.pool.query(`update mail_message set via = 'platform' where recipient = $1`, [
      sent.to,
    ])
    const admin = await t.admin()
    for (const user of [admin, fox]) await save(user, 'mailgun', MAILGUN_KEY)
    // Not sent by the reseller's own service.
    expect(await post(fox, 'mailgun', mailgun(sent))).toBe(200)
    expect(await logged(fox, sent.to)).toMatchObject({ bounce: null })
    expect(await post(admin, 'mailgun', mailgun(sent))).toBe(200)
    expect(await logged(fox, sent.to)).toMatchObject({ bounce: 'hard' })
    expect(await post(admin, 'mailgun', mailgun(own))).toBe(200)
    expect(await logged(owl, own.to)).toMatchObject({ bounce: null })
  })

  it('has an unguessable address, which stops working when it is removed', async () => {
    const fox = await reseller()
    await save(fox, 'mailgun', MAILGUN_KEY)
    const { address = '' } = (await sourceOf(fox, 'mailgun')) ?? {}
    const path = new URL(address).pathname
    const mail = await sentMail(fox)
    const guessed = path.replace(/\.[0-9a-f]{20}$/, `.${'0'.repeat(20)}`)
    expect((await postTo(guessed, mailgun(mail))).statusCode).toBe(404)
    expect((await postTo(path.replace('mailgun', 'other'), mailgun(mail))).statusCode).toBe(404)
    const remove = () => t.call(removeMailEventSource, { params: { sender: 'mailgun' } }, fox)
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect((await postTo(path, mailgun(mail))).statusCode).toBe(404)
    expect(await logged(fox, mail.to)).toMatchObject({ bounce: null })
  })

  it('requires a valid secret, which is stored sealed', async () => {
    const fox = await reseller()
    for (const [sender, secret] of [
      ['postmark', 'short'],
      ['sendgrid', 'not a key'],
      ['mailgun', 'short'],
      ['ses', 'arn:aws:s3:::bucket'],
    ] as const)
      expect(await save(fox, sender, secret)).toMatchObject({
        status: 422,
        body: { fields: { secret: expect.stringMatching(/^Enter /) } },
      })
    await save(fox, 'mailgun', MAILGUN_KEY)
    const { rows } = await t.app.database.pool.query(
      'select secret_sealed from mail_event_source where account_id = $1',
      [fox.accountId],
    )
    expect(rows[0].secret_sealed).toMatch(/^v1\./)
    const { body } = await t.call(listMailEventSources, {}, fox)
    expect(JSON.stringify(body)).not.toContain(MAILGUN_KEY)
  })
})

it('Postmark identifies the mail by our metadata', async () => {
  const fox = await reseller('smtp.postmarkapp.com')
  await save(fox, 'postmark', PASSWORD)
  const mail = await sentMail(fox)
  const bounce = {
    RecordType: 'SpamComplaint',
    ID: 42,
    Type: 'SpamComplaint',
    Email: mail.to,
    BouncedAt: new Date().toISOString(),
    Metadata: { reference: mail.header('x-pm-metadata-reference') },
  }
  const authorization = `Basic ${Buffer.from(`leads:${PASSWORD}`).toString('base64')}`
  expect(await post(fox, 'postmark', bounce)).toBe(400)
  expect(await post(fox, 'postmark', bounce, { authorization })).toBe(200)
  expect(await logged(fox, mail.to)).toMatchObject({ bounce: 'complaint', bounce_source: 'postmark' })
})

describe('Amazon SES', () => {
  it('has its topic confirmed, and its certificate fetched once', async () => {
    const fox = await reseller()
    await save(fox, 'ses', SNS_TOPIC)
    const SubscribeURL = `https://${SNS_HOST}/?Action=ConfirmSubscription&Token=t`
    const confirmation = snsMessage('…', { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL })
    expect(await post(fox, 'ses', confirmation)).toBe(200)
    const mail = await sentMail(fox)
    const notice = {
      notificationType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: mail.to, status: '5.1.1' }] },
      mail: { source: 'x@fox.example', headers: [{ name: 'Message-ID', value: `<${mail.messageId}>` }] },
    }
    expect(await post(fox, 'ses', snsMessage(JSON.stringify(notice)))).toBe(200)
    expect(await logged(fox, mail.to)).toMatchObject({ bounce: 'hard', bounce_source: 'ses' })
    expect(opened.map((url) => url.slice(0, 8))).toEqual(['/SimpleN', '/?Action'])
  })

  it('is asked to repeat what could not be verified', async () => {
    const fox = await reseller()
    await save(fox, 'ses', SNS_TOPIC)
    const SigningCertURL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem'
    expect(await post(fox, 'ses', snsMessage('{}', { SigningCertURL }))).toBe(503)
    expect((await sourceOf(fox, 'ses'))?.last_error).toBe('Amazon could not be reached')
  })
})

it('events are remembered for longer than they are accepted', async () => {
  const { pool, db } = t.app.database
  const fox = await reseller()
  await pool.query(
    `insert into mail_event_seen (account_id, sender, event_id, received_at)
     values ($1, 'ses', 'old', now() - interval '73 hours'), ($1, 'ses', 'new', now() - interval '47 hours')`,
    [fox.accountId],
  )
  await removeOldEvents(db)
  const { rows } = await pool.query('select event_id from mail_event_seen where account_id = $1', [
    fox.accountId,
  ])
  expect(rows).toEqual([{ event_id: 'new' }])
})
