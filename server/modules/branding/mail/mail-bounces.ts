import { SOFT_BOUNCES } from '#contract/branding/mail-bounces.ts'
import type { BounceKind, BounceSource } from '#contract/branding/mail-events.ts'
import { isMailTemplate, MAIL_KINDS } from '#contract/branding/mail-kinds/index.ts'
import { findMailAccount } from '#server/modules/branding/mail-servers/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import {
  mailOfReturnAddress,
  readUnsubscribeToken,
  type Unsubscription,
  unsubscribeToken,
} from './mail-address-tokens.ts'
import {
  bouncesOfDay,
  deleteSuppression,
  findSuppression,
  insertSuppression,
  markBounced,
  softBouncesInARow,
} from './mail-bounces-store.ts'
import { findMail, type MailRow } from './mail-store.ts'
import { findSetting, saveSetting } from './mail-template-store.ts'
import { type Report, readReport } from './read-report.ts'
import { mailPaused } from './signals.ts'

/** A brand with a higher bounce rate is paused, from this many mails a day on. */
const PAUSE_SHARE = 0.05
const PAUSE_FROM = 50

const REASONS = {
  unsubscribed: 'The recipient has unsubscribed',
  bounced: 'An earlier email to this address bounced',
  complained: 'The recipient marked an earlier email as spam',
}
const PAUSED = 'Sending is paused because too many emails bounced'

/** An event of a mail, and its source. */
interface Bounce {
  kind: BounceKind
  detail: string
  source: BounceSource
}

/** Pauses a brand whose daily bounce rate is too high, once. */
async function pauseIfMany(ctx: Context, accountId: number, siteId: number | null): Promise<void> {
  const { sent, hard } = await bouncesOfDay(ctx.db, siteId)
  if (sent < PAUSE_FROM || hard / sent < PAUSE_SHARE) return
  if ((await findSetting(ctx.db, accountId))?.paused_at) return
  const since = ctx.clock.now()
  await saveSetting(ctx.db, accountId, { paused_at: since })
  await mailPaused.emit(ctx, { accountId, since })
}

/** Whether an address gets no further notices: hard bounces, complaints, and repeated soft bounces. */
const endsMails = async (ctx: Context, mail: MailRow, kind: BounceKind): Promise<boolean> =>
  kind === 'hard' ||
  kind === 'complaint' ||
  (kind === 'soft' && (await softBouncesInARow(ctx.db, mail.site_id, mail.recipient)) >= SOFT_BOUNCES)

/** Records an event of a mail. False when it was known. */
export const recordBounce = (
  ctx: Context,
  mail: MailRow,
  { kind, detail, source }: Bounce,
): Promise<boolean> =>
  transaction(ctx.db, async () => {
    if (!(await markBounced(ctx.db, mail.id, { kind, source, detail: detail.slice(0, 300) }))) return false
    const accountId = await findMailAccount(ctx, mail.site_id)
    if (accountId === null || !(await endsMails(ctx, mail, kind))) return true
    const reason = kind === 'complaint' ? 'complained' : 'bounced'
    await insertSuppression(ctx.db, {
      account_id: accountId,
      address: mail.recipient,
      category: 'all',
      reason,
    })
    await pauseIfMany(ctx, accountId, mail.site_id)
    return true
  })

const findReport = (reports: readonly Report[], mail: MailRow) =>
  reports.find(({ recipient }) => recipient === mail.recipient.toLowerCase())

function readToken(ctx: Context, token: string): Unsubscription {
  const found = readUnsubscribeToken(ctx.secretKey, token)
  if (!found) throw notFound('This link')
  return found
}

/** Why a mail is not sent; null when it is. Security and billing mails always are. */
export async function findReasonNotToSend(
  ctx: Context,
  mail: Pick<MailRow, 'site_id' | 'recipient' | 'template'>,
): Promise<string | null> {
  if (!isMailTemplate(mail.template)) return null
  const { category } = MAIL_KINDS[mail.template]
  if (category === 'security' || category === 'billing') return null
  const accountId = await findMailAccount(ctx, mail.site_id)
  if (accountId === null) return null
  const reason = await findSuppression(ctx.db, accountId, mail.recipient, category)
  if (reason) return REASONS[reason]
  return (await findSetting(ctx.db, accountId))?.paused_at ? PAUSED : null
}

/** The unsubscribe link; null for mails without one. */
export async function makeUnsubscribeToken(
  ctx: Context,
  mail: Pick<MailRow, 'site_id' | 'recipient' | 'template'>,
): Promise<string | null> {
  if (!isMailTemplate(mail.template)) return null
  const { category } = MAIL_KINDS[mail.template]
  const accountId = await findMailAccount(ctx, mail.site_id)
  if (accountId === null || (category !== 'report' && category !== 'news')) return null
  return unsubscribeToken(ctx.secretKey, { accountId, category, address: mail.recipient })
}

/** Processes a delivery failure report. One for an unknown address changes nothing. */
export async function acceptBounceReport(
  ctx: Context,
  raw: Uint8Array,
  envelopeTo: string | undefined,
): Promise<boolean> {
  const { to, reports } = await readReport(raw)
  const id = [...(envelopeTo ? [envelopeTo] : []), ...to]
    .map((address) => mailOfReturnAddress(ctx.secretKey, address))
    .find((found) => found !== null)
  const mail = id === undefined ? undefined : await findMail(ctx.db, id)
  const report = mail && findReport(reports, mail)
  if (!mail || !report) {
    ctx.log.warn('a bounce report that matches no mail arrived')
    return false
  }
  return transaction(ctx.db, async () => {
    if (!(await recordBounce(ctx, mail, { ...report, source: 'report' }))) return false
    const accountId = (await findMailAccount(ctx, mail.site_id)) ?? 0
    recordAudit(ctx.db, { accountId, subject: `mail:${mail.id}`, detail: { bounce: report.kind } })
    return true
  })
}

/** A link's content, and whether the mails are still sent. @throws AppError not_found. */
export async function showMailSubscription(ctx: Context, token: string) {
  const parsed = readToken(ctx, token)
  const reason = await findSuppression(ctx.db, parsed.accountId, parsed.address, parsed.category)
  return { ...parsed, subscribed: reason === undefined }
}

/** Stops or resumes a category's mails to an address. @throws AppError not_found. */
export const setMailSubscription = (ctx: Context, token: string, subscribed: boolean): Promise<void> =>
  transaction(ctx.db, async () => {
    const { accountId, address, category } = readToken(ctx, token)
    const row = { account_id: accountId, address, category }
    const before = await findSuppression(ctx.db, accountId, address, category)
    if (subscribed ? before !== 'unsubscribed' : before !== undefined) return markUnchanged()
    if (subscribed) await deleteSuppression(ctx.db, row)
    else await insertSuppression(ctx.db, { ...row, reason: 'unsubscribed' })
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { category, subscribed } })
  })

/** Since when an account's mails are paused; null when they are sent. */
export const findMailPause = async (ctx: Context, accountId: number): Promise<Date | null> =>
  (await findSetting(ctx.db, accountId))?.paused_at ?? null

export const resumeMail = (ctx: Context, accountId: number) =>
  saveSetting(ctx.db, accountId, { paused_at: null })
