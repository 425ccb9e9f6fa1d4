import type { MailChannel } from '#contract/activity/notification-kinds/define.ts'
import {
  NOTIFICATION_KIND_NAMES,
  type NotificationKindName,
} from '#contract/activity/notification-kinds/index.ts'
import type { NotificationSetting } from '#contract/activity/notifications.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import * as store from './notifications-store.ts'
import { getKind, publishNotifications } from './notify.ts'
import { presentNotification } from './present-notification.ts'

// The actor's notifications and notification settings.

const makePerson = ({ accountId, userId }: Actor): store.Person => ({ accountId, userId })

export async function showNotificationSettings(ctx: Context, actor: Actor): Promise<NotificationSetting[]> {
  const chosen = await store.findSettings(ctx.db, makePerson(actor))
  return NOTIFICATION_KIND_NAMES.map((kind) => {
    const { label, description, channels } = getKind(kind)
    const { in_app, mail } = chosen.get(kind) ?? channels
    return { kind, label, description, in_app, mail }
  })
}

export async function listNotifications(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; unread: boolean; kind?: NotificationKindName },
) {
  const { rows, total } = await store.listNotifications(ctx.db, makePerson(actor), query)
  return pageReply(rows.flatMap(presentNotification), query, total)
}

export const countUnreadNotifications = async (ctx: Context, actor: Actor) => ({
  unread: await store.countUnread(ctx.db, makePerson(actor)),
})

/** Marks the actor's own. @returns how many changed. */
export const markNotifications = (ctx: Context, actor: Actor, body: { ids?: number[]; read: boolean }) =>
  transaction(ctx.db, async () => {
    const marked = await store.markRead(ctx.db, makePerson(actor), body)
    if (marked === 0) markUnchanged()
    else {
      recordAudit(ctx.db, { accountId: actor.accountId, detail: { marked, read: body.read } })
      await publishNotifications(ctx.db, makePerson(actor))
    }
    return { marked }
  })

/** Sets the actor's channels for a kind; absent fields stay unchanged. */
export const changeNotificationSetting = (
  ctx: Context,
  actor: Actor,
  kind: NotificationKindName,
  change: { in_app?: boolean; mail?: MailChannel },
): Promise<NotificationSetting> =>
  transaction(ctx.db, async () => {
    const before = (await showNotificationSettings(ctx, actor)).find(
      (setting) => setting.kind === kind,
    ) as NotificationSetting
    const setting = { in_app: change.in_app ?? before.in_app, mail: change.mail ?? before.mail }
    await store.upsertSetting(ctx.db, makePerson(actor), { kind, ...setting })
    const detail = fieldChanges({ ...before }, setting)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `notification_kind:${kind}`, detail })
    return { ...before, ...setting }
  })
