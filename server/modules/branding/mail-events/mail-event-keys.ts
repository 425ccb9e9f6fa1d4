import {
  MAIL_EVENT_SENDERS,
  type MailEventSender,
  type MailEventSource,
} from '#contract/branding/mail-events.ts'
import { eventToken } from '#server/modules/branding/mail/index.ts'
import {
  auditSiteChange,
  ensureSiteScope,
  findBrand,
  findSiteScope,
} from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { EVENT_SENDERS } from '#server/providers/mail-events/index.ts'
import { deleteSource, type EventSourceRow, findSources, saveSource } from './mail-events-store.ts'

/** The context a secret is sealed for. */
export const secretContext = (accountId: number, sender: MailEventSender): string =>
  `mail-events:${accountId}:${sender}`

type Found = Awaited<ReturnType<typeof findScope>>

async function findScope(ctx: Context, actor: Actor, id: number | undefined) {
  const { account, site } = await findSiteScope(ctx, actor, id)
  const { url } = await findBrand(ctx, account.parent_id === null ? null : (site?.id ?? null))
  const token = eventToken(ctx.secretKey, account.id)
  return { account, addressOf: (sender: MailEventSender) => `${url}/webhooks/mail/${sender}/${token}` }
}

const present = (
  { addressOf }: Found,
  sender: MailEventSender,
  row: EventSourceRow | undefined,
): MailEventSource => ({
  sender,
  address: addressOf(sender),
  is_set: row !== undefined,
  updated_at: row?.updated_at.toISOString() ?? null,
  last_event_at: row?.last_event_at?.toISOString() ?? null,
  last_error: row?.last_error ?? null,
  last_error_at: row?.last_error_at?.toISOString() ?? null,
})

/** Webhooks of email services, as a brand's owners set them up. */
export async function listMailEventKeys(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
): Promise<MailEventSource[]> {
  const found = await findScope(ctx, actor, accountId)
  const rows = await findSources(ctx.db, found.account.id)
  return MAIL_EVENT_SENDERS.map((sender) =>
    present(
      found,
      sender,
      rows.find((row) => row.sender === sender),
    ),
  )
}

export const saveMailEventKey = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  sender: MailEventSender,
  secret: string,
) =>
  transaction(ctx.db, async (): Promise<MailEventSource> => {
    const problem = EVENT_SENDERS[sender].secretProblem(secret)
    if (problem) throw invalidField('secret', problem)
    const { id } = (await ensureSiteScope(ctx, actor, accountId)).account
    const secret_sealed = ctx.secretBox.seal(secret, secretContext(id, sender))
    const row = await saveSource(ctx.db, { account_id: id, sender, secret_sealed })
    auditSiteChange(ctx, actor, id, `account:${id}`, { sender })
    return present(await findScope(ctx, actor, accountId), sender, row)
  })

export const removeMailEventKey = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  sender: MailEventSender,
): Promise<void> =>
  transaction(ctx.db, async () => {
    const { id } = (await findScope(ctx, actor, accountId)).account
    if (!(await deleteSource(ctx.db, { account_id: id, sender }))) return markUnchanged()
    auditSiteChange(ctx, actor, id, `account:${id}`, { sender })
  })
