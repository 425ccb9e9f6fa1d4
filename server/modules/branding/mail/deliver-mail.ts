import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { listSiteSenders, type MailSender } from '#server/modules/branding/mail-servers/index.ts'
import { findBrand, type SiteBrand } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { isMailAddress, MailError, type OutgoingMail, withoutSecrets } from '#server/providers/mail/index.ts'
import { referenceHeaders } from '#server/providers/mail-events/index.ts'
import { readRefusalKind } from './bounce-kind.ts'
import { returnAddress } from './mail-address-tokens.ts'
import { findReasonNotToSend, makeUnsubscribeToken, recordBounce } from './mail-bounces.ts'
import * as store from './mail-store.ts'
import { secretNames } from './mail-templates.ts'
import type { RenderedMail } from './render-mail.ts'
import { writeMail } from './write-mail.ts'

/** Maximum attempts. With the queue's doubling pauses the last one is 4.5 to 9 hours after the first. */
export const MAX_ATTEMPTS = 15

/** How often a server gets a mail that it takes without a final reply: it may deliver each of them. */
const MAX_UNANSWERED = 2
const UNANSWERED =
  'The mail server took the email twice and did not confirm it. It may have arrived: ask before you send it again'

/** The context a mail's secrets are sealed for. */
export const secretContext = (mailId: number) => `mail:${mailId}`

/** Host of the brand's links, used in headers and for SMTP. */
function findHost(brand: SiteBrand): string {
  const host = domainToASCII(URL.parse(brand.url)?.hostname ?? '')
  return /^[a-z0-9.-]+$/.test(host) ? host : 'localhost'
}

const newMessageId = (brand: SiteBrand): string => `<${randomUUID()}@${findHost(brand)}>`

function openSecrets(box: SecretBox, mail: store.MailRow): Record<string, string> {
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

/** A rendered mail, and the token of its unsubscribe link. */
interface Written {
  content: RenderedMail
  token: string | null
}

/** The same mail for one sender. */
function asSentBy(
  ctx: Context,
  sender: MailSender,
  brand: SiteBrand,
  mail: store.MailRow,
  { content, token }: Written,
): OutgoingMail {
  const { transport, from, replyTo, dkim, returnDomain } = sender
  return {
    ...content,
    from: { name: brand.name, address: from },
    to: mail.recipient,
    // An invalid reply address is a settings error: no mail is lost because of it.
    ...(isMailAddress(replyTo ?? '') && { replyTo: replyTo as string }),
    messageId: mail.message_id as string,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...referenceHeaders(
        transport.server?.host ?? '',
        returnAddress(ctx.secretKey, mail.id, returnDomain ?? findHost(brand)),
      ),
      ...(token && {
        'List-Unsubscribe': `<${brand.url}/api/unsubscribe/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ehloName: findHost(brand),
    ...(returnDomain && { returnPath: returnAddress(ctx.secretKey, mail.id, returnDomain) }),
    ...(dkim && { dkim }),
  }
}

/** Hands a mail to the first reachable server. Another one is tried only while none can have accepted it. */
async function handOver(
  ctx: Context,
  mail: store.MailRow,
  brand: SiteBrand,
  secrets: Record<string, string>,
) {
  const token = await makeUnsubscribeToken(ctx, mail)
  const unsubscribeUrl = token === null ? undefined : `${brand.url}/unsubscribe#${token}`
  const written = { content: await writeMail(ctx, mail, brand, { secrets, unsubscribeUrl }), token }
  const senders = await listSiteSenders(ctx, mail.site_id, brand)
  for (const [index, sender] of senders.entries()) {
    try {
      await sender.transport.send(asSentBy(ctx, sender, brand, mail, written))
      return sender
    } catch (error) {
      const isLast = index === senders.length - 1
      if (isLast || !(error instanceof MailError && error.beforeMail)) throw error
    }
  }
  throw new MailError('No mail server is set up', { permanent: false })
}

function describe(error: unknown, secrets: Record<string, string>): string {
  const message =
    error instanceof MailError ? error.message : `The email couldn’t be created: ${String(error)}`
  return withoutSecrets(message, Object.values(secrets))
}

/**
 * One attempt at a mail. The claim is one statement, so only one of several workers sends. A worker killed
 * between the server's acceptance and our commit leaves a mail that is sent again, with the same Message-ID.
 * @throws MailError to retry later, or when another worker is sending it right now.
 */
export async function deliverMail(ctx: Context, id: number): Promise<void> {
  const { db } = ctx
  await store.expireMails(db, id)
  const found = await store.findMail(db, id)
  if (!found || found.lease_until === null) return
  const brand = await findBrand(ctx, found.site_id)
  const mail = await store.claimMail(db, id, newMessageId(brand))
  if (!mail) {
    // The worker that has it may be dying: the queue retries, and finds it sent or free.
    const held = (await store.findMail(db, id))?.state === 'sending'
    if (held) throw new MailError('Another worker is sending this email', { permanent: false })
    return
  }
  const reason = await findReasonNotToSend(ctx, mail)
  if (reason) {
    await store.markSuppressed(db, mail, reason)
    return
  }
  let secrets: Record<string, string> = {}
  let sender: MailSender
  try {
    secrets = openSecrets(ctx.secretBox, mail)
    sender = await handOver(ctx, mail, brand, secrets)
  } catch (error) {
    const isUnanswered = error instanceof MailError && error.maybeTaken
    if (isUnanswered) await store.countUnanswered(db, mail)
    if (isUnanswered && mail.unanswered + 1 >= MAX_UNANSWERED) {
      await store.markFailed(db, mail, UNANSWERED)
      return
    }
    const problem = describe(error, secrets)
    if ((error instanceof MailError && error.permanent) || mail.attempts >= MAX_ATTEMPTS) {
      await store.markFailed(db, mail, problem)
      const refused = error instanceof MailError ? error.refusedRecipient : null
      if (refused !== null)
        await recordBounce(ctx, mail, { kind: readRefusalKind(refused), detail: problem, source: 'server' })
      return
    }
    await store.markWaiting(db, mail, problem)
    // The description, not the error itself, because it is logged.
    throw new MailError(problem, { permanent: false })
  }
  await store.markSent(db, id, { transport: sender.transport.id, via: sender.via })
}
