import { oneLine } from '../mail-text.ts'
import type { MailTransport } from '../mail-transport.ts'

/**
 * Prints mails instead of sending them, for an installation without SMTP_URL: codes and links can then be read in
 * the log. `print` gets the whole mail as one text.
 */
export function createConsoleTransport({ print }: { print(text: string): void }): MailTransport {
  return {
    id: 'console',
    server: null,
    async send(mail) {
      const head = `Mail to ${oneLine(mail.to, 254)} (not sent: SMTP_URL is not set)`
      print(`${head}\nSubject: ${oneLine(mail.subject, 250)}\n\n${mail.text}`)
    },
    testSend: async () => ({ accepted: false, reply: 'No mail server is set up', replies: [] }),
    async close() {},
  }
}
