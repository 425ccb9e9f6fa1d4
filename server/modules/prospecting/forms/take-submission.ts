import { createHmac } from 'node:crypto'
import { MESSAGES } from '#contract/core/messages.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { CONFIRM_DAYS } from '#contract/prospecting/forms.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findSiteUrl } from '#server/modules/branding/sites/index.ts'
import { suppressedLeads } from '#server/modules/leads/leads/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import type { Values } from '#server/modules/prospecting/lead-imports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { findNetwork } from '#server/platform/net/find-network.ts'
import { receiveLead } from './receive-lead.ts'
import { findPublicBrand } from './serves-account.ts'
import { submissionReceived } from './signals.ts'
import * as store from './submissions-store.ts'

/** What a visitor sent, checked and normalized. */
export interface NewSubmission {
  accountId: number
  /** Null: it came from elsewhere, as `source` says. */
  formId: number | null
  /** The form’s name, or “Audit page”. */
  source: string
  listId: number
  type: ListTypeId
  values: Values
  labelIds: number[]
  /** Who is notified. */
  notifyIds: number[]
  consent: { text: string; at: Date } | null
  language: string | null
  ip: string
  /** Whether it counts only once the email is confirmed; then it needs an email. */
  needsConfirmation: boolean
  /** The site in whose brand that email is; null: the platform’s. By default the account’s own brand, else the one that serves it. */
  siteId?: number | null
}

const CONFIRM_MINUTES = CONFIRM_DAYS * 24 * 60

/** A network that can be compared with others of the account, and not be told from the hash. */
const hashNetwork = ({ secretKey }: Context, accountId: number, ip: string): string =>
  createHmac('sha256', secretKey)
    .update(`network:${accountId}:${findNetwork(ip)}`)
    .digest('base64url')
    .slice(0, 22)

const readText = (values: Values, name: string): string => String(values[name] ?? '')

/** How people recognize who sent it. */
const describeSender = (values: Values): string =>
  readText(values, 'name') ||
  `${readText(values, 'first_name')} ${readText(values, 'last_name')}`.trim() ||
  readText(values, 'email') ||
  readText(values, 'website') ||
  'Somebody'

/** Makes the lead of a submission that counts, and tells people and webhooks. */
async function deliver(ctx: Context, row: store.SubmissionRow): Promise<store.SubmissionRow> {
  const { account_id: accountId, list_id: listId, list_type: type, values, source, consented_at: at } = row
  const list = await findListFacts(ctx, accountId, listId)
  const consent = row.consent !== null && at ? { text: row.consent, at } : null
  const receipt =
    list && !list.is_deleted
      ? await receiveLead(ctx, {
          accountId,
          listId,
          type,
          values,
          from: source,
          labelIds: row.label_ids,
          consent,
        })
      : null
  const state = receipt === null ? 'no_list' : receipt.isSuppressed ? 'suppressed' : 'received'
  const change = { state, lead_id: receipt?.leadId ?? null, is_new: receipt?.isNew ?? null } as const
  await store.updateSubmission(ctx.db, row, change)
  const after = { ...row, ...change }
  if (after.lead_id !== null) {
    await emitEvent(ctx.db, accountId, {
      type: 'submission.received',
      listId,
      data: {
        lead_ids: [after.lead_id],
        source,
        is_new: after.is_new === true,
        consent: consent && { text: consent.text, at: consent.at.toISOString() },
      },
    })
    await notify(ctx, {
      accountId,
      userIds: row.notify_ids,
      kind: 'submission_received',
      detail: {
        submission_id: row.id,
        source,
        who: describeSender(values),
        list_id: listId,
        list_type: type,
      },
    })
  }
  await submissionReceived.emit(ctx, {
    accountId,
    submissionId: row.id,
    formId: row.form_id,
    leadId: after.lead_id,
  })
  return after
}

async function findSender(ctx: Context, { accountId, siteId }: NewSubmission) {
  if (siteId === undefined) return findPublicBrand(ctx, accountId)
  return { url: await findSiteUrl(ctx, siteId), siteId }
}

/**
 * Stores what a visitor sent, and makes a lead of it: at once, or once the email is confirmed. Nobody on the
 * suppression list becomes a lead or gets an email.
 */
export const takeSubmission = (ctx: Context, given: NewSubmission): Promise<store.SubmissionRow> =>
  transaction(ctx.db, async () => {
    const { accountId, values, source, needsConfirmation } = given
    const email = readText(values, 'email')
    const [isSuppressed] = await suppressedLeads.ask(ctx, { accountId, values: [values] })
    if (needsConfirmation && email === '') throw invalidField('email', MESSAGES.required)
    const waits = needsConfirmation && !isSuppressed
    const { token, hash } = newToken()
    const row = await store.insertSubmission(ctx.db, {
      account_id: accountId,
      form_id: given.formId,
      source,
      list_id: given.listId,
      list_type: given.type,
      values,
      label_ids: given.labelIds,
      notify_ids: given.notifyIds,
      consent: given.consent?.text ?? null,
      consented_at: given.consent?.at ?? null,
      language: given.language,
      network: hashNetwork(ctx, accountId, given.ip),
      state: 'unconfirmed',
      token_hash: waits ? hash : null,
    })
    if (!waits) return deliver(ctx, row)
    const { url, siteId } = await findSender(ctx, given)
    await sendMail(ctx, {
      siteId,
      accountId,
      to: email,
      template: 'confirm-submission',
      variables: { source, minutes: CONFIRM_MINUTES },
      secrets: { link: `${url}/forms/confirm/${token}` },
      expiresAt: new Date(ctx.clock.now().getTime() + CONFIRM_MINUTES * 60_000),
    })
    return row
  })

/** The submission of a confirmation link while it can be shown; null for an unknown or expired one. */
export async function findConfirmation(ctx: Context, token: string): Promise<store.SubmissionRow | null> {
  const row = await store.findByToken(ctx.db, hashToken(token))
  return row && !isExpired(ctx, row) ? row : null
}

const isExpired = (ctx: Context, row: store.SubmissionRow): boolean =>
  row.state === 'unconfirmed' &&
  ctx.clock.now().getTime() - row.created_at.getTime() > CONFIRM_MINUTES * 60_000

/** Confirms the email of a submission, once; later calls change nothing. */
export const confirmSubmission = (ctx: Context, token: string): Promise<'confirmed' | 'before' | 'unknown'> =>
  transaction(ctx.db, async () => {
    const row = await store.lockByToken(ctx.db, hashToken(token))
    if (!row || isExpired(ctx, row)) return 'unknown'
    if (row.state !== 'unconfirmed') return 'before'
    await store.updateSubmission(ctx.db, row, { confirmed_at: ctx.clock.now() })
    await deliver(ctx, row)
    return 'confirmed'
  })
