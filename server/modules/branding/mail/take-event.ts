import type { BounceSource, MailEventSender } from '#contract/branding/mail-events.ts'
import type { BounceKind } from '#contract/branding/mail-server.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SenderEvent } from '#server/providers/mail-events/index.ts'
import { mailOfReturnAddress } from './mail-address-tokens.ts'
import { findMail, findMailByMessageId, type MailRow } from './mail-store.ts'
import { bounceKindOf } from './read-report.ts'

/** What became of a mail, and who said so. */
export interface Bounce {
  kind: BounceKind
  detail: string
  source: BounceSource
}

interface TakeEventDeps {
  db: Db
  /** Signs return addresses. */
  key: string
  /** The account of a brand; null is the platform's brand. */
  accountOf(siteId: number | null): Promise<number | null>
  /** Takes down what happened to a mail. */
  bounced(mail: MailRow, bounce: Bounce): Promise<boolean>
}

/** Hard and soft bounces follow the same rule as all others where the service passes the server's status on. */
function kindOf({ kind, status }: SenderEvent): BounceKind {
  const isPrecise = /\b[45]\.[1-9]\d{0,2}\.\d{1,3}\b/.test(status)
  return isPrecise && (kind === 'hard' || kind === 'soft') ? bounceKindOf(status) : kind
}

/** Takes what a service of an account says about a mail. What it didn't send for that account changes nothing. */
export function createTakeEvent({ db, key, accountOf, bounced }: TakeEventDeps) {
  /** Where the return address can't be read, the Message-ID has to be known. */
  async function mailOf({ reference, messageId }: SenderEvent): Promise<MailRow | undefined> {
    const id = reference === null ? null : mailOfReturnAddress(key, reference)
    if (id !== null) return findMail(db, id)
    return messageId === null ? undefined : findMailByMessageId(db, messageId)
  }

  /** Whether an account's service sent a mail: of its own brand, or of others by the platform's server. */
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
