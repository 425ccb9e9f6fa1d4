import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { MailSender, SendersOf } from '#server/modules/branding/mail-servers/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isMailAddress, MailError, type OutgoingMail, withoutSecrets } from '#server/providers/mail/index.ts'
import { referenceHeaders } from '#server/providers/mail-events/index.ts'
import type { MailBounces } from './mail-bounces.ts'
import type { MailBrand } from './mail-contents.ts'
import { phrasesOf } from './mail-phrases.ts'
import {
  claimMail,
  expireMails,
  findMail,
  findMailReader,
  type MailRow,
  markFailed,
  markSent,
  markSuppressed,
  markWaiting,
} from './mail-store.ts'
import { secretNames } from './mail-templates.ts'
import type { MailText } from './mail-texts.ts'
import { bounceKindOf } from './read-report.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/** Tries of one mail. With the queue's doubling pauses the last one comes 4.5 to 9 hours after the first. */
export const MAX_ATTEMPTS = 15

export interface MailDeps {
  db: Db
  secretBox: SecretBox
  /** What came back, and who does not want mails. */
  bounces: Pick<MailBounces, 'reasonNotToSend' | 'tokenOf' | 'bounced'>
  /** Makes the address that reports of failed delivery come back to. */
  returnAddress(mailId: number, domain: string): string
  /** What a brand says in a mail instead of the built-in text. */
  textOf(siteId: number | null, template: string): Promise<MailText>
  /** A text of a brand's that could not be used; the built-in one was sent. */
  onBrokenText(error: unknown, mail: Pick<MailRow, 'id' | 'site_id' | 'template'>): void
  /** The ways out for the mails of a site. */
  sendersOf: SendersOf
  /** The brand of a site; null is the platform's own. */
  brandOf(siteId: number | null): Promise<MailBrand>
}

/** What a mail's secrets are sealed to. */
export const secretContext = (mailId: number) => `mail:${mailId}`

/** Host of the brand's links, as it is in headers and is reported to mail servers. */
function hostOf(brand: MailBrand): string {
  const host = domainToASCII(URL.parse(brand.url)?.hostname ?? '')
  return /^[a-z0-9.-]+$/.test(host) ? host : 'localhost'
}

/** A new Message-ID in the name of the brand's host. */
const newMessageId = (brand: MailBrand): string => `<${randomUUID()}@${hostOf(brand)}>`

function openSecrets(box: SecretBox, mail: MailRow): Record<string, string> {
  if (mail.secrets_sealed === null) {
    if (secretNames(mail.template).length === 0) return {}
    throw new MailError('Its code or link no longer exists', { permanent: true })
  }
  try {
    return JSON.parse(box.open(mail.secrets_sealed, secretContext(mail.id)))
  } catch (error) {
    throw new MailError('Its code or link can’t be read because SECRET_KEY changed', {
      permanent: true,
      cause: error,
    })
  }
}

/** What a mail says, and the token of its link to unsubscribe. */
interface Written {
  content: RenderedMail
  token: string | null
}

/** The same mail as one sender sends it. */
function asSentBy(
  { returnAddress }: MailDeps,
  sender: MailSender,
  brand: MailBrand,
  mail: MailRow,
  { content, token }: Written,
): OutgoingMail {
  const { transport, from, replyTo, dkim, returnDomain } = sender
  return {
    ...content,
    from: { name: brand.name, address: from },
    to: mail.recipient,
    // An unusable address for replies is a fault of the brand's settings: no mail is lost over it.
    ...(isMailAddress(replyTo ?? '') && { replyTo: replyTo as string }),
    messageId: mail.message_id as string,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...referenceHeaders(
        transport.server?.host ?? '',
        returnAddress(mail.id, returnDomain ?? hostOf(brand)),
      ),
      ...(token && {
        'List-Unsubscribe': `<${brand.url}/api/unsubscribe/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ehloName: hostOf(brand),
    ...(returnDomain && { returnPath: returnAddress(mail.id, returnDomain) }),
    ...(dkim && { dkim }),
  }
}

/** What a mail says. A text of the brand's that is broken never stops it: the built-in one is sent. */
async function write(
  deps: MailDeps,
  mail: MailRow,
  brand: MailBrand,
  secrets: Record<string, string>,
): Promise<Written> {
  const given = { variables: mail.variables, secrets }
  const reader = await findMailReader(deps.db, mail.user_id)
  const { override, language } = await deps.textOf(mail.site_id, mail.template)
  const token = await deps.bounces.tokenOf(mail)
  const url = `${brand.url}/unsubscribe#${token}`
  const footer = token === null ? [] : [{ label: phrasesOf(language).unsubscribe, url }]
  const options = { reader, language, footer }
  if (override) {
    try {
      return { content: await renderMail(mail.template, given, brand, { ...options, override }), token }
    } catch (error) {
      deps.onBrokenText(error, mail)
    }
  }
  return { content: await renderMail(mail.template, given, brand, options), token }
}

/** Hands a mail to the first server that can be reached. Another one is tried only while none can have taken it. */
async function handOver(deps: MailDeps, mail: MailRow, brand: MailBrand, secrets: Record<string, string>) {
  const written = await write(deps, mail, brand, secrets)
  const senders = await deps.sendersOf(mail.site_id, brand)
  for (const [index, sender] of senders.entries()) {
    try {
      await sender.transport.send(asSentBy(deps, sender, brand, mail, written))
      return sender
    } catch (error) {
      const isLast = index === senders.length - 1
      if (isLast || !(error instanceof MailError && error.beforeMail)) throw error
    }
  }
  throw new MailError('No mail server is set up', { permanent: false })
}

/** What went wrong, without anything that is secret in this mail. */
function describe(error: unknown, secrets: Record<string, string>): string {
  const message =
    error instanceof MailError ? error.message : `The email couldn’t be created: ${String(error)}`
  return withoutSecrets(message, Object.values(secrets))
}

/**
 * One attempt at a mail. The claim is one statement, so of several workers one sends. A worker that is killed between
 * the server's "accepted" and our commit leaves a mail that is sent again, with the same Message-ID.
 * @throws MailError when it should be tried again later, or when another worker has it in its hands right now.
 */
export async function deliverMail(deps: MailDeps, id: number): Promise<void> {
  const { db } = deps
  await expireMails(db, id)
  const found = await findMail(db, id)
  if (!found || found.lease_until === null) return
  const brand = await deps.brandOf(found.site_id)
  const mail = await claimMail(db, id, newMessageId(brand))
  if (!mail) {
    // Whoever has it may be dying: the queue asks again, and finds it sent or free.
    const held = (await findMail(db, id))?.state === 'sending'
    if (held) throw new MailError('Another worker is sending this email', { permanent: false })
    return
  }
  const reason = await deps.bounces.reasonNotToSend(mail)
  if (reason) {
    await markSuppressed(db, mail, reason)
    return
  }
  let secrets: Record<string, string> = {}
  let sender: MailSender
  try {
    secrets = openSecrets(deps.secretBox, mail)
    sender = await handOver(deps, mail, brand, secrets)
  } catch (error) {
    const problem = describe(error, secrets)
    if ((error instanceof MailError && error.permanent) || mail.attempts >= MAX_ATTEMPTS) {
      await markFailed(db, mail, problem)
      const refused = error instanceof MailError ? error.refusedRecipient : null
      if (refused !== null)
        await deps.bounces.bounced(mail, { kind: bounceKindOf(refused), detail: problem, source: 'server' })
      return
    }
    await markWaiting(db, mail, problem)
    // The description, not the error itself: this one ends up in the log.
    throw new MailError(problem, { permanent: false })
  }
  await markSent(db, id, { transport: sender.transport.id, via: sender.via })
}
