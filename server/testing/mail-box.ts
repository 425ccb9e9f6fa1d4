import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { PATIENCE_MS } from './patience.ts'

/** A received mail. `headers` keep their order; names are in lower case. */
export interface ReceivedMail {
  /** Recipients of the envelope. */
  recipients: string[]
  /** Sender of the envelope, which receivers record as Return-Path. */
  returnPath: string
  /** EHLO name of the sending server. */
  ehlo: string
  to: string
  from: { name: string; address: string }
  replyTo: string | null
  subject: string
  text: string
  html: string
  headers: { key: string; value: string }[]
  /** Whether it came over TLS. */
  secure: boolean
  user: string | null
  raw: string
  /** The same as bytes, for signatures. */
  rawBytes: Buffer
}

/**
 * `450` and `550` reject recipients, `drop` closes every connection, `auth` rejects the password, `hang` never
 * accepts the text, `mute` takes it and hangs up without a reply.
 */
type Refusal = '450' | '550' | 'drop' | 'auth' | 'hang' | 'mute' | null

export interface MailBox {
  /** For SMTP_URL, with user and password. */
  url: string
  port: number
  mails: ReceivedMail[]
  /** Number of connections so far. */
  connections(): number
  /** Number of rejections so far. */
  refusals(): number
  /** Waits for a mail to this address: the first that `matches` (part of the subject, or a test). */
  waitFor(recipient: string, matches?: string | ((mail: ReceivedMail) => boolean)): Promise<ReceivedMail>
  /** Sets how it treats further mails; null accepts all. */
  refuse(mode: Refusal): void
  close(): Promise<void>
}

const USER = 'mailer'
const PASSWORD = 'mail password 123'

const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

type Envelope = 'recipients' | 'secure' | 'user' | 'ehlo' | 'returnPath'

async function parse(raw: Buffer): Promise<Omit<ReceivedMail, Envelope>> {
  const mail = await PostalMime.parse(raw)
  return {
    to: (mail.to ?? []).map((address) => address.address ?? '').join(', '),
    from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
    replyTo: mail.replyTo?.[0]?.address ?? null,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    raw: raw.toString('utf8'),
    rawBytes: raw,
  }
}

/**
 * A mail server in this process, on a free port of 127.0.0.1. It requires a password, and offers TLS only when
 * `server` says so. Close it when done.
 */
export async function startMailBox(server: SMTPServerOptions & { port?: number } = {}): Promise<MailBox> {
  const mails: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const sockets = new Set<Socket>()
  let [mode, connections, refusals]: [Refusal, number, number] = [null, 0, 0]
  const refused = (code: number, message: string) => {
    refusals += 1
    return refusal(code, message)
  }

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    ...server,
    onAuth(auth, _session, done) {
      const good = mode !== 'auth' && auth.username === USER && auth.password === PASSWORD
      if (good) return done(null, { user: USER })
      // A careless server repeats its input.
      done(refused(535, `5.7.8 no such user or password "${auth.password}"`))
    },
    onRcptTo(_address, _session, done) {
      if (mode === '450') return done(refused(450, '4.2.1 try again later'))
      if (mode === '550') return done(refused(550, '5.1.1 no such mailbox, see https://mail.example/why?x=1'))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (mode === 'hang') return
        const recipients = session.envelope.rcptTo.map((address) => address.address)
        const mail = await parse(Buffer.concat(chunks))
        mails.push({
          ...mail,
          recipients,
          secure: session.secure,
          user: session.user ?? null,
          ehlo: String(session.hostNameAppearsAs),
          returnPath: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        })
        if (mode === 'mute') for (const socket of sockets) socket.destroy()
        else done()
        for (const check of waiting) check()
      })
    },
  })
  // Some tests disconnect in the middle of a session.
  smtp.on('error', () => {})
  const offersTls = server.secure === true || server.disabledCommands?.includes('STARTTLS') === false
  smtp.server.on('connection', (socket: Socket) => {
    connections += 1
    // Destroying a socket under its TLS would end the whole process.
    if (!offersTls) sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (mode === 'drop') {
      refusals += 1
      socket.destroy()
    }
  })
  smtp.listen(server.port ?? 0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo

  return {
    url: `${server.secure ? 'smtps' : 'smtp'}://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    port,
    mails,
    connections: () => connections,
    refusals: () => refusals,
    refuse(next) {
      mode = next
      // Pooled connections are past these two stages.
      if (next === 'drop' || next === 'auth') for (const socket of sockets) socket.destroy()
    },
    waitFor(recipient, matches = () => true) {
      const fits =
        typeof matches === 'string' ? (mail: ReceivedMail) => mail.subject.includes(matches) : matches
      const find = () => mails.find((mail) => mail.recipients.includes(recipient) && fits(mail))
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(timer)
          waiting.delete(check)
          act()
        }
        const check = () => {
          const mail = find()
          if (mail) settle(() => resolve(mail))
        }
        const timer = setTimeout(() => {
          const arrived = mails.map((mail) => `${mail.recipients.join(', ')}: ${mail.subject}`).join('; ')
          settle(() => reject(new Error(`No such mail for ${recipient}; arrived: ${arrived || 'none'}`)))
        }, PATIENCE_MS)
        waiting.add(check)
        check()
      })
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        smtp.close(resolve)
      }),
  }
}

/** The six-digit code on a separate line. */
export function codeIn(mail: Pick<ReceivedMail, 'text'>): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1]
  if (!code) throw new Error(`No code in: ${mail.text}`)
  return code
}

/** The first link on a separate line. */
export function linkIn(mail: Pick<ReceivedMail, 'text'>): string {
  const link = /^\s*(https?:\/\/\S+)\s*$/m.exec(mail.text)?.[1]
  if (!link) throw new Error(`No link in: ${mail.text}`)
  return link
}
