import type { MailEntry } from '#contract/branding/mail.ts'
import { findBrand, findSiteScope } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import * as store from './mail-store.ts'
import { isComplete, maskedSecrets, presentMail, presentSent } from './present-mail.ts'
import { renderMail } from './render-mail.ts'
import { enqueueMail, sendMail } from './send-mail.ts'
import { mailRecipient } from './signals.ts'
import { writeMail } from './write-mail.ts'

const RETRY_REFUSALS: Record<Exclude<store.MailState, 'queued' | 'failed'>, string> = {
  sent: 'This email was already sent',
  sending: 'This email is being sent. Check again in a minute',
  suppressed: 'The recipient has unsubscribed from these emails or can’t be reached',
  expired: 'This email’s code or link has expired. Ask the recipient to request a new one',
}

async function findMail(ctx: Context, id: number): Promise<store.MailRow> {
  const row = await store.findMail(ctx.db, id)
  if (!row) throw notFound('The mail')
  return row
}

/** A test mail of the platform to the caller. */
export async function sendTestMail(ctx: Context, actor: Actor): Promise<MailEntry> {
  const user = await mailRecipient.ask(ctx, { userId: actor.userId })
  if (!user) throw notFound('The user')
  const id = await transaction(ctx.db, async () => {
    const mailId = await sendMail(ctx, {
      siteId: null,
      to: user.email,
      template: 'test',
      variables: { first_name: user.first_name, when: ctx.clock.now().toISOString() },
      secrets: {},
      accountId: actor.accountId,
      userId: actor.userId,
    })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `mail:${mailId}` })
    return mailId
  })
  return presentMail(await findMail(ctx, id), ctx.clock.now())
}

/** The content of a site's test mail; null is the platform's own brand. */
export async function renderTestMail(ctx: Context, siteId: number | null) {
  const variables = { first_name: '', when: ctx.clock.now().toISOString() }
  return renderMail('test', { variables, secrets: {} }, await findBrand(ctx, siteId))
}

/** All mails, for administrators. */
export async function listMails(ctx: Context, query: store.MailQuery) {
  const { rows, total } = await store.listMails(ctx.db, query)
  const now = ctx.clock.now()
  return pageReply(
    rows.map((row) => presentMail(row, now)),
    query,
    total,
  )
}

/** One brand's mails, for its owners, without their contents. */
export async function listBrandMails(
  ctx: Context,
  actor: Actor,
  { account_id: accountId, ...query }: store.MailQuery & { account_id?: number },
) {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  // An account without a site has sent nothing.
  const siteId = account.parent_id === null ? null : (site?.id ?? 0)
  const { rows, total } = await store.listMails(ctx.db, { ...query, siteId })
  return pageReply(rows.map(presentSent), query, total)
}

/** A mail with its content; every code and link is masked, sent or not. */
export async function showMail(
  ctx: Context,
  id: number,
): Promise<MailEntry & { subject: string; text: string; html: string }> {
  const row = await findMail(ctx, id)
  const brand = await findBrand(ctx, row.site_id)
  const secrets = maskedSecrets(row.template)
  const content = await writeMail(ctx, row, brand, { secrets }).catch((cause) => {
    throw conflict('This email was created by another version and can’t be shown', { cause })
  })
  return { ...presentMail(row, ctx.clock.now()), ...content }
}

/** Sends a failed or waiting mail now, with all its tries. @throws AppError conflict saying why not. */
export async function retryMail(ctx: Context, actor: Actor, id: number): Promise<MailEntry> {
  const row = await findMail(ctx, id)
  if (row.state !== 'queued' && row.state !== 'failed') throw conflict(RETRY_REFUSALS[row.state])
  if (!isComplete(row, ctx.clock.now())) throw conflict(RETRY_REFUSALS.expired)
  await transaction(ctx.db, async () => {
    if (!(await store.restartMail(ctx.db, id))) throw conflict(RETRY_REFUSALS.sending)
    await enqueueMail(ctx, id)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `mail:${id}` })
  })
  return presentMail(await findMail(ctx, id), ctx.clock.now())
}
