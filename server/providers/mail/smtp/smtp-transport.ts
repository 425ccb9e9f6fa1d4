import type { ConnectionOptions } from 'node:tls'
import { refuseInTransaction } from '#server/platform/db/db.ts'
import { onFirstUse } from '#server/platform/first-use.ts'
import type { ConnectFailure, TcpConnect } from '#server/platform/net/tcp-connect.ts'
import { withoutSecrets } from '../mail-text.ts'
import { MailError, type MailTransport, type OutgoingMail } from '../mail-transport.ts'
import type { SmtpSettings } from './config.ts'
import { toMailError } from './smtp-error.ts'
import { makeMessage } from './smtp-message.ts'

const nodemailer = onFirstUse<typeof import('nodemailer')>('nodemailer')

/** Milliseconds. A whole delivery ends before the lease of its mail. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
const WHOLE_MS = 60_000
/** EHLO names with separate connection pools. */
const MAX_POOLS = 20

const FAILURES: Record<ConnectFailure, string> = {
  refused: 'The mail server refused the connection. Check the port',
  timeout: 'The mail server did not answer in time',
  unreachable: 'The mail server could not be reached',
  blocked_address: 'The mail server has no address on the public internet',
  no_address: 'The mail server’s host was not found',
  dns_failed: 'The mail server’s host could not be looked up. Try again later',
}

export interface SmtpOptions {
  /** `ca` adds trusted certificates. */
  tls?: Pick<ConnectionOptions, 'ca' | 'servername'>
  /** Opens connections; for hosts entered by users, one that only reaches the public internet. */
  connect?: TcpConnect
}

type GetSocket = (options: unknown, done: (error: Error | null, socket?: object) => void) => void

/** Gives the library a connection opened under our own rules. */
const socketFrom =
  (connect: TcpConnect, { host, port }: SmtpSettings): GetSocket =>
  (_options, done) => {
    connect(host, port, AbortSignal.timeout(TIMEOUTS.connectionTimeout)).then(
      (outcome) =>
        outcome.kind === 'connected'
          ? done(null, { connection: outcome.socket })
          : done(new MailError(FAILURES[outcome.why], { permanent: false, beforeMail: true })),
      () => done(new MailError(FAILURES.timeout, { permanent: false, beforeMail: true })),
    )
  }

function makeOptions(
  settings: SmtpSettings,
  { tls = {}, connect }: SmtpOptions,
  ehloName: string | undefined,
) {
  const { host, port, secure, requireTls, ignoreTls, auth } = settings
  return {
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(ignoreTls && { ignoreTLS: true }),
    ...(ehloName && { name: ehloName }),
    ...(auth && { auth: { type: 'login' as const, ...auth } }),
    ...(connect && { getSocket: socketFrom(connect, settings) }),
    tls: { ...tls, rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
    ...TIMEOUTS,
  }
}

/** Collects the server's lines from the library's log. */
function listening(replies: string[], secrets: string[]) {
  const take = (entry: unknown, text: unknown) => {
    if ((entry as { tnx?: string }).tnx !== 'server') return
    for (const line of String(text).split(/\r?\n/)) replies.push(withoutSecrets(line, secrets))
  }
  const nothing = () => {}
  return {
    debug: take,
    trace: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    fatal: nothing,
    level: nothing,
  }
}

/**
 * Connects to a mail server and signs in; sends nothing.
 * @throws MailError with the server's reply
 */
export async function checkSmtpServer(settings: SmtpSettings, options: SmtpOptions = {}): Promise<void> {
  const transport = nodemailer().createTransport(makeOptions(settings, options, undefined))
  try {
    await transport.verify()
  } catch (error) {
    throw toMailError(error, settings.auth ? [settings.auth.pass] : [])
  } finally {
    transport.close()
  }
}

/** Called when the last byte of a mail was handed to the connection. */
interface Followed {
  onWritten?: () => void
}

type Plugin = Parameters<ReturnType<typeof import('nodemailer')['createTransport']>['use']>[1]

/** Lets a mail follow its own text, signature included. */
const follow: Plugin = (mail, done) => {
  const { onWritten } = mail.data as Followed
  const create = mail.message.createReadStream.bind(mail.message)
  mail.message.createReadStream = (...options) => {
    const text = create(...options)
    if (onWritten) text.once('end', onWritten)
    return text
  }
  done()
}

/**
 * Sends mails to an SMTP server over a few pooled connections. Certificates are verified; `tls` adds trusted ones. A
 * mail is never sent twice automatically: only one of which nothing was sent is retried on a new connection.
 */
export function createSmtpTransport(settings: SmtpSettings, options: SmtpOptions = {}): MailTransport {
  const { host, port, secure, requireTls, auth } = settings
  const secrets = auth ? [auth.pass] : []
  const newPool = (ehloName: string) => {
    const pool = nodemailer().createTransport({
      pool: true,
      ...makeOptions(settings, options, ehloName),
      maxConnections: 4,
      maxRequeues: 1,
      logger: false,
    })
    pool.use('stream', follow)
    // Errors reach the sender; the end of an idle connection needs no handling.
    pool.on('error', () => {})
    return pool
  }
  const pools = new Map<string, ReturnType<typeof newPool>>()
  /** The pool of an EHLO name; the least recently used pools close when there are too many. */
  function findPool(name: string) {
    const pool = pools.get(name) ?? newPool(name)
    pools.delete(name)
    pools.set(name, pool)
    const [oldest] = pools.keys()
    if (pools.size > MAX_POOLS && oldest !== undefined) {
      pools.get(oldest)?.close()
      pools.delete(oldest)
    }
    return pool
  }

  return {
    id: 'smtp',
    server: {
      host,
      port,
      encryption: secure ? 'tls' : requireTls ? 'starttls' : 'optional',
      signsIn: auth !== null,
    },
    async send(mail) {
      refuseInTransaction('Sending a mail')
      let isWritten = false
      const followed: Followed = {
        onWritten: () => {
          isWritten = true
        },
      }
      try {
        const pool = findPool(mail.ehloName ?? '')
        await pool.sendMail({ ...makeMessage(mail), ...followed, signal: AbortSignal.timeout(WHOLE_MS) })
      } catch (error) {
        throw toMailError(error, secrets, isWritten)
      }
    },
    async testSend(mail: OutgoingMail) {
      refuseInTransaction('Sending a mail')
      const replies: string[] = []
      const transport = nodemailer().createTransport({
        ...makeOptions(settings, options, mail.ehloName),
        debug: true,
        logger: listening(replies, secrets) as never,
      })
      try {
        const { response } = await transport.sendMail({
          ...makeMessage(mail),
          signal: AbortSignal.timeout(WHOLE_MS),
        })
        return { accepted: true, reply: withoutSecrets(response, secrets), replies }
      } catch (error) {
        return { accepted: false, reply: toMailError(error, secrets).message, replies }
      } finally {
        transport.close()
      }
    },
    async close() {
      for (const pool of pools.values()) pool.close()
      pools.clear()
    },
  }
}
