import { authenticate } from 'mailauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentMails } from '#contract/branding/mail.ts'
import {
  checkMailServer,
  createDkimKey,
  removeMailServer,
  saveMailServer,
  showMailServer,
  testMailServer,
} from '#contract/branding/mail-server.ts'
import { updateSite } from '#contract/branding/site.ts'
import { deliverMail, sendMail } from '#server/modules/branding/mail/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { recheckDkimKeys } from './dkim-key-changes.ts'

let t: TestApp
let [own, platform]: MailBox[] = []
let dns: FakeDns
beforeAll(async () => {
  const made = await Promise.all([startMailBox(), startMailBox()])
  ;[own, platform] = made
  dns = await startFakeDns()
  t = await testApp({
    roles: ['web'],
    smtpUrl: made[1].url,
    mailFrom: 'mail@platform.example',
    publicUrl: 'https://app.platform.example',
    dnsServers: dns.address,
    hostMap: `smtp.fox.example=127.0.0.1:${made[0].port}`,
  })
})
afterAll(async () => {
  await t?.close()
  await Promise.all([own?.close(), platform?.close(), dns?.close()])
})

const SERVER = {
  host: 'smtp.fox.example',
  port: 25,
  security: 'none',
  username: 'mailer',
  password: 'mail password 123',
  from_address: 'hello@fox.example',
} as const

const save = (
  as: TestUser,
  body: Partial<Omit<typeof SERVER, 'security'>> & { security?: string } & object = {},
) => t.call(saveMailServer, { body: { ...SERVER, ...body } as never }, as)

/** A reseller with the domain `host`, and a site of its own. */
async function reseller(host: string): Promise<TestUser & { siteId: number }> {
  const user = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(updateSite, { body: { name: 'Fox Leads' } }, user)
  const { rows } = await t.app.database.pool.query('select id from site where account_id = $1', [
    user.accountId,
  ])
  await t.app.database.pool.query(
    `insert into site_domain (site_id, host, token, state, is_primary, verified_at)
     values ($1, $2, 'token', 'active', true, now())`,
    [rows[0].id, host],
  )
  return { ...user, siteId: rows[0].id }
}

let people = 0
/** Sends a password mail of a site, now. */
async function mailOf(siteId: number | null): Promise<{ to: string; id: number }> {
  people += 1
  const to = `person${people}@people.example`
  const id = await transaction(t.app.database.db, () =>
    sendMail(t.app.ctx, { siteId, to, template: 'reset-unknown', variables: {}, secrets: {} }),
  )
  await deliverMail(t.app.ctx, id)
  return { to, id }
}

describe('a mail server of a reseller', () => {
  it('stores its password sealed, never shows it, and requires it again when the server changes', async () => {
    const fox = await reseller('sealed.fox.example')
    const saved = await save(fox)
    expect(saved.body.data).toMatchObject({
      host: 'smtp.fox.example',
      username: 'mailer',
      has_password: true,
      sends_by: 'own',
      sends_from: 'hello@fox.example',
    })
    const shown = await t.call(showMailServer, {}, fox)
    const { rows } = await t.app.database.pool.query('select * from mail_server where account_id = $1', [
      fox.accountId,
    ])
    for (const text of [saved, shown, rows].map((item) => JSON.stringify(item)))
      expect(text).not.toContain('mail password 123')
    expect(rows[0].password_sealed).toMatch(/^v1\./)
    const withoutPassword = { ...SERVER, password: undefined }
    expect((await t.call(saveMailServer, { body: withoutPassword }, fox)).status).toBe(200)
    const moved = await t.call(saveMailServer, { body: { ...withoutPassword, port: 26 } }, fox)
    expect([moved.status, moved.error.fields]).toEqual([
      422,
      { password: 'Enter the password again for this server' },
    ])
  })

  it.each([
    ['localhost', 587, 'host'],
    ['127.0.0.1', 587, 'host'],
    ['mail.internal', 587, 'host'],
    ['smtp.example.com', 22, 'port'],
    ['smtp.example.com', 6379, 'port'],
    ['smtp.example.com', 25, 'security'],
  ])('may not be %s:%i', async (host, port, field) => {
    const fox = await t.account({ modules: ['leads', 'whitelabel'] })
    const { status, error } = await save(fox, { host, port } as never)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, [field]])
  })

  it('whose name resolves to a private address is not contacted', async () => {
    dns.zones['inside.example.com'] = { a: ['127.0.0.1', '10.0.0.7'] }
    const fox = await reseller('inside.fox.example')
    const before = own!.connections()
    expect(
      (await save(fox, { host: 'inside.example.com', port: 587, security: 'starttls' } as never)).status,
    ).toBe(200)
    const { body } = await t.call(testMailServer, { body: { to: 'a@people.example' } }, fox)
    expect(body.data).toMatchObject({
      accepted: false,
      reply: 'The mail server has no address on the public internet',
    })
    expect(own!.connections()).toBe(before)
  })

  it('sends its mails under its brand, signed and valid once DNS publishes the key', async () => {
    const fox = await reseller('leads.fox.example')
    await save(fox)
    const { data: key } = (await t.call(createDkimKey, { body: { domain: 'fox.example' } }, fox)).body
    expect(key).toMatchObject({
      name: expect.stringMatching(/^m\d{8}\w{4}\._domainkey\.fox\.example$/),
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MIIB/),
      state: 'pending',
    })
    const unsigned = await own!.waitFor((await mailOf(fox.siteId)).to)
    expect(unsigned.raw).not.toContain('DKIM-Signature')
    expect((await t.call(checkMailServer, {}, fox)).body.data.dkim.state).toBe('missing')

    dns.zones[key.name] = { txt: [key.value] }
    expect((await t.call(checkMailServer, {}, fox)).body.data.dkim.state).toBe('pass')
    const { to, id } = await mailOf(fox.siteId)
    const mail = await own!.waitFor(to)
    expect(mail).toMatchObject({ from: { address: 'hello@fox.example' }, user: 'mailer' })
    const header = (name: string) => mail.headers.find(({ key: found }) => found === name)?.value
    expect(header('message-id')).toMatch(/@leads\.fox\.example>$/)
    const { dkim } = await authenticate(mail.rawBytes, {
      sender: 'hello@fox.example',
      ip: '127.0.0.1',
      helo: 'leads.fox.example',
      resolver: async (name, type) => {
        const texts = type === 'TXT' ? dns.zones[name]?.txt : undefined
        if (!texts) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
        return texts.map((text) => [text])
      },
    })
    expect(dkim.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ['pass', 'fox.example'],
    ])
    expect(mail.ehlo).toBe('leads.fox.example')
    const log = (await t.call(sentMails, {}, fox)).body
    expect(log.data[0]).toMatchObject({ id, recipient: to, state: 'sent', via: 'own' })
    expect(log.total).toBe(2)
    const other = await reseller('other.fox.example')
    expect((await t.call(sentMails, {}, other)).body.total).toBe(0)
  })

  it('rotates its key: the new one signs once it is published, and the old record stays a week', async () => {
    const fox = await reseller('rotate.fox.example')
    const dkim = async (rotate: boolean) =>
      (await t.call(createDkimKey, { body: { domain: 'rotate.example', rotate } }, fox)).body.data
    const first = await dkim(false)
    expect((await dkim(false)).name).toBe(first.name)
    const publish = async (key: typeof first) => {
      dns.zones[key.name] = { txt: [key.value] }
      await t.app.database.pool.query('update mail_dkim_key set checked_at = null where account_id = $1', [
        fox.accountId,
      ])
      await recheckDkimKeys(t.app.ctx)
    }
    await publish(first)
    const second = await dkim(true)
    const states = async () =>
      (await t.call(showMailServer, {}, fox)).body.data.dkim.map(({ name, state }) => [name, state])
    expect(await states()).toEqual([
      [second.name, 'pending'],
      [first.name, 'active'],
    ])
    await publish(second)
    expect(await states()).toEqual([
      [second.name, 'active'],
      [first.name, 'retiring'],
    ])
    await t.app.database.pool.query(
      `update mail_dkim_key set retires_at = retires_at - interval '7 days' where account_id = $1`,
      [fox.accountId],
    )
    await recheckDkimKeys(t.app.ctx)
    expect(await states()).toEqual([[second.name, 'active']])
  })

  it("keeps mails waiting while it is down, unless the platform's server may be used instead", async () => {
    const fox = await reseller('fallback.fox.example')
    await save(fox)
    own!.refuse('auth')
    try {
      await expect(mailOf(fox.siteId)).rejects.toThrow('rejected the user or password')
      await save(fox, { fallback: true } as never)
      const { to } = await mailOf(fox.siteId)
      const mail = await platform!.waitFor(to)
      // The platform's server never sends from an unverified address.
      expect(mail.from.address).not.toBe('hello@fox.example')
      expect((await t.call(sentMails, { query: { search: to } }, fox)).body.data[0]).toMatchObject({
        via: 'platform',
      })
    } finally {
      own!.refuse(null)
    }
  })

  it('does not hand a mail to a second server after the first may have accepted it', async () => {
    const fox = await reseller('once.fox.example')
    await save(fox, { fallback: true } as never)
    own!.refuse('550')
    try {
      const { to } = await mailOf(fox.siteId)
      expect((await t.call(sentMails, { query: { search: to } }, fox)).body.data[0]).toMatchObject({
        state: 'failed',
        via: null,
      })
      expect(platform!.mails.filter(({ recipients }) => recipients.includes(to))).toEqual([])
    } finally {
      own!.refuse(null)
    }
  })

  it("can be removed, and the platform's is used again", async () => {
    const fox = await reseller('removed.fox.example')
    await save(fox)
    expect((await t.call(removeMailServer, {}, fox)).status).toBe(200)
    expect((await t.call(showMailServer, {}, fox)).body.data).toMatchObject({
      host: null,
      sends_by: 'platform',
    })
  })
})

describe('a test mail', () => {
  it("shows the server's reply without the password", async () => {
    const fox = await reseller('test.fox.example')
    await save(fox)
    const { body } = await t.call(testMailServer, { body: { to: 'me@people.example' } }, fox)
    expect(body.data).toMatchObject({ accepted: true, reply: expect.stringMatching(/^250/), signed: false })
    expect(body.data.replies.join('\n')).toMatch(/^220[\s\S]*\n354/)
    own!.refuse('auth')
    try {
      const refused = await t.call(testMailServer, { body: { to: 'me@people.example' } }, fox)
      expect(refused.body.data).toMatchObject({ accepted: false, reply: expect.stringContaining('535') })
      expect(JSON.stringify(refused.body)).not.toContain('mail password')
    } finally {
      own!.refuse(null)
    }
  })
})

describe('domain checks', () => {
  const check = async (as: TestUser) => {
    const { spf, dmarc, mx } = (await t.call(checkMailServer, {}, as)).body.data
    return [spf.state, dmarc.state, mx.state]
  }

  it('report what is missing, wrong or unknown', async () => {
    const fox = await reseller('checks.fox.example')
    await save(fox, { from_address: 'hello@checks.example' } as never)
    expect(await check(fox)).toEqual(['missing', 'missing', 'missing'])

    dns.zones['checks.example'] = {
      txt: ['v=spf1 include:relay.example -all'],
      mx: [[10, 'mx.checks.example']],
    }
    dns.zones['relay.example'] = { txt: ['v=spf1 ip4:203.0.113.9 -all'] }
    dns.zones['_dmarc.checks.example'] = { txt: ['v=DMARC1; p=reject'] }
    // Whether a relay is covered cannot be known from outside.
    expect(await check(fox)).toEqual(['unknown', 'pass', 'pass'])

    const many = Array.from({ length: 11 }, (_, number) => `include:n${number}.example`)
    for (const include of many) dns.zones[include.slice('include:'.length)] = { txt: ['v=spf1 -all'] }
    dns.zones['checks.example'] = { txt: [`v=spf1 ${many.join(' ')} -all`], mx: [[0, '']] }
    expect(await check(fox)).toEqual(['fail', 'pass', 'fail'])

    dns.zones['checks.example'] = { fail: 'servfail' }
    dns.zones['_dmarc.checks.example'] = { fail: 'servfail' }
    expect(await check(fox)).toEqual(['unknown', 'unknown', 'unknown'])
  })
})

describe('a stored password', () => {
  it.each([
    [{ host: 'smtp.other.example' }, 422],
    [{ username: 'someone else' }, 422],
    [{ from_address: 'other@fox.example' }, 200],
  ])('with %o instead: %i', async (change, status) => {
    const fox = await t.account({ modules: ['leads', 'whitelabel'] })
    const server = { ...SERVER, port: 587, security: 'starttls' as const }
    expect((await t.call(saveMailServer, { body: server }, fox)).status).toBe(200)
    const answer = await t.call(saveMailServer, { body: { ...server, password: undefined, ...change } }, fox)
    expect([answer.status, answer.error?.fields]).toEqual([
      status,
      status === 422 ? { password: 'Enter the password again for this server' } : undefined,
    ])
  })
})
