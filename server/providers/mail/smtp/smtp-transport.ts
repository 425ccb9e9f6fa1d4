import type { ConnectionOptions } from 'node:tls'
import nodemailer from 'nodemailer'
import { refuseInTransaction } from '#server/platform/db/db.ts'
import { isMailAddress, oneLine } from '../mail-text.ts'
import { MailError, type MailTransport, type OutgoingMail } from '../mail-transport.ts'
import type { SmtpSettings } from './config.ts'
import { toMailError } from './smtp-error.ts'

/** Milliseconds. A whole hand-over is cut before the lease of its mail ends. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
const WHOLE_MS = 60_000

const MESSAGE_ID = /^<[\w.+-]{1,100}@[\p{L}\p{N}.-]{1,250}>$/u

function checked(what: string, address: string): string {
  if (isMailAddress(address)) return address
  throw new MailError(`The ${what} is not a mail address that can be used`, { permanent: true })
}

/** The mail as the library wants it. Whatever stands in a name or subject, it stays within its own header. */
function messageOf(mail: OutgoingMail) {
  if (!MESSAGE_ID.test(mail.messageId))
    throw new MailError('The Message-ID cannot be used', { permanent: true })
  const headers = Object.entries(mail.headers ?? {}).map(([key, value]) => ({
    key,
    value: oneLine(value, 500),
  }))
  return {
    from: { name: oneLine(mail.from.name, 100), address: checked('sender', mail.from.address) },
    to: { name: '', address: checked('recipient', mail.to) },
    ...(mail.replyTo && { replyTo: { name: '', address: checked('address for replies', mail.replyTo) } }),
    subject: oneLine(mail.subject, 250),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Hands mails to an SMTP server over a few kept connections. Certificates are verified; `tls` adds trusted ones.
 * A message is never handed over twice by itself: only a mail of which nothing was sent is tried on a fresh connection.
 */
export function createSmtpTransport(
  settings: SmtpSettings,
  tls: Pick<ConnectionOptions, 'ca' | 'servername'> = {},
): MailTransport {
  const { host, port, secure, requireTls, auth } = settings
  const pool = nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(auth && { auth: { type: 'login' as const, ...auth } }),
    tls: { ...tls, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...TIMEOUTS,
    maxConnections: 4,
    maxRequeues: 1,
    logger: false,
  })
  // Failures reach whoever sends; an idle connection that ends is no event of its own.
  pool.on('error', () => {})

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
      try {
        await pool.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(WHOLE_MS) })
      } catch (error) {
        throw toMailError(error, auth ? [auth.pass] : [])
      }
    },
    async close() {
      pool.close()
    },
  }
}
