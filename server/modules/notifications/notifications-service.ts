import {
  type DetailOf,
  type MailChannel,
  NOTIFICATION_KIND_NAMES,
  NOTIFICATION_KINDS,
  type NotificationDetail,
  type NotificationKind,
  type NotificationKindName,
} from '#contract/notification-kinds.ts'
import type { NotificationSetting } from '#contract/notifications.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { MailService } from '#server/modules/mail/index.ts'
import type { Outcome, RunRow } from '#server/modules/runs/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Db, requireTransaction, transaction } from '#server/platform/db/db.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import {
  countUnread,
  findDueReaders,
  findSettings,
  insertNotification,
  markRead,
  type Person,
  pageOfNotifications,
  takeDue,
  upsertSetting,
} from './notifications-store.ts'
import { presentNotification, wordsOf } from './present-notification.ts'
import { type Audience, findListType, findReader, findRecipients, type Recipient } from './recipients.ts'

/** An event to tell of: whose account, who is meant, which kind, and its facts. */
export type Notice = {
  [Name in NotificationKindName]: { accountId: number; kind: Name; detail: DetailOf<Name> } & Audience
}[NotificationKindName]

export interface NotificationsDeps {
  db: Db
  mail: Pick<MailService, 'send'>
  sites: Pick<SitesService, 'brandOf'>
}

/** A run that took no longer was watched by whoever began it. */
const WATCHED_MS = 30_000
/** Daily mails written by one call; the rest follow five minutes later. */
const READERS_AT_ONCE = 1000
/** Events that a daily mail names; it says how many more there are. */
const NAMED_IN_DIGEST = 30

const SETTINGS_PATH = '/profile-settings/notifications'

const kindOf = (name: NotificationKindName) => NOTIFICATION_KINDS[name] as unknown as NotificationKind

/** What people are told of beside what they look at, in the application and by mail. */
export function createNotifications({ db, mail, sites }: NotificationsDeps) {
  const tell = ({ accountId, userId }: Person) => publish(db, { accountId, kind: 'notification', id: userId })

  async function sendOne(accountId: number, reader: Recipient, kind: string, detail: NotificationDetail) {
    const words = wordsOf(kind, detail)
    if (!words) return
    const { url } = await sites.brandOf(reader.site_id)
    await mail.send({
      siteId: reader.site_id,
      to: reader.email,
      template: 'notification',
      variables: { first_name: reader.first_name, title: words.title, text: words.text },
      secrets: { link: `${url}${words.link}`, settings_link: `${url}${SETTINGS_PATH}` },
      accountId,
      userId: reader.id,
    })
  }

  /**
   * Tells people of an event, in the transaction of the event: they hear of it only if that commits.
   *
   * `notify({ accountId, userIds | permission, kind, detail })`: `userIds` are people of the account,
   * `permission` is `owner`, `wallet` or the slug of a module; who is suspended or of another account is left out.
   * `kind` is an entry of `NOTIFICATION_KINDS`, and `detail` holds what it asks for. The same event (as the kind
   * names it from `detail`) is told to a person once, whoever says it again. Each person's own settings decide
   * between application, mail and daily mail.
   * @throws Error without a transaction.
   */
  async function notify(notice: Notice): Promise<void> {
    requireTransaction(db, 'A notification')
    const { accountId, kind } = notice
    const detail = notice.detail as NotificationDetail
    const { channels, event } = kindOf(kind)
    for (const reader of await findRecipients(db, accountId, notice, kind)) {
      const isShown = reader.in_app ?? channels.in_app
      const byMail: MailChannel = reader.is_sample ? 'off' : (reader.mail ?? channels.mail)
      if (!isShown && byMail === 'off') continue
      const person = { accountId, userId: reader.id }
      const digestIn = byMail === 'daily' ? reader.time_zone : null
      const isNew = await insertNotification(db, person, {
        kind,
        event: event(detail),
        detail,
        isShown,
        digestIn,
      })
      if (!isNew) continue
      if (isShown) await tell(person)
      if (byMail === 'now') await sendOne(accountId, reader, kind, detail)
    }
  }

  /** Writes the daily mail of one person, if nobody else has. */
  const sendDigest = (person: Person) =>
    transaction(db, async () => {
      const due = (await takeDue(db, person)).flatMap(presentNotification)
      const reader = await findReader(db, person.accountId, person.userId)
      if (due.length === 0 || !reader) return
      const { url } = await sites.brandOf(reader.site_id)
      const lines = due.slice(0, NAMED_IN_DIGEST).map(({ title, text }) => `${title}: ${text}`)
      const more = due.length - lines.length
      await mail.send({
        siteId: reader.site_id,
        to: reader.email,
        template: 'notification-digest',
        variables: {
          first_name: reader.first_name,
          count: due.length,
          lines: [...lines, ...(more > 0 ? [`And ${more} more`] : [])].join('\n'),
        },
        secrets: { link: `${url}/notifications`, settings_link: `${url}${SETTINGS_PATH}` },
        accountId: person.accountId,
        userId: person.userId,
      })
    })

  const personOf = ({ accountId, userId }: Actor): Person => ({ accountId, userId })

  async function settings(actor: Actor): Promise<NotificationSetting[]> {
    const chosen = await findSettings(db, personOf(actor))
    return NOTIFICATION_KIND_NAMES.map((kind) => {
      const { label, about, channels } = kindOf(kind)
      const { in_app, mail } = chosen.get(kind) ?? channels
      return { kind, label, about, in_app, mail }
    })
  }

  return {
    notify,
    settings,

    /** Tells of a run that has ended: whoever began it and waited, or the owners when it began by itself. */
    async runEnded(run: RunRow, { state, error }: Outcome): Promise<void> {
      // Its file says itself when it is ready.
      if (run.kind === 'account_export' && state === 'succeeded') return
      const waited = systemClock.now().getTime() - run.created_at.getTime()
      if (state === 'cancelled' || (run.created_by !== null && waited < WATCHED_MS)) return
      const audience: Audience =
        run.created_by === null ? { permission: 'owner' } : { userIds: [run.created_by] }
      const facts = {
        run_id: run.id,
        title: run.title,
        list_id: run.list_id,
        list_type: await findListType(db, run),
      }
      const shared = { accountId: run.account_id, ...audience }
      if (state === 'failed') {
        const reason = error?.message ?? 'It ended before it was done.'
        await notify({ ...shared, kind: 'run_failed', detail: { ...facts, reason } })
      } else await notify({ ...shared, kind: 'run_finished', detail: { ...facts, done: run.done } })
    },

    /**
     * Tells whoever may see the wallet that little is left: once for each time that the account's own alert is
     * crossed, else once for all that was ever granted.
     */
    creditsLow: ({ accountId, ...detail }: { accountId: number } & DetailOf<'credits_low'>) =>
      notify({ accountId, permission: 'wallet', kind: 'credits_low', detail }),

    async page(
      actor: Actor,
      query: { page: number; limit: number; unread: boolean; kind?: NotificationKindName | undefined },
    ) {
      const { rows, total } = await pageOfNotifications(db, personOf(actor), query)
      return {
        data: rows.flatMap(presentNotification),
        currentPage: query.page,
        pageSize: query.limit,
        total,
      }
    },

    unread: async (actor: Actor) => ({ unread: await countUnread(db, personOf(actor)) }),

    /** Marks the actor's own. @returns how many that changed. */
    mark: (actor: Actor, body: { ids?: number[] | undefined; read: boolean }) =>
      transaction(db, async () => {
        const marked = await markRead(db, personOf(actor), body)
        if (marked === 0) changedNothing()
        else {
          recordAudit(db, { accountId: actor.accountId, detail: { marked, read: body.read } })
          await tell(personOf(actor))
        }
        return { marked }
      }),

    /** Chooses where the actor is told of a kind; absent fields stay as they are. */
    changeSetting: (
      actor: Actor,
      kind: NotificationKindName,
      change: { in_app?: boolean | undefined; mail?: MailChannel | undefined },
    ): Promise<NotificationSetting> =>
      transaction(db, async () => {
        const before = (await settings(actor)).find((one) => one.kind === kind) as NotificationSetting
        const setting = { in_app: change.in_app ?? before.in_app, mail: change.mail ?? before.mail }
        await upsertSetting(db, personOf(actor), { kind, ...setting })
        recordAudit(db, { accountId: actor.accountId, subject: `notification_kind:${kind}`, detail: setting })
        return { ...before, ...setting }
      }),

    /** Sends the daily mails that are due. */
    async sendDigests(): Promise<void> {
      for (const person of await findDueReaders(db, READERS_AT_ONCE)) await sendDigest(person)
    },
  }
}

export type Notifications = ReturnType<typeof createNotifications>
