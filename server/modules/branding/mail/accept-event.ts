import type { BounceSource, MailEventSender } from '#contract/branding/mail-events.ts'
import type { BounceKind } from '#contract/branding/mail-server.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SenderEvent } from '#server/providers/mail-events/index.ts'
import { mailOfReturnAddress } from './mail-address-tokens.ts'
import { findMail, findMailByMessageId, type MailRow } from './mail-store.ts'
import { bounceKindOf } from './read-report.ts'

/** An event of a mail, and its source. */
export interface Bounce {
  kind: BounceKind
  detail: string
  source: BounceSource
}

interface AcceptEventDeps {
  db: Db
  /** Verifies bounce addresses. */
  key: string
  /** A brand's account; null is the platform's brand. */
  accountOf(siteId: number | null): Promise<number | null>
  bounced(mail: MailRow, bounce: Bounce): Promise<boolean>
}

/** Hard and soft bounces follow the usual rule when the service passes on the server's status. */
function kindOf({ kind, status }: SenderEvent): BounceKind {
  const isPrecise = /\b[45]\.[1-9]\d{0,2}\.\d{1,3}\b/.test(status)
  return isPrecise && (kind === 'hard' || kind === 'soft') ? bounceKindOf(status) : kind
}

/** Processes a service's event about a mail. One about mail it did not send for that account changes nothing. */
export function createAcceptEvent({ db, key, accountOf, bounced }: AcceptEventDeps) {
  /** Without a readable bounce address, the Message-ID must be known. */
  async function mailOf({ reference, messageId }: SenderEvent): Promise<MailRow | undefined> {
    const id = reference === null ? null : mailOfReturnAddress(key, reference)
    if (id !== null) return findMail(db, id)
    return messageId === null ? undefined : findMailByMessageId(db, messageId)
  }

  /** Whether an account's service sent a mail: of its own brand, or of others through the platform's server. */
  async function wasSentBy(accountId: number, { site_id, via }: MailRow): Promise<boolean> {
    if (via !== 'platform' && (await accountOf(site_id)) === accountId) return true
    return via !== 'own' && (await accountOf(null)) === accountId
  }

  return async (accountId: number, source: MailEventSender, event: SenderEvent): Promise<boolean> => {
    const mail = await mailOf(event)
    if (mail?.recipient.toLowerCase() !== event.recipient.toLowerCase()) return false
    if (!(await wasSentBy(accountId, mail))) return false
    return bounced(mail, { kind: kindOf(event), detail: event.detail, source })
  }
}
