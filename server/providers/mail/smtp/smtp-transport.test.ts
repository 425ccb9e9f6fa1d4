import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { LOOPBACK_CERTIFICATE } from '#server/testing/loopback-certificate.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type MailError, type MailTransport, type OutgoingMail, parseSmtpUrl } from '../index.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const resource of closing.splice(0)) await resource.close()
})

async function box(...args: Parameters<typeof startMailBox>): Promise<MailBox> {
  const started = await startMailBox(...args)
  closing.unshift(started)
  return started
}

function to(url: string, tls?: { ca: string }): MailTransport {
  const transport = createSmtpTransport(parseSmtpUrl(url), tls && { tls })
  closing.unshift(transport)
  return transport
}

const mail = (overrides: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: 'Fox Leads', address: 'no-reply@fox.example' },
  to: 'ann@people.example',
  subject: 'Hello – ÄÖ',
  html: '<p>Hello <b>Ann</b></p>',
  text: 'Hello Ann',
  messageId: '<one@fox.example>',
  ...overrides,
})

const failure = (work: Promise<void>): Promise<MailError> =>
  work.then(
    () => Promise.reject(new Error('it was sent')),
    (error) => error,
  )

describe('a mail over SMTP', () => {
  it('arrives unchanged, with its own Message-ID', async () => {
    const server = await box()
    await to(server.url).send(
      mail({ replyTo: 'help@fox.example', headers: { 'Auto-Submitted': 'auto-generated' } }),
    )
    const [got] = server.mails
    expect(got).toMatchObject({
      recipients: ['ann@people.example'],
      to: 'ann@people.example',
      from: { name: 'Fox Leads', address: 'no-reply@fox.example' },
      replyTo: 'help@fox.example',
      subject: 'Hello – ÄÖ',
      secure: false,
      user: 'mailer',
    })
    expect([got?.text.trim(), got?.html.trim()]).toEqual(['Hello Ann', '<p>Hello <b>Ann</b></p>'])
    const header = (key: string) =>
      got?.headers.filter((entry) => entry.key === key).map((entry) => entry.value)
    expect(header('message-id')).toEqual(['<one@fox.example>'])
    expect(header('auto-submitted')).toEqual(['auto-generated'])
    expect(header('x-mailer')).toEqual([])
  })

  it('shares a connection with the next mail', async () => {
    const server = await box()
    const transport = to(server.url)
    for (let sent = 0; sent < 5; sent += 1) await transport.send(mail())
    expect([server.mails.length, server.connections()]).toEqual([5, 1])
  })

  it('uses a new connection when the server has closed the old one', async () => {
    const server = await box()
    const transport = to(server.url)
    await transport.send(mail())
    server.refuse('drop')
    server.refuse(null)
    await transport.send(mail({ messageId: '<two@fox.example>' }))
    expect(server.mails).toHaveLength(2)
  })
})

describe('TLS', () => {
  const offered = { disabledCommands: [], ...LOOPBACK_CERTIFICATE }

  it('is used when offered, with a trusted certificate', async () => {
    const server = await box(offered)
    await to(server.url, { ca: LOOPBACK_CERTIFICATE.cert }).send(mail())
    expect(server.mails).toMatchObject([{ secure: true }])
  })

  it('is used from the first byte with smtps', async () => {
    const server = await box({ ...offered, secure: true })
    await to(server.url, { ca: LOOPBACK_CERTIFICATE.cert }).send(mail())
    expect(server.mails).toMatchObject([{ secure: true }])
  })

  it.each([{ secure: false }, { secure: true }])(
    'is refused with an untrusted certificate: %j',
    async (way) => {
      const server = await box({ ...offered, ...way })
      const error = await failure(to(server.url).send(mail()))
      expect(error).toMatchObject({ name: 'MailError', permanent: false })
      expect(error.message).toMatch(/certificate/)
      expect(server.mails).toEqual([])
    },
  )

  it('is required before a password is sent', async () => {
    // Not the host's real name; without STARTTLS nothing is sent.
    const server = await box()
    const settings = { ...parseSmtpUrl(server.url), requireTls: true }
    const transport = createSmtpTransport(settings)
    closing.unshift(transport)
    expect(await failure(transport.send(mail()))).toMatchObject({ permanent: false })
    expect([server.mails, server.refusals()]).toEqual([[], 0])
  })
})

describe('failures', () => {
  it.each([
    ['450', false, /450/],
    ['550', true, /no such mailbox, see \[link\]/],
    ['drop', false, /closed the connection|could not be reached/],
    ['auth', false, /rejected the user or password/],
  ] as const)('%s: permanent %s', async (mode, permanent, message) => {
    const server = await box()
    server.refuse(mode)
    const error = await failure(to(server.url).send(mail()))
    expect(error).toMatchObject({ name: 'MailError', permanent })
    expect(error.message).toMatch(message)
    // The server repeats the password in its reply.
    expect(error.message).not.toContain('mail password 123')
    expect(server.refusals()).toBeGreaterThan(0)
  })

  it('a wrong password is a configuration error', async () => {
    const server = await box()
    const error = await failure(to(server.url.replace('mail%20password', 'other')).send(mail()))
    expect(error).toMatchObject({ permanent: false })
    expect(error.message).not.toContain('123')
  })

  it('a server that requires a missing password', async () => {
    const server = await box()
    const error = await failure(to(`smtp://127.0.0.1:${server.port}`).send(mail()))
    expect(error).toMatchObject({ permanent: false })
  })

  it('an unreachable server', async () => {
    const server = await box()
    await server.close()
    const error = await failure(to(server.url).send(mail()))
    expect(error).toMatchObject({ permanent: false })
    expect(error.message).toMatch(/could not be reached: ECONNREFUSED/)
  })

  it("a server that rejects everyone at connect is not the mail's fault", async () => {
    const rejecting = createServer((socket) => socket.end('554 5.3.2 not today\r\n'))
    await new Promise<void>((resolve) => rejecting.listen(0, '127.0.0.1', resolve))
    closing.unshift({ close: () => new Promise((resolve) => rejecting.close(() => resolve())) })
    const { port } = rejecting.address() as { port: number }
    expect(await failure(to(`smtp://127.0.0.1:${port}`).send(mail()))).toMatchObject({ permanent: false })
  })

  it.each([
    ['greeting', ''],
    ['answer to the mail', '.'],
  ] as const)('a partial %s: retried, but not on another server', async (_what, last) => {
    const server = createServer((socket) => {
      // A line without its end is not a reply yet.
      const half = () => socket.end('250 2.0')
      if (last === '') return half()
      socket.write('220 mail.example\r\n')
      let isText = false
      socket.on('data', (data) => {
        const text = data.toString()
        if (isText && text.endsWith('\r\n.\r\n')) return half()
        if (isText) return
        isText = text.startsWith('DATA')
        socket.write(isText ? '354 go on\r\n' : '250 fine\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.unshift({ close: () => new Promise((resolve) => server.close(() => resolve())) })
    const { port } = server.address() as { port: number }
    expect(await failure(to(`smtp://127.0.0.1:${port}`).send(mail()))).toMatchObject({
      permanent: false,
      beforeMail: false,
    })
  })
})

describe('header and recipient injection', () => {
  const INJECTED = 'Bcc: eve@evil.example'

  it.each([
    `Fox\r\n${INJECTED}`,
    `Fox\n${INJECTED}\n\nbody`,
    `Fox\r${INJECTED}`,
    `Fox\u2028${INJECTED}`,
    `"Fox" <eve@evil.example>, x`,
    'Fox\u0000',
  ])('stays in the sender name and subject: %j', async (text) => {
    const server = await box()
    await to(server.url).send(mail({ from: { name: text, address: 'no-reply@fox.example' }, subject: text }))
    const [got] = server.mails
    expect(got?.recipients).toEqual(['ann@people.example'])
    expect(got?.from.address).toBe('no-reply@fox.example')
    const names = got?.headers.map((header) => header.key)
    expect(names).not.toContain('bcc')
    expect(names?.toSorted()).toEqual(
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].toSorted(),
    )
  })

  it.each([
    `ann@people.example\r\nRCPT TO:<eve@evil.example>`,
    `ann@people.example, eve@evil.example`,
    `ann@people.example>\r\nDATA`,
    `Ann <ann@people.example>`,
    'ann@people.example\n',
    'ann@',
    'ann',
    '',
  ])('is an invalid address: %j', async (address) => {
    const server = await box()
    const transport = to(server.url)
    for (const bad of [
      mail({ to: address }),
      mail({ from: { name: 'x', address } }),
      ...(address ? [mail({ replyTo: address })] : []),
    ])
      expect(await failure(transport.send(bad))).toMatchObject({ permanent: true })
    expect(server.mails).toEqual([])
  })

  it('is an invalid Message-ID', async () => {
    const server = await box()
    const bad = mail({ messageId: `<x@fox.example>\r\n${INJECTED}` })
    expect(await failure(to(server.url).send(bad))).toMatchObject({ permanent: true })
  })
})
