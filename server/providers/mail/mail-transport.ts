/** A mail as it leaves: everything is rendered, nothing is looked up any more. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  /** With its angle brackets; the same on every attempt. */
  messageId: string
  headers?: Record<string, string>
}

/** A mail server in words. */
interface MailServer {
  host: string
  port: number
  /** `optional`: STARTTLS where the server offers it. */
  encryption: 'tls' | 'starttls' | 'optional'
  signsIn: boolean
}

/** A way out for mails. */
export interface MailTransport {
  id: 'smtp' | 'console'
  /** Where mails go, without what is secret about it; null where there is no server. */
  server: MailServer | null
  /** Resolves once the mail was taken over. @throws MailError otherwise. */
  send(mail: OutgoingMail): Promise<void>
  /** Ends open connections; what is being sent is finished first. */
  close(): Promise<void>
}

/**
 * A mail that was not taken over. `permanent` says that the same mail would be refused again. The message is fit for
 * an admin: no password, code or link stands in it.
 */
export class MailError extends Error {
  override name = 'MailError'
  readonly permanent: boolean
  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.permanent = options.permanent
  }
}
