import { isMailAddress, oneLine } from '../mail-text.ts'
import { MailError, type OutgoingMail } from '../mail-transport.ts'

const MESSAGE_ID = /^<[\w.+-]{1,100}@[\p{L}\p{N}.-]{1,250}>$/u

/** Headers covered by the signature, including List-Unsubscribe as RFC 8058 requires. */
const SIGNED_HEADERS = [
  ...['From', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

function checked(label: string, address: string): string {
  if (isMailAddress(address)) return address
  throw new MailError(`The ${label} is not a valid email address`, { permanent: true })
}

/** The mail in the library's form. Names and subjects cannot escape their header. */
export function makeMessage(mail: OutgoingMail) {
  if (!MESSAGE_ID.test(mail.messageId)) throw new MailError('The Message-ID is invalid', { permanent: true })
  const headers = Object.entries(mail.headers ?? {}).map(([key, value]) => ({
    key,
    // A folded address would not be recognized in reports.
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
