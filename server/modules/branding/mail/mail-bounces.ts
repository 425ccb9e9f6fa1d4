import { SOFT_BOUNCES } from '#contract/branding/mail-bounces.ts'
import type { BounceKind } from '#contract/branding/mail-server.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/act.ts'
import {
  mailOfReturnAddress,
  readUnsubscribeToken,
  type Unsubscription,
  unsubscribeToken,
} from './mail-address-tokens.ts'
import {
  bouncesOfDay,
  deleteSuppression,
  insertSuppression,
  markBounced,
  softBouncesInARow,
  suppressionOf,
} from './mail-bounces-store.ts'
import { isAlwaysSent, MAIL_KINDS } from './mail-kinds.ts'
import { findMail, type MailRow } from './mail-store.ts'
import { findSetting, saveSetting } from './mail-template-store.ts'
import { isMailTemplate } from './mail-templates.ts'
import { type Report, readReport } from './read-report.ts'
import { type Bounce, createTakeEvent } from './take-event.ts'

/** A brand whose mails bounce more than this is paused, from this many mails a day on. */
const PAUSE_SHARE = 0.05
const PAUSE_FROM = 50

const REASONS = {
  unsubscribed: 'The recipient has unsubscribed',
  bounced: 'An earlier email to this address bounced',
  complained: 'The recipient marked an earlier email as spam',
}
const PAUSED = 'Sending is paused because too many emails bounced'

interface MailBouncesDeps {
  db: Db
  /** Signs return addresses and links to unsubscribe. */
  key: string
  /** The account of a brand; null is the platform's brand. */
  accountOf(siteId: number | null): Promise<number | null>
  /** Tells the owners of a brand that its mails are paused. */
  onPaused(accountId: number, since: Date): Promise<void>
  /** Reports that nobody asked for: they change nothing. */
  onForged(): void
  now(): Date
}

/** Mails that came back, and what is not sent because of that or because someone does not want it. */
export function createMailBounces({ db, key, accountOf, onPaused, onForged, now }: MailBouncesDeps) {
  /** Pauses a brand of whose mails of a day too many came back, once. */
  async function pauseIfMany(accountId: number, siteId: number | null): Promise<void> {
    const { sent, hard } = await bouncesOfDay(db, siteId)
    if (sent < PAUSE_FROM || hard / sent < PAUSE_SHARE) return
    if ((await findSetting(db, accountId))?.paused_at) return
    const since = now()
    await saveSetting(db, accountId, { paused_at: since })
    await onPaused(accountId, since)
  }

  /** Whether an address gets no further notices: hard bounces, complaints, and soft bounces that continue. */
  const endsMails = async (mail: MailRow, kind: BounceKind): Promise<boolean> =>
    kind === 'hard' ||
    kind === 'complaint' ||
    (kind === 'soft' && (await softBouncesInARow(db, mail.site_id, mail.recipient)) >= SOFT_BOUNCES)

  /** Takes down what happened to a mail. False when that was known. */
  const bounced = (mail: MailRow, { kind, detail, source }: Bounce): Promise<boolean> =>
    transaction(db, async () => {
      if (!(await markBounced(db, mail.id, { kind, source, detail: detail.slice(0, 300) }))) return false
      const accountId = await accountOf(mail.site_id)
      if (accountId === null || !(await endsMails(mail, kind))) return true
      const reason = kind === 'complaint' ? 'complained' : 'bounced'
      await insertSuppression(db, { account_id: accountId, address: mail.recipient, category: 'all', reason })
      await pauseIfMany(accountId, mail.site_id)
      return true
    })

  const ofMail = (reports: readonly Report[], mail: MailRow) =>
    reports.find(({ recipient }) => recipient === mail.recipient.toLowerCase())

  return {
    bounced,

    /** Why a mail is not sent; null when it is. Security and billing mails always are. */
    async reasonNotToSend(mail: Pick<MailRow, 'site_id' | 'recipient' | 'template'>): Promise<string | null> {
      if (!isMailTemplate(mail.template) || isAlwaysSent(MAIL_KINDS[mail.template].category)) return null
      const accountId = await accountOf(mail.site_id)
      if (accountId === null) return null
      const { category } = MAIL_KINDS[mail.template]
      const reason = await suppressionOf(db, accountId, mail.recipient, category)
      if (reason) return REASONS[reason]
      return (await findSetting(db, accountId))?.paused_at ? PAUSED : null
    },

    /** The link by which a mail can be unsubscribed from; null for mails that cannot. */
    async tokenOf(mail: Pick<MailRow, 'site_id' | 'recipient' | 'template'>): Promise<string | null> {
      if (!isMailTemplate(mail.template)) return null
      const { category } = MAIL_KINDS[mail.template]
      const accountId = await accountOf(mail.site_id)
      if (accountId === null || (category !== 'report' && category !== 'news')) return null
      return unsubscribeToken(key, { accountId, category, address: mail.recipient })
    },

    /** Takes a report of failed delivery. One whose address nobody can have known from us changes nothing. */
    async takeReport(raw: Uint8Array, envelopeTo: string | undefined): Promise<boolean> {
      const { to, reports } = await readReport(raw)
      const id = [...(envelopeTo ? [envelopeTo] : []), ...to]
        .map((address) => mailOfReturnAddress(key, address))
        .find((found) => found !== null)
      const mail = id === undefined ? undefined : await findMail(db, id)
      const report = mail && ofMail(reports, mail)
      if (!mail || !report) {
        onForged()
        return false
      }
      return transaction(db, async () => {
        if (!(await bounced(mail, { ...report, source: 'report' }))) return false
        const accountId = (await accountOf(mail.site_id)) ?? 0
        recordAudit(db, { accountId, subject: `mail:${mail.id}`, detail: { bounce: report.kind } })
        return true
      })
    },

    /** Takes what a service of an account says; false where that changes nothing. */
    takeEvent: createTakeEvent({ db, key, accountOf, bounced }),

    /** What a link stands for, and whether the mails still come. @throws AppError not_found. */
    async showSubscription(token: string) {
      const one = readToken(token)
      const reason = await suppressionOf(db, one.accountId, one.address, one.category)
      return { ...one, subscribed: reason === undefined }
    },

    /** Ends or resumes mails of a category to an address. @throws AppError not_found. */
    setSubscription: (token: string, subscribed: boolean): Promise<void> =>
      transaction(db, async () => {
        const { accountId, address, category } = readToken(token)
        const row = { account_id: accountId, address, category }
        const before = await suppressionOf(db, accountId, address, category)
        if (subscribed ? before !== 'unsubscribed' : before !== undefined) return markUnchanged()
        if (subscribed) await deleteSuppression(db, row)
        else await insertSuppression(db, { ...row, reason: 'unsubscribed' })
        recordAudit(db, { accountId, subject: `account:${accountId}`, detail: { category, subscribed } })
      }),

    pausedAt: async (accountId: number): Promise<Date | null> =>
      (await findSetting(db, accountId))?.paused_at ?? null,
    resume: (accountId: number) => saveSetting(db, accountId, { paused_at: null }),
  }

  function readToken(token: string): Unsubscription {
    const found = readUnsubscribeToken(key, token)
    if (!found) throw notFound('This link')
    return found
  }
}
export type MailBounces = ReturnType<typeof createMailBounces>
