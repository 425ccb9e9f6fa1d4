import {
  MAIL_EVENT_SENDERS,
  type MailEventSender,
  type MailEventSource,
} from '#contract/branding/mail-events.ts'
import { eventToken } from '#server/modules/branding/mail/index.ts'
import type { SiteScope } from '#server/modules/branding/sites/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { EVENT_SENDERS } from '#server/providers/mail-events/index.ts'
import { deleteSource, type EventSourceRow, findSources, saveSource } from './mail-events-store.ts'

/** The context a secret is sealed for. */
export const secretContext = (accountId: number, sender: MailEventSender): string =>
  `mail-events:${accountId}:${sender}`

interface MailEventsDeps {
  db: Db
  secretBox: SecretBox
  /** Signs the webhook URLs. */
  key: string
  siteScope: SiteScope
  /** A site's brand; null is the platform's own. */
  brandOf(siteId: number | null): Promise<{ url: string }>
}

/** Webhooks of email services, as a brand's owners set them up. */
export function createMailEventsService({ db, secretBox, key, siteScope, brandOf }: MailEventsDeps) {
  async function find(actor: Actor, id: number | undefined) {
    const { account, site } = await siteScope.find(actor, id)
    const { url } = await brandOf(account.parent_id === null ? null : (site?.id ?? null))
    const token = eventToken(key, account.id)
    return { account, addressOf: (sender: MailEventSender) => `${url}/webhooks/mail/${sender}/${token}` }
  }
  type Found = Awaited<ReturnType<typeof find>>

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

  return {
    async list(actor: Actor, accountId: number | undefined): Promise<MailEventSource[]> {
      const found = await find(actor, accountId)
      const rows = await findSources(db, found.account.id)
      return MAIL_EVENT_SENDERS.map((sender) =>
        present(
          found,
          sender,
          rows.find((row) => row.sender === sender),
        ),
      )
    },

    save: (actor: Actor, accountId: number | undefined, sender: MailEventSender, secret: string) =>
      transaction(db, async (): Promise<MailEventSource> => {
        const problem = EVENT_SENDERS[sender].secretProblem(secret)
        if (problem) throw invalidField('secret', problem)
        const { id } = (await siteScope.ensure(actor, accountId)).account
        const secret_sealed = secretBox.seal(secret, secretContext(id, sender))
        const row = await saveSource(db, { account_id: id, sender, secret_sealed })
        siteScope.auditBoth(actor, id, `account:${id}`, { sender })
        return present(await find(actor, accountId), sender, row)
      }),

    remove: (actor: Actor, accountId: number | undefined, sender: MailEventSender): Promise<void> =>
      transaction(db, async () => {
        const { id } = (await find(actor, accountId)).account
        if (!(await deleteSource(db, { account_id: id, sender }))) return markUnchanged()
        siteScope.auditBoth(actor, id, `account:${id}`, { sender })
      }),
  }
}
export type MailEventsService = ReturnType<typeof createMailEventsService>
