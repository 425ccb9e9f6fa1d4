import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { createConsoleTransport, type MailTransport } from '#server/providers/mail/index.ts'
import { type MailBench, mailBench } from '#server/testing/mail-bench.ts'
import { codeIn, linkIn } from '#server/testing/mail-box.ts'
import { CODE, EVERY_MAIL, FOX, LINK } from '#server/testing/mail-samples.ts'
import { deliverMail, MAX_ATTEMPTS } from './deliver-mail.ts'
import { listMails } from './mail-log.ts'
import { removeOldMails, restartMail } from './mail-store.ts'
import type { MailDraft } from './mail-templates.ts'
import { recoverMails } from './recover-mails.ts'
import { sendMail } from './send-mail.ts'

let t: MailBench
beforeAll(async () => {
  t = await mailBench({ working: false })
})
afterAll(() => t.close())

let people = 0
/** A confirmation to someone new. */
function confirmation(overrides: Partial<MailDraft> = {}): MailDraft & { to: string } {
  people += 1
  return { ...EVERY_MAIL[0], to: `person${people}@people.example`, ...overrides } as MailDraft
}

const arrived = (to: string) => t.box.mails.filter((mail) => mail.recipients.includes(to))

/** Everything that the table stores about a mail, as text. */
const stored = async (id: number) => JSON.stringify(await t.row(id))

const jobs = async (id: number) => {
  const query = `select count(*)::int as n from pgboss.job where name = 'mail.send' and (data->>'mailId')::int = $1`
  return (await t.database.pool.query(query, [id])).rows[0].n
}

/** Delivers a mail as a worker that hangs after handing it over. */
function dyingAfterHandOver(): { transport: MailTransport; handedOver: Promise<void> } {
  const real = t.smtp()
  const { promise, resolve } = Promise.withResolvers<void>()
  const send: MailTransport['send'] = async (mail) => {
    await real.send(mail)
    resolve()
    await new Promise(() => {})
  }
  return { transport: { ...real, send }, handedOver: promise }
}

describe('a mail', () => {
  it('is sent under the brand, with code and link, and stored without them', async () => {
    const draft = confirmation({ accountId: 7, userId: 8, expiresAt: new Date('2100-01-01') })
    const id = await t.send(draft)
    expect(await t.row(id)).toMatchObject({
      state: 'queued',
      attempts: 0,
      recipient: draft.to,
      account_id: 7,
    })
    expect(await stored(id)).not.toMatch(new RegExp(`${CODE}|seCret`))
    expect((await t.row(id)).secrets_sealed).toMatch(/^v1\./)
    await deliverMail(t.ctx, id)

    const got = await t.box.waitFor(draft.to)
    expect(got).toMatchObject({
      recipients: [draft.to],
      from: { name: FOX.name, address: FOX.from },
      replyTo: FOX.supportEmail,
      subject: 'Confirm your email address',
    })
    expect([codeIn(got), linkIn(got)]).toEqual([CODE, LINK])
    const headers = Object.fromEntries(got.headers.map(({ key, value }) => [key, value]))
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['message-id']).toMatch(/^<[0-9a-f-]{36}@fox\.example>$/)
    expect(got.raw).not.toMatch(/leadwright|nodemailer/i)

    expect(await t.row(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      transport: 'smtp',
      message_id: headers['message-id'],
      secrets_sealed: null,
      last_error: null,
      lease_until: null,
      sent_at: expect.any(Date),
    })
  })

  it('exists only if the transaction that wrote it commits', async () => {
    const draft = confirmation()
    const failed = transaction(t.database.db, async () => {
      await sendMail(t.ctx, draft)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect((await listMails(t.ctx, { page: 1, limit: 10, search: draft.to })).total).toBe(0)
  })

  it.each([
    ['a code that is none', { secrets: { code: 'abcdef', link: LINK } }],
    ['a link that is none', { secrets: { code: CODE, link: 'javascript:alert(1)' } }],
    ['a missing link', { secrets: { code: CODE } }],
  ])('with %s is not written', async (_what, values) => {
    await expect(t.send(confirmation(values as never))).rejects.toThrow(TypeError)
  })

  it('can be written to the log instead', async () => {
    const printed: string[] = []
    const id = await t.send(confirmation())
    await deliverMail(t.worker(createConsoleTransport({ print: (text) => printed.push(text) })), id)
    expect(printed).toHaveLength(1)
    expect(codeIn({ text: printed[0] as string })).toBe(CODE)
    expect(await t.row(id)).toMatchObject({ state: 'sent', transport: 'console', secrets_sealed: null })
  })
})

describe('a server that takes a mail and hangs up without a reply', () => {
  it('gets it twice at most, and the reason is shown', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    t.box.refuse('mute')
    await expect(deliverMail(t.ctx, id)).rejects.toThrow(/closed the connection/)
    expect(await t.row(id)).toMatchObject({ state: 'queued', attempts: 1, unanswered: 1 })
    await deliverMail(t.ctx, id)
    t.box.refuse(null)
    await deliverMail(t.ctx, id)
    expect(arrived(draft.to)).toHaveLength(2)
    expect(await t.row(id)).toMatchObject({
      state: 'failed',
      attempts: 2,
      last_error: expect.stringContaining('may have arrived'),
    })
  })

  it.each(['450', 'drop'] as const)('differs from one that did not take it (%s)', async (mode) => {
    const draft = confirmation()
    const id = await t.send(draft)
    t.box.refuse(mode)
    for (let tries = 0; tries < 3; tries += 1) await expect(deliverMail(t.ctx, id)).rejects.toThrow()
    expect(await t.row(id)).toMatchObject({ state: 'queued', attempts: 3, unanswered: 0 })
    t.box.refuse(null)
    await deliverMail(t.ctx, id)
    expect(arrived(draft.to)).toHaveLength(1)
  })

  it('gets it again when an administrator says so', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    await t.change(id, `state = 'failed', unanswered = 2, lease_until = null`)
    await restartMail(t.database.db, id)
    expect(await t.row(id)).toMatchObject({ state: 'queued', attempts: 0, unanswered: 0 })
  })
})

describe('is sent once', () => {
  it('when its job runs twice in a row', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    await deliverMail(t.ctx, id)
    await deliverMail(t.ctx, id)
    expect(arrived(draft.to)).toHaveLength(1)
    expect((await t.row(id)).attempts).toBe(1)
  })

  it('when eight workers take it at once', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    const other = t.worker()
    const tries = [t.ctx, other, t.ctx, other, t.ctx, other, t.ctx, other].map((ctx) => deliverMail(ctx, id))
    const ends = await Promise.allSettled(tries)
    expect(arrived(draft.to)).toHaveLength(1)
    // Workers that found it claimed come back later, in case its worker is dead.
    for (const end of ends)
      if (end.status === 'rejected') expect(String(end.reason)).toMatch(/Another worker/)
    expect(await t.row(id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('or twice with the same Message-ID, when the worker is killed between sending and commit', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    const dying = dyingAfterHandOver()
    void deliverMail(t.worker(dying.transport), id)
    await dying.handedOver
    // No other worker touches it during its lease.
    await expect(deliverMail(t.ctx, id)).rejects.toThrow(/Another worker/)
    expect(arrived(draft.to)).toHaveLength(1)
    await t.change(id, `lease_until = now() - interval '1 second'`)
    await deliverMail(t.ctx, id)
    const ids = arrived(draft.to).map((mail) => mail.headers.find(({ key }) => key === 'message-id')?.value)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await t.row(id)).toMatchObject({ state: 'sent', attempts: 2, message_id: ids[0] })
  })
})

describe('failures', () => {
  it('450 is retried: the mail waits with its reason', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    t.box.refuse('450')
    await expect(deliverMail(t.ctx, id)).rejects.toMatchObject({ name: 'MailError' })
    t.box.refuse(null)
    expect(await t.row(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('450'),
    })
    await deliverMail(t.ctx, id)
    expect(arrived(draft.to)).toHaveLength(1)
    expect(await t.row(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  })

  it('550 is not retried', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    t.box.refuse('550')
    await deliverMail(t.ctx, id)
    t.box.refuse(null)
    const row = await t.row(id)
    expect(row).toMatchObject({ state: 'failed', attempts: 1, lease_until: null })
    expect(row.last_error).toMatch(/no such mailbox, see \[link\]/)
    await deliverMail(t.ctx, id)
    expect(arrived(draft.to)).toHaveLength(0)
  })

  it('a wrong password is retried and never repeated in a message', async () => {
    const id = await t.send(confirmation())
    t.box.refuse('auth')
    await expect(deliverMail(t.ctx, id)).rejects.toThrow(/user or password/)
    t.box.refuse(null)
    const row = await t.row(id)
    expect([row.state, row.last_error]).toEqual(['queued', expect.not.stringContaining('mail password')])
  })

  it('keeps the code out of list and log when a transport repeats the mail in its error', async () => {
    const id = await t.send(confirmation())
    const loud: MailTransport = {
      ...t.smtp(),
      send: async (mail) => Promise.reject(new Error(`spam: ${mail.text}`)),
    }
    const error = await deliverMail(t.worker(loud), id).catch(String)
    for (const text of [error, (await t.row(id)).last_error])
      expect(text).not.toMatch(new RegExp(`${CODE}|seCret`))
  })

  it('gives up after the last try', async () => {
    const id = await t.send(confirmation())
    await t.change(id, `attempts = ${MAX_ATTEMPTS - 1}`)
    t.box.refuse('450')
    await deliverMail(t.ctx, id)
    t.box.refuse(null)
    expect(await t.row(id)).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS })
  })

  it('reports a changed SECRET_KEY as such', async () => {
    const id = await t.send(confirmation())
    await deliverMail(t.worker(t.smtp(), 'quite another key, also for tests'), id)
    expect(await t.row(id)).toMatchObject({
      state: 'failed',
      last_error: expect.stringMatching(/SECRET_KEY/),
    })
  })

  it.each([
    'ann@people.example\r\nRCPT TO:<eve@evil.example>',
    'ann@people.example, eve@evil.example',
    'ann@people.example\nBcc: eve@evil.example',
  ])('rejects a second recipient in %j', async (to) => {
    const before = t.box.mails.length
    const id = await t.send(confirmation({ to }))
    await deliverMail(t.ctx, id)
    expect((await t.row(id)).state).toBe('failed')
    expect(t.box.mails).toHaveLength(before)
  })

  it('rejects headers in a name or brand', async () => {
    const variables = { first_name: 'Ann\r\nBcc: eve@evil.example\r\n\r\nbody', minutes: 5 }
    const draft = confirmation({ variables } as never)
    await t.setBrand({
      name: 'Fox\r\nBcc: eve@evil.example',
      support_email: 'x@y.example\r\nBcc: eve@evil.example',
    })
    const id = await t.send(draft)
    await deliverMail(t.ctx, id)
    await t.setBrand({ name: FOX.name, support_email: FOX.supportEmail })
    const [got] = arrived(draft.to)
    expect(got?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect([got?.recipients, got?.replyTo, got?.from.name]).toEqual([
      [draft.to],
      null,
      'Fox Bcc: eve@evil.example',
    ])
  })
})

describe('expiry', () => {
  it('an expired code is not sent, and wiped', async () => {
    const draft = confirmation()
    const id = await t.send(draft)
    await t.change(id, `expires_at = now() - interval '1 second'`)
    await deliverMail(t.ctx, id)
    expect(arrived(draft.to)).toHaveLength(0)
    expect(await t.row(id)).toMatchObject({
      state: 'expired',
      attempts: 0,
      secrets_sealed: null,
      lease_until: null,
    })
  })

  it('secrets are wiped at expiry, without any attempt', async () => {
    const [waiting, failed, sending, good, noEnd] = [
      await t.send(confirmation()),
      await t.send(confirmation()),
      await t.send(confirmation()),
      await t.send(confirmation({ expiresAt: new Date('2100-01-01') })),
      await t.send(confirmation()),
    ]
    const over = `expires_at = now() - interval '1 second'`
    await t.change(waiting, over)
    await t.change(failed, `${over}, state = 'failed', lease_until = null`)
    await t.change(sending, `${over}, state = 'sending', lease_until = now() - interval '1 second'`)
    await t.change(good, `state = 'failed', lease_until = null`)
    await t.change(noEnd, `state = 'failed', lease_until = null, created_at = now() - interval '8 days'`)
    await recoverMails(t.ctx)
    const rows = await Promise.all([waiting, failed, sending, good, noEnd].map((id) => t.row(id)))
    expect(rows.map((row) => [row.state, row.secrets_sealed !== null])).toEqual([
      ['expired', false],
      ['failed', false],
      ['expired', false],
      ['failed', true],
      ['failed', false],
    ])
  })
})

describe('mails without a handler', () => {
  it.each([
    ['a lost job', 'queued', 11, 2],
    ['a dead worker', 'sending', 11, 2],
    ['a job that is about to come', 'queued', 9, 1],
    ['a pause between two tries', 'queued', -60, 1],
    ['a mail that is done', 'sent', 60, 1],
  ])('%s (%s, %d minutes): %d jobs', async (_what, state, minutes, expected) => {
    const id = await t.send(confirmation())
    await t.change(id, `state = '${state}', lease_until = now() - make_interval(mins => ${minutes})`)
    await recoverMails(t.ctx)
    await recoverMails(t.ctx)
    expect(await jobs(id)).toBe(expected)
    if (expected === 2) {
      await deliverMail(t.ctx, id)
      expect((await t.row(id)).state).toBe('sent')
    }
  })
})

it('mails are deleted after 90 days', async () => {
  const [old, young] = [await t.send(confirmation()), await t.send(confirmation())]
  await t.change(old, `created_at = now() - interval '91 days'`)
  await t.change(young, `created_at = now() - interval '89 days'`)
  await removeOldMails(t.database.db)
  await expect(t.row(old)).rejects.toThrow()
  expect((await t.row(young)).id).toBe(young)
})
