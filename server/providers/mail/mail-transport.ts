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
  /** Where reports of failed delivery go (MAIL FROM); the sender's address when absent. */
  returnPath?: string
  /** The name given with EHLO; the machine's own when absent. */
  ehloName?: string
  /** Signs the mail for a domain. */
  dkim?: DkimKey
}

/** A key that signs; `privateKey` is PEM. */
export interface DkimKey {
  domain: string
  selector: string
  privateKey: string
}

/** What a server said to one mail. `replies` are its answers in order, without what is secret. */
export interface MailTrial {
  accepted: boolean
  reply: string
  replies: string[]
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
  /** Sends one mail over a connection of its own and says what the server answered. */
  trial(mail: OutgoingMail): Promise<MailTrial>
  /** Ends open connections; what is being sent is finished first. */
  close(): Promise<void>
}

/**
 * A mail that was not taken over. `permanent` says that the same mail would be refused again. The message is fit for
 * an admin: no password, code or link is in it.
 */
export class MailError extends Error {
  override name = 'MailError'
  readonly permanent: boolean
  /** The server cannot have taken the mail: it failed before the mail was offered, so another server may be tried. */
  readonly beforeMail: boolean
  /** What the server answered to the recipient's address, such as `550 5.1.1 no such user`; null for anything else. */
  readonly refusedRecipient: string | null
  constructor(
    message: string,
    options: { permanent: boolean; beforeMail?: boolean; refusedRecipient?: string | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.permanent = options.permanent
    this.beforeMail = options.beforeMail ?? false
    this.refusedRecipient = options.refusedRecipient ?? null
  }
}
