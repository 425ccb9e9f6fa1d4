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
