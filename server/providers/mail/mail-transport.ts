/** A rendered mail. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  /** With angle brackets; the same for every attempt. */
  messageId: string
  headers?: Record<string, string>
  /** MAIL FROM, for bounces; the sender's address when absent. */
  returnPath?: string
  /** The name for EHLO; the machine's own when absent. */
  ehloName?: string
  /** Signs the mail for a domain. */
  dkim?: DkimKey
}

/** `privateKey` is PEM. */
export interface DkimKey {
  domain: string
  selector: string
  privateKey: string
}

/** A server's replies to one mail, in order, without secrets. */
export interface TestSendResult {
  accepted: boolean
  reply: string
  replies: string[]
}

/** A mail server for display. */
interface MailServer {
  host: string
  port: number
  /** `optional`: STARTTLS if the server offers it. */
  encryption: 'tls' | 'starttls' | 'optional'
  signsIn: boolean
}

export interface MailTransport {
  id: 'smtp' | 'console'
  /** The server, without credentials; null when there is none. */
  server: MailServer | null
  /** Resolves once the server has accepted the mail. @throws MailError */
  send(mail: OutgoingMail): Promise<void>
  /** Sends one mail over a separate connection and returns the server's replies. */
  testSend(mail: OutgoingMail): Promise<TestSendResult>
  /** Closes connections after finishing mails in progress. */
  close(): Promise<void>
}

/**
 * A mail that was not accepted. `permanent` means that the same mail would be rejected again. The message is for
 * administrators and contains no password, code or link.
 */
export class MailError extends Error {
  override name = 'MailError'
  readonly permanent: boolean
  /** It failed before the mail was offered, so another server may be tried. */
  readonly beforeMail: boolean
  /** The server got the whole mail and never replied: it may have been delivered. */
  readonly maybeTaken: boolean
  /** The server's reply to the recipient's address, such as `550 5.1.1 no such user`; null for other failures. */
  readonly refusedRecipient: string | null
  constructor(
    message: string,
    options: {
      permanent: boolean
      beforeMail?: boolean
      maybeTaken?: boolean
      refusedRecipient?: string | null
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.permanent = options.permanent
    this.beforeMail = options.beforeMail ?? false
    this.maybeTaken = options.maybeTaken ?? false
    this.refusedRecipient = options.refusedRecipient ?? null
  }
}
