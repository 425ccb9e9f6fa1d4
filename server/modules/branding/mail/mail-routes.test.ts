import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mails, retryMail, showMail } from '#contract/branding/mail.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { CODE, EVERY_MAIL } from '#server/testing/mail-samples.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { deliverMail } from './deliver-mail.ts'
import type { MailDraft } from './mail-templates.ts'
import { sendMail } from './send-mail.ts'

let t: TestApp
let box: MailBox
let admin: TestUser
beforeAll(async () => {
  box = await startMailBox()
  // Without a worker, so that each test decides when a mail is tried.
  t = await testApp({ roles: ['web'], smtpUrl: box.url })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await box.close()
})

let people = 0
const someone = () => {
  people += 1
  return `person${people}@people.example`
}
const send = (overrides: Partial<MailDraft> = {}) =>
  transaction(t.app.database.db, () =>
    sendMail(t.app.ctx, { ...EVERY_MAIL[0], to: someone(), ...overrides } as MailDraft),
  )
const change = (id: number, set: string) =>
  t.app.database.pool.query(`update mail_message set ${set} where id = $1`, [id])
const list = (query: object = {}) => t.call(mails, { query } as never, admin)
const retry = (id: number) => t.call(retryMail, { params: { id } }, admin)
const show = (id: number) => t.call(showMail, { params: { id } }, admin)

const SECRET = new RegExp(`${CODE}|seCret|v1\\.`)

describe('the list of mails', () => {
  it('shows the newest first, page by page', async () => {
    const ids = [await send(), await send(), await send()]
    const first = (await list({ limit: 2 })).body
    expect([first.data.map(({ id }) => id), first.currentPage, first.pageSize]).toEqual([
      ids.slice(1).toReversed(),
      1,
      2,
    ])
    const second = (await list({ limit: 2, page: 2 })).body
    expect([second.data[0]?.id, second.total]).toEqual([ids[0], first.total])
  })

  it('shows the state of each, and no secrets', async () => {
    const to = someone()
    const expiresAt = new Date('2100-01-01')
    const id = await send({ to, expiresAt, siteId: null, accountId: admin.accountId, userId: admin.id })
    const before = await list({ search: to })
    await deliverMail(t.app.ctx, id)
    const after = await list({ search: to })
    const known = {
      id,
      recipient: to,
      template: 'confirm-email',
      account_id: admin.accountId,
      user_id: admin.id,
      bounce: null,
      bounce_source: null,
    }
    expect(before.body.data).toEqual([
      {
        ...known,
        site_id: null,
        state: 'queued',
        attempts: 0,
        via: null,
        last_error: null,
        message_id: null,
        transport: null,
        created_at: expect.any(String),
        sent_at: null,
        expires_at: '2100-01-01T00:00:00.000Z',
        can_retry: true,
      },
    ])
    expect(after.body.data).toMatchObject([
      {
        ...known,
        state: 'sent',
        attempts: 1,
        transport: 'smtp',
        can_retry: false,
        sent_at: expect.any(String),
      },
    ])
    for (const answer of [before, after]) expect(JSON.stringify(answer)).not.toMatch(SECRET)
  })

  it('is filtered by state and part of the address', async () => {
    const [failed, queued] = [
      await send({ to: 'one%x@narrow.example' }),
      await send({ to: 'two@narrow.example' }),
    ]
    await change(failed, `state = 'failed', lease_until = null`)
    const ids = async (query: object) => (await list(query)).body.data.map(({ id }) => id)
    expect(await ids({ search: 'NARROW.example' })).toEqual([queued, failed])
    expect(await ids({ search: 'narrow.example', state: 'failed' })).toEqual([failed])
    // Not a wildcard of the database.
    expect(await ids({ search: 'e%x@narrow' })).toEqual([failed])
    expect(await ids({ search: 'o%o@narrow' })).toEqual([])
    expect((await list({ state: 'lost' })).status).toBe(422)
  })

  it('is limited to the platform', async () => {
    const id = await send()
    const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
    for (const as of [reseller, null]) {
      const answers = [
        await t.call(mails, {}, as),
        await t.call(showMail, { params: { id } }, as),
        await t.call(retryMail, { params: { id } }, as),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(as ? 403 : 401))
    }
  })
})

describe('one mail', () => {
  it('shows its content with every code and link masked, before and after sending', async () => {
    const id = await send()
    const before = await show(id)
    await deliverMail(t.app.ctx, id)
    const after = await show(id)
    for (const { body, status } of [before, after]) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(SECRET)
      expect(body.data.subject).toBe('Confirm your email address')
      expect(body.data.text).toMatch(/Hello Ann,[\s\S]*\n••••••\n/)
      expect(body.data.html).toContain('href="••••••"')
    }
  })

  it.each(EVERY_MAIL.map((draft) => [draft.template, draft] as const))('masks %s', async (_name, draft) => {
    const { body } = await show(await send(draft))
    expect(JSON.stringify(body)).not.toMatch(SECRET)
    expect(body.data.text).not.toMatch(/https:\/\/fox\.example\/confirm/)
  })

  it('that does not exist is not found', async () => {
    expect([(await show(999_999)).status, (await retry(999_999)).status]).toEqual([404, 404])
  })

  it('of an unknown template version is listed but cannot be shown', async () => {
    const id = await send()
    await change(id, `template = 'gone'`)
    const { status, error } = await show(id)
    expect([status, error.code]).toEqual([409, 'conflict'])
    expect((await list({ limit: 1 })).body.data).toMatchObject([{ id, template: 'gone' }])
  })
})

describe('sending again', () => {
  const jobs = async (id: number) =>
    (
      await t.app.database.pool.query(
        `select count(*)::int as n from pgboss.job where name = 'mail.send' and (data->>'mailId')::int = $1`,
        [id],
      )
    ).rows[0].n

  it('gives a failed mail all its tries again, with its code', async () => {
    const to = someone()
    const id = await send({ to })
    box.refuse('550')
    await deliverMail(t.app.ctx, id)
    box.refuse(null)
    expect((await list({ search: to })).body.data).toMatchObject([{ state: 'failed', can_retry: true }])
    const { status, body } = await retry(id)
    expect([status, body.message]).toEqual([200, 'Resending the email'])
    expect(body.data).toMatchObject({ state: 'queued', attempts: 0 })
    expect(JSON.stringify(body)).not.toMatch(SECRET)
    expect(await jobs(id)).toBe(2)
    await deliverMail(t.app.ctx, id)
    expect(codeIn(await box.waitFor(to))).toBe(CODE)
  })

  it('does not wait for the next try of a waiting one', async () => {
    const id = await send()
    await change(id, `attempts = 5, lease_until = now() + interval '1 hour'`)
    expect((await retry(id)).body.data).toMatchObject({ state: 'queued', attempts: 0 })
    expect(await jobs(id)).toBe(2)
  })

  it.each([
    ['sent already', `state = 'sent', lease_until = null, secrets_sealed = null`, /already sent/],
    ['being sent', `state = 'sending'`, /is being sent/],
    ['expired', `state = 'expired', lease_until = null, secrets_sealed = null`, /request a new one/],
    ['over by now', `expires_at = now() - interval '1 second'`, /request a new one/],
    ['without its code', `state = 'failed', lease_until = null, secrets_sealed = null`, /request a new one/],
  ])('is refused for a mail that is %s', async (_what, set, why) => {
    const id = await send()
    await change(id, set)
    const { status, error } = await retry(id)
    expect([status, error.code]).toEqual([409, 'conflict'])
    expect(error.message).toMatch(why)
    expect(await jobs(id)).toBe(1)
    expect((await show(id)).body.data.can_retry).toBe(false)
  })

  it('works for a mail without secrets', async () => {
    const id = await send({ template: 'reset-unknown', variables: {}, secrets: {} } as never)
    await change(id, `state = 'failed', lease_until = null`)
    expect((await retry(id)).status).toBe(200)
  })
})

it('goes to the log where no mail server is configured', async () => {
  const own = await testApp()
  try {
    const id = await transaction(own.app.database.db, () => sendMail(own.app.ctx, EVERY_MAIL[0] as MailDraft))
    const as = await own.admin()
    const state = async () => (await own.call(showMail, { params: { id } }, as)).body.data
    await expect.poll(state).toMatchObject({ state: 'sent', transport: 'console' })
  } finally {
    await own.close()
  }
})
