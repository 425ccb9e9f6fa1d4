import { isMailAddress, oneLine } from '../mail-text.ts'
import { MailError, type OutgoingMail } from '../mail-transport.ts'

const MESSAGE_ID = /^<[\w.+-]{1,100}@[\p{L}\p{N}.-]{1,250}>$/u

/** Headers that a signature covers, those of unsubscribing among them (RFC 8058 requires it). */
const SIGNED_HEADERS = [
  ...['From', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

function checked(what: string, address: string): string {
  if (isMailAddress(address)) return address
  throw new MailError(`The ${what} is not a mail address that can be used`, { permanent: true })
}

/** The mail as the library wants it. Whatever is in a name or subject, it stays within its own header. */
export function messageOf(mail: OutgoingMail) {
  if (!MESSAGE_ID.test(mail.messageId))
    throw new MailError('The Message-ID cannot be used', { permanent: true })
  const headers = Object.entries(mail.headers ?? {}).map(([key, value]) => ({
    key,
    // A folded address would not be found again by those who read it.
    value: oneLine(value, 900),
  }))
  const from = checked('sender', mail.from.address)
  const to = checked('recipient', mail.to)
  const { returnPath, dkim } = mail
  return {
    from: { name: oneLine(mail.from.name, 100), address: from },
    to: { name: '', address: to },
    envelope: { from: returnPath ? checked('address for bounces', returnPath) : from, to },
    ...(mail.replyTo && { replyTo: { name: '', address: checked('address for replies', mail.replyTo) } }),
    subject: oneLine(mail.subject, 250),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED_HEADERS,
      },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
