import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { sentMails } from '#contract/branding/mail.ts'
import {
  liftMailSuppression,
  mailSuppressions,
  resumeSending,
  setSubscription,
  showSubscription,
  takeMailReport,
} from '#contract/branding/mail-bounces.ts'
import { saveMailServer, showMailServer } from '#contract/branding/mail-server.ts'
import { updateSite } from '#contract/branding/site.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { EVERY_MAIL } from '#server/testing/mail-samples.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { readRefusalKind } from './bounce-kind.ts'
import { deliverMail } from './deliver-mail.ts'
import type { MailDraft } from './mail-templates.ts'
import { sendMail } from './send-mail.ts'

let t: TestApp
let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ roles: ['web'], hostMap: `smtp.fox.example=127.0.0.1:${box.port}` })
})
afterAll(async () => {
  await t?.close()
  await box?.close()
})

type Reseller = TestUser & { siteId: number }
async function reseller(): Promise<Reseller> {
  const user = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(updateSite, { body: { name: 'Fox Leads' } }, user)
  const body = {
    host: 'smtp.fox.example',
    port: 25,
    security: 'none',
    username: 'mailer',
    password: 'mail password 123',
    from_address: 'hello@fox.example',
    return_domain: 'bounces.fox.example',
  } as const
  expect((await t.call(saveMailServer, { body }, user)).status).toBe(200)
  const { rows } = await t.app.database.pool.query('select id from site where account_id = $1', [
    user.accountId,
  ])
  return { ...user, siteId: rows[0].id }
}

let people = 0
const someone = () => {
  people += 1
  return `person${people}@people.example`
}
const draftOf = (template: string) => EVERY_MAIL.find((mail) => mail.template === template) as MailDraft
async function sendTo(fox: Reseller, to: string, template = 'notification') {
  const id = await transaction(t.app.database.db, () =>
    sendMail(t.app.ctx, { ...draftOf(template), siteId: fox.siteId, to } as MailDraft),
  )
  await deliverMail(t.app.ctx, id)
  return id
}
const logged = async (fox: Reseller, to: string) =>
  (await t.call(sentMails, { query: { search: to } }, fox)).body.data

interface ReportFacts {
  to: string
  recipient: string
  status?: string
  action?: string
  quoted?: string
  said?: string
}
const dsn = ({
  to,
  recipient,
  status = '5.1.1',
  action = 'failed',
  quoted = '',
  said = 'not taken',
}: ReportFacts) =>
  [
    'From: MAILER-DAEMON@mx.example',
    `To: <${to}>`,
    'Subject: Undelivered mail',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    `Somebody wrote: ${quoted}`,
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} ${said}`,
    '',
    '--B',
    'Content-Type: message/rfc822',
    '',
    'Subject: quoted',
    'Content-Type: message/delivery-status',
    '',
    quoted,
    '--B--',
    '',
  ].join('\r\n')

async function report(facts: ReportFacts) {
  const answer = await t.app.http.inject({
    method: takeMailReport.method,
    url: takeMailReport.path,
    headers: { 'content-type': 'application/octet-stream' },
    payload: dsn(facts),
  })
  return JSON.parse(answer.body)
}

describe('a bounced mail', () => {
  it('is recognized by an unguessable address, and its recipient gets no further notices', async () => {
    const fox = await reseller()
    const to = someone()
    await sendTo(fox, to)
    const { returnPath } = await box.waitFor(to)
    expect(returnPath).toMatch(/^b\.\w+\.[0-9a-f]{20}@bounces\.fox\.example$/)
    expect(await report({ to: returnPath, recipient: to.toUpperCase() })).toEqual({ accepted: true })
    expect(await logged(fox, to)).toMatchObject([{ state: 'sent', bounce: 'hard' }])
    // A repeated report counts once.
    expect(await report({ to: returnPath, recipient: to })).toEqual({ accepted: false })
    await sendTo(fox, to)
    expect((await logged(fox, to))[0]).toMatchObject({ state: 'suppressed', last_error: /bounced/ })
    // Mails needed for signing in are sent anyway.
    await sendTo(fox, to, 'reset-password')
    expect((await logged(fox, to))[0]).toMatchObject({ state: 'sent', template: 'reset-password' })
    // The address did not bounce for another brand.
    const other = await reseller()
    await sendTo(other, to)
    expect(await logged(other, to)).toMatchObject([{ state: 'sent', bounce: null }])
  })

  it.each([
    [
      'a forged address',
      (path: string, to: string) => ({
        to: path.replace(/\.[0-9a-f]{20}@/, `.${'0'.repeat(20)}@`),
        recipient: to,
      }),
    ],
    [
      'the number of another mail',
      (path: string, to: string) => ({ to: path.replace(/^b\.\w+/, 'b.1'), recipient: to }),
    ],
    [
      'another recipient',
      (path: string, to: string) => ({
        to: path,
        recipient: 'other@people.example',
        quoted: `Final-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: 5.1.1`,
      }),
    ],
    [
      'a delay',
      (path: string, to: string) => ({ to: path, recipient: to, action: 'delayed', status: '4.4.1' }),
    ],
    [
      'a delivery',
      (path: string, to: string) => ({
        to: path,
        recipient: to,
        action: 'delivered',
        status: '2.0.0',
        quoted: '550 5.1.1',
      }),
    ],
  ])('is ignored in a report with %s', async (_what, facts) => {
    const fox = await reseller()
    const to = someone()
    await sendTo(fox, to)
    const { returnPath } = await box.waitFor(to)
    expect(await report(facts(returnPath, to))).toEqual({ accepted: false })
    expect(await logged(fox, to)).toMatchObject([{ bounce: null }])
    await sendTo(fox, to)
    expect((await logged(fox, to))[0]).toMatchObject({ state: 'sent' })
  })

  it('for a temporary reason, or a fault of the sender, ends nothing', async () => {
    const fox = await reseller()
    for (const [status, kind] of [
      ['5.2.2', 'soft'],
      ['5.7.1', 'sender'],
      ['4.1.1', 'soft'],
    ] as const) {
      const to = someone()
      await sendTo(fox, to)
      const { returnPath } = await box.waitFor(to)
      expect(await report({ to: returnPath, recipient: to, status })).toEqual({ accepted: true })
      expect(await logged(fox, to)).toMatchObject([{ bounce: kind }])
      await sendTo(fox, to)
      expect((await logged(fox, to))[0]).toMatchObject({ state: 'sent' })
    }
  })

  it('of an address that Microsoft does not know is hard by its text', async () => {
    const fox = await reseller()
    const text = 'Recipient address rejected: Access denied. AS(201806281)'
    for (const [said, bounce] of [
      [text, 'hard'],
      ['not taken', 'soft'],
    ]) {
      const to = someone()
      await sendTo(fox, to)
      const { returnPath } = await box.waitFor(to)
      await report({ to: returnPath, recipient: to, status: '5.4.1', said })
      expect(await logged(fox, to)).toMatchObject([{ bounce }])
    }
  })

  it('also counts when the server refuses the recipient at once', async () => {
    const fox = await reseller()
    const to = someone()
    box.refuse('550')
    await sendTo(fox, to)
    box.refuse(null)
    expect(await logged(fox, to)).toMatchObject([{ state: 'failed', bounce: 'hard' }])
  })

  it.each([
    ['550 5.1.1 no such user', 'hard'],
    ['550 no such user', 'hard'],
    ['552 5.2.2 mailbox full', 'soft'],
    ['550 5.7.26 not authenticated', 'sender'],
    ['554 rejected', 'soft'],
    ['5.4.1 smtp;550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'hard'],
    ['5.4.1 smtp;550 5.4.1 No answer from host', 'soft'],
    ['5.4.4 DNS; Host not found', 'hard'],
    ['550 5.4.310 DNS domain unknown.example does not exist', 'hard'],
    [
      '5.1.10 smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      'hard',
    ],
    ['5.2.1 smtp;550-5.2.1 The email account that you tried to reach is inactive.', 'hard'],
    ['550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents', 'soft'],
    ['5.2.2 smtp;552 5.2.2 The account does not exist or is over quota', 'soft'],
    ['5.0.0 smtp;550 "Unknown User"', 'hard'],
    ['5.0.0 smtp;552 "Mailbox full"', 'soft'],
    ['5.0.0 smtp;550 5.7.1 listed', 'sender'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable', 'hard'],
    ['450 4.2.1 mailbox unavailable', 'soft'],
    ['451 4.1.1 user unknown', 'soft'],
    ['421 4.7.0 try again', 'soft'],
    ['4.0.0 no such user', 'soft'],
    ['550 5.7.1 Service unavailable; client host [10.5.1.1] blocked', 'sender'],
    ['550 client host [10.5.1.1] is on a blocklist', 'sender'],
    ['550 5.1.8 Access denied, bad outbound sender', 'sender'],
    ['550 5.4.5 Daily user sending limit exceeded', 'sender'],
  ])('is recognized: %s', (status, kind) => expect(readRefusalKind(status)).toBe(kind))
})

describe('suppressed addresses', () => {
  const list = async (fox: Reseller, query: object = {}) =>
    (await t.call(mailSuppressions, { query }, fox)).body
  const lift = (address: string, fox: Reseller) => t.call(liftMailSuppression, { body: { address } }, fox)

  it('are listed with the reason and can be allowed again, unless the person unsubscribed', async () => {
    const fox = await reseller()
    const to = someone()
    await sendTo(fox, to)
    await report({ to: (await box.waitFor(to)).returnPath, recipient: to })
    await t.app.database.pool.query(
      `insert into mail_suppression (account_id, address, category, reason) values ($1, 'gone@x.example', 'report', 'unsubscribed')`,
      [fox.accountId],
    )
    expect(await list(fox, { search: to.toUpperCase() })).toMatchObject({
      total: 1,
      data: [{ address: to, category: 'all', reason: 'bounced' }],
    })
    expect((await list(fox, { reason: 'unsubscribed' })).total).toBe(1)
    const other = await reseller()
    expect((await list(other)).total).toBe(0)
    expect((await lift(to, other)).status).toBe(404)
    expect((await lift('gone@x.example', fox)).status).toBe(409)
    expect((await lift(to, fox)).status).toBe(200)
    await sendTo(fox, to)
    expect((await logged(fox, to))[0]).toMatchObject({ state: 'sent' })
  })

  it.each([
    ['since the last one that arrived', 5, 0, 1],
    ['before one that arrived', 4, 1, 0],
  ])('have five soft bounces %s', async (_when, before, arrived, expected) => {
    const fox = await reseller()
    const to = someone()
    const insert = (bounce: string | null, count: number) =>
      t.app.database.pool.query(
        `insert into mail_message (site_id, recipient, template, state, attempts, bounce)
         select $1, $2, 'notification', 'sent', 1, $3 from generate_series(1, $4::int)`,
        [fox.siteId, to, bounce, count],
      )
    await insert('soft', before - 1)
    await insert(null, arrived)
    await sendTo(fox, to)
    await report({ to: (await box.waitFor(to)).returnPath, recipient: to, status: '5.2.2' })
    expect((await list(fox)).total).toBe(expected)
  })
})

describe('too many bounces', () => {
  it("pause the brand's notices with a notification, until its owner resumes", async () => {
    const fox = await reseller()
    await t.app.database.pool.query(
      `insert into mail_message (site_id, recipient, template, state, attempts, bounce)
       select $1, 'p' || n || '@x.example', 'notification', 'sent', 1, case when n <= 2 then 'hard' end
       from generate_series(1, 50) n`,
      [fox.siteId],
    )
    const to = someone()
    await sendTo(fox, to)
    const { returnPath } = await box.waitFor(to)
    await report({ to: returnPath, recipient: to })
    const paused = async () => (await t.call(showMailServer, {}, fox)).body.data.paused_at
    expect(await paused()).toEqual(expect.any(String))
    const kinds = (await t.call(notifications, { query: {} } as never, fox)).body.data.map(({ kind }) => kind)
    expect(kinds).toContain('mail_paused')
    const next = someone()
    await sendTo(fox, next)
    expect(await logged(fox, next)).toMatchObject([{ state: 'suppressed', last_error: /paused/ }])
    await sendTo(fox, next, 'reset-password')
    expect((await logged(fox, next))[0]).toMatchObject({ state: 'sent' })
    expect((await t.call(resumeSending, {}, fox)).status).toBe(200)
    expect(await paused()).toBeNull()
    await sendTo(fox, next)
    expect((await logged(fox, next))[0]).toMatchObject({ state: 'sent' })
  })
})

describe('unsubscribing', () => {
  const header = async (to: string, key: string) =>
    (await box.waitFor(to)).headers.find((header) => header.key === key)?.value

  it('takes one click in a mail program, without signing in, for that category only', async () => {
    const fox = await reseller()
    const to = someone()
    await sendTo(fox, to, 'notification-digest')
    expect(await header(to, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const address = (await header(to, 'list-unsubscribe')) ?? ''
    const url = new URL(address.replace(/^<|>$/g, ''))
    const token = url.pathname.replace('/api/unsubscribe/', '')
    expect((await box.waitFor(to)).text).toContain(`/unsubscribe#${token}`)
    // A scanner opens the link twice: nothing happens.
    for (const _ of [1, 2])
      expect((await t.call(showSubscription, { params: { token } })).body.data).toMatchObject({
        subscribed: true,
      })
    const click = () =>
      t.app.http.inject({
        method: 'POST',
        url: url.pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await click()).statusCode).toBe(200)
    expect((await click()).statusCode).toBe(200)
    await sendTo(fox, to, 'notification-digest')
    expect((await logged(fox, to))[0]).toMatchObject({ state: 'suppressed', last_error: /unsubscribed/ })
    for (const template of ['notification', 'reset-password', 'credit-request']) {
      await sendTo(fox, to, template)
      expect((await logged(fox, to))[0]).toMatchObject({ state: 'sent', template })
    }
    const second = await t.call(setSubscription, { params: { token }, body: { subscribed: true } })
    expect(second.body.data).toMatchObject({ address: to, category: 'report', subscribed: true })
    await sendTo(fox, to, 'notification-digest')
    expect((await logged(fox, to))[0]).toMatchObject({ state: 'sent' })
    expect((await t.call(setSubscription, { params: { token: `${token.slice(0, -1)}x` } })).status).toBe(404)
  })

  it('is a page in the brand for a person who opens the address, and JSON for a program', async () => {
    const fox = await reseller()
    const to = someone()
    await sendTo(fox, to, 'notification-digest')
    const { pathname } = new URL(((await header(to, 'list-unsubscribe')) ?? '').replace(/^<|>$/g, ''))
    const open = (accept: string, method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' = 'GET') =>
      t.app.http.inject({ method, url: pathname, headers: { accept } })
    const page = await open('text/html,application/xhtml+xml,*/*;q=0.8')
    expect([page.statusCode, page.headers.location, page.headers.vary]).toEqual([
      303,
      pathname.replace('/api/unsubscribe/', '/unsubscribe#'),
      'Accept',
    ])
    expect((await open('*/*')).json().data).toMatchObject({ address: to, subscribed: true })
    for (const method of ['HEAD', 'OPTIONS'] as const) await open('text/html', method)
    expect((await open('*/*')).json().data).toMatchObject({ subscribed: true })
    expect((await open('text/html', 'POST')).json().data).toMatchObject({ subscribed: false })
  })

  it('is not offered in mails that are always sent', async () => {
    const fox = await reseller()
    const to = someone()
    await sendTo(fox, to, 'reset-password')
    expect(await header(to, 'list-unsubscribe')).toBeUndefined()
    expect((await box.waitFor(to)).text).not.toContain('unsubscribe')
  })
})
