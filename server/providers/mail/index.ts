import type { TcpConnect } from '#server/platform/net/tcp-connect.ts'
import type { MailTransport } from './mail-transport.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** The operator's transport. */
    mailTransport: MailTransport
    /** Connects to mail servers entered by users; `hosts`: names of HOST_MAP. */
    mailReach: { connect: TcpConnect; hosts: ReadonlySet<string> }
  }
}

export { createConsoleTransport } from './console/console-transport.ts'
export { isMailAddress, oneLine, withoutSecrets } from './mail-text.ts'
export {
  type DkimKey,
  MailError,
  type MailTransport,
  type OutgoingMail,
  type TestSendResult,
} from './mail-transport.ts'
export { parseSmtpUrl } from './smtp/config.ts'
export { checkSmtpServer, createSmtpTransport } from './smtp/smtp-transport.ts'
