import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { PATIENCE_MS } from './patience.ts'

/** A mail as it arrived. `headers` keep their order; names are in lower case. */
export interface ReceivedMail {
  /** The envelope's recipients: who really gets it. */
  recipients: string[]
  /** The envelope's sender, which receivers write down as Return-Path. */
  returnPath: string
  /** How the sending server introduced itself. */
  ehlo: string
  to: string
  from: { name: string; address: string }
  replyTo: string | null
  subject: string
  text: string
  html: string
  headers: { key: string; value: string }[]
  /** How it came in. */
  secure: boolean
  user: string | null
  raw: string
  /** The same, byte by byte: for signatures. */
  rawBytes: Buffer
}

/** `450` and `550` refuse recipients, `drop` ends every connection, `auth` refuses the password, `hang` never accepts the text. */
type Refusal = '450' | '550' | 'drop' | 'auth' | 'hang' | null

export interface MailBox {
  /** For SMTP_URL, with user and password. */
  url: string
  port: number
  mails: ReceivedMail[]
  /** Connections opened so far. */
  connections(): number
  /** How many times it refused something. */
  refusals(): number
  /** Mails for this address that have arrived or will: the first that `matches` (part of the subject, or a test). */
  waitFor(recipient: string, matches?: string | ((mail: ReceivedMail) => boolean)): Promise<ReceivedMail>
  /** How it treats mails from now on; null takes them all. */
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
    to: (mail.to ?? []).map((one) => one.address ?? '').join(', '),
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
 * A mail server in this process, on a free port of 127.0.0.1. It asks for a password, and offers TLS only when
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
      // A careless server repeats what it was given.
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
        const recipients = session.envelope.rcptTo.map((one) => one.address)
        const mail = await parse(Buffer.concat(chunks))
        mails.push({
          ...mail,
          recipients,
          secure: session.secure,
          user: session.user ?? null,
          ehlo: String(session.hostNameAppearsAs),
          returnPath: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        })
        done()
        for (const check of waiting) check()
      })
    },
  })
  // A client that leaves in the middle of a dialogue is what some tests are about.
  smtp.on('error', () => {})
  const offersTls = server.secure === true || server.disabledCommands?.includes('STARTTLS') === false
  smtp.server.on('connection', (socket: Socket) => {
    connections += 1
    // A socket must not be destroyed under the TLS that runs over it: that ends the whole process.
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
      // Kept connections are past the point where these two are decided.
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

/** The code of six digits that is on a line of its own. */
export function codeIn(mail: Pick<ReceivedMail, 'text'>): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1]
  if (!code) throw new Error(`No code in: ${mail.text}`)
  return code
}

/** The first link that is on a line of its own. */
export function linkIn(mail: Pick<ReceivedMail, 'text'>): string {
  const link = /^\s*(https?:\/\/\S+)\s*$/m.exec(mail.text)?.[1]
  if (!link) throw new Error(`No link in: ${mail.text}`)
  return link
}
