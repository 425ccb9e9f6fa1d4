import { SOFT_BOUNCES } from '#contract/branding/mail-bounces.ts'
import type { BounceKind } from '#contract/branding/mail-server.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { type Bounce, createAcceptEvent } from './accept-event.ts'
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

/** A brand with a higher bounce rate is paused, from this many mails a day on. */
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
  /** Signs bounce addresses and unsubscribe links. */
  key: string
  /** A brand's account; null is the platform's brand. */
  accountOf(siteId: number | null): Promise<number | null>
  /** Notifies a brand's owners that its mails are paused. */
  onPaused(accountId: number, since: Date): Promise<void>
  /** Unsolicited reports change nothing. */
  onForged(): void
  now(): Date
}

/** Bounces and unsubscribed addresses, and what is not sent because of them. */
export function createMailBounces({ db, key, accountOf, onPaused, onForged, now }: MailBouncesDeps) {
  /** Pauses a brand whose daily bounce rate is too high, once. */
  async function pauseIfMany(accountId: number, siteId: number | null): Promise<void> {
    const { sent, hard } = await bouncesOfDay(db, siteId)
    if (sent < PAUSE_FROM || hard / sent < PAUSE_SHARE) return
    if ((await findSetting(db, accountId))?.paused_at) return
    const since = now()
    await saveSetting(db, accountId, { paused_at: since })
    await onPaused(accountId, since)
  }

  /** Whether an address gets no further notices: hard bounces, complaints, and repeated soft bounces. */
  const endsMails = async (mail: MailRow, kind: BounceKind): Promise<boolean> =>
    kind === 'hard' ||
    kind === 'complaint' ||
    (kind === 'soft' && (await softBouncesInARow(db, mail.site_id, mail.recipient)) >= SOFT_BOUNCES)

  /** Records an event of a mail. False when it was known. */
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

    /** The unsubscribe link; null for mails without one. */
    async tokenOf(mail: Pick<MailRow, 'site_id' | 'recipient' | 'template'>): Promise<string | null> {
      if (!isMailTemplate(mail.template)) return null
      const { category } = MAIL_KINDS[mail.template]
      const accountId = await accountOf(mail.site_id)
      if (accountId === null || (category !== 'report' && category !== 'news')) return null
      return unsubscribeToken(key, { accountId, category, address: mail.recipient })
    },

    /** Processes a delivery failure report. One for an unknown address changes nothing. */
    async acceptReport(raw: Uint8Array, envelopeTo: string | undefined): Promise<boolean> {
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

    /** Processes an event of an account's service; false when it changes nothing. */
    takeEvent: createAcceptEvent({ db, key, accountOf, bounced }),

    /** A link's content, and whether the mails are still sent. @throws AppError not_found. */
    async showSubscription(token: string) {
      const parsed = readToken(token)
      const reason = await suppressionOf(db, parsed.accountId, parsed.address, parsed.category)
      return { ...parsed, subscribed: reason === undefined }
    },

    /** Stops or resumes a category's mails to an address. @throws AppError not_found. */
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
