import type { BounceKind, MailEventSender } from '#contract/branding/mail-events.ts'
import { findMailAccount } from '#server/modules/branding/mail-servers/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SenderEvent } from '#server/providers/mail-events/index.ts'
import { readBounceKind } from './bounce-kind.ts'
import { mailOfReturnAddress } from './mail-address-tokens.ts'
import { recordBounce } from './mail-bounces.ts'
import { findMail, findMailByMessageId, type MailRow } from './mail-store.ts'

/** Hard and soft bounces follow the usual rule when the service passes on what the server said. */
const readKind = ({ kind, status, detail }: SenderEvent): BounceKind =>
  (kind === 'hard' || kind === 'soft' ? readBounceKind(`${status} ${detail}`) : undefined) ?? kind

/** Without a readable bounce address, the Message-ID must be known. */
async function matchMail(ctx: Context, { reference, messageId }: SenderEvent): Promise<MailRow | undefined> {
  const id = reference === null ? null : mailOfReturnAddress(ctx.secretKey, reference)
  if (id !== null) return findMail(ctx.db, id)
  return messageId === null ? undefined : findMailByMessageId(ctx.db, messageId)
}

/** Whether an account's service sent a mail: of its own brand, or of others through the platform's server. */
async function wasSentBy(ctx: Context, accountId: number, { site_id, via }: MailRow): Promise<boolean> {
  if (via !== 'platform' && (await findMailAccount(ctx, site_id)) === accountId) return true
  return via !== 'own' && (await findMailAccount(ctx, null)) === accountId
}

/**
 * Processes a service's event about a mail. One about mail it did not send for that account changes nothing.
 * @returns whether it changed something
 */
export async function acceptMailEvent(
  ctx: Context,
  accountId: number,
  source: MailEventSender,
  event: SenderEvent,
): Promise<boolean> {
  const mail = await matchMail(ctx, event)
  if (mail?.recipient.toLowerCase() !== event.recipient.toLowerCase()) return false
  if (!(await wasSentBy(ctx, accountId, mail))) return false
  return recordBounce(ctx, mail, { kind: readKind(event), detail: event.detail, source })
}
