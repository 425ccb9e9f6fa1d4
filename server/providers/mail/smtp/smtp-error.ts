import type { NodemailerError } from 'nodemailer'
import { withoutSecrets } from '../mail-text.ts'
import { MailError } from '../mail-transport.ts'

/** The server requires other credentials: a fault of the settings, not of the mail. */
const AUTH_REPLIES = new Set([530, 534, 535, 538])
/** Commands about this mail; a rejection before them concerns the connection. */
const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

const SENTENCES: Record<string, string> = {
  EAUTH: 'The mail server rejected the user or password',
  ENOAUTH: 'The mail server requires a user and password',
  ETLS: 'No trusted TLS connection to the mail server: we can’t accept its certificate or TLS settings',
  EDNS: 'The mail server’s host was not found',
  ETIMEDOUT: 'The mail server did not answer in time',
  ECONNECTION: 'The mail server closed the connection',
  ESOCKET: 'The mail server could not be reached',
  EABORT: 'The mail server didn’t accept the email in time',
  EENVELOPE: 'The address was not accepted',
  EMESSAGE: 'The mail server rejected the email',
}

/** The connection ended. The library reports `CONN` whether or not the mail was already accepted. */
const isCutOff = ({
  code,
  originalCode = '',
  timeoutType,
}: NodemailerError & { timeoutType?: string }): boolean =>
  code === 'ECONNECTION' ||
  /^(?:ECONNRESET|EPIPE)$/.test(String(originalCode)) ||
  timeoutType === 'SOCKET_TIMEOUT'

/** Whether the server certainly did not receive the mail, so that another one may be used. */
const isBeforeMail = (error: NodemailerError): boolean =>
  (error.command === 'CONN' && !isCutOff(error)) ||
  error.command === 'API' ||
  /^(?:EHLO|HELO|STARTTLS|AUTH)/.test(error.command ?? '')

const CERTIFICATE = /certificate|self.signed|altname|unable to verify/i

function isPermanent(error: NodemailerError): boolean {
  const { code, responseCode } = error
  if (responseCode === undefined) return code === 'EENVELOPE'
  if (code === 'EAUTH' || AUTH_REPLIES.has(responseCode)) return false
  return error.permanent === true && MAIL_COMMANDS.has(error.command ?? '')
}

/**
 * Classifies a failed delivery. Rejections of this mail (5xx on MAIL, RCPT, DATA) and invalid addresses are
 * permanent; problems of connection and sign-in and 4xx are temporary. `secrets` are removed from the server's text;
 * `isWritten` says that the server was sent the whole mail.
 */
export function toMailError(error: unknown, secrets: string[], isWritten = false): MailError {
  if (error instanceof MailError) return error
  const failure = error as NodemailerError
  const tls = failure.responseCode === undefined && CERTIFICATE.test(failure.message ?? '')
  const sentence = SENTENCES[tls ? 'ETLS' : (failure.code ?? '')] ?? 'We couldn’t send the email'
  const output = failure.response ?? failure.originalCode ?? ''
  const detail = withoutSecrets(output, secrets)
  const permanent = isPermanent(failure)
  return new MailError(detail ? `${sentence}: ${detail}` : sentence, {
    permanent,
    beforeMail: !permanent && !isWritten && isBeforeMail(failure),
    maybeTaken: isWritten && failure.responseCode === undefined,
    refusedRecipient: permanent && failure.command === 'RCPT TO' ? detail : null,
  })
}
