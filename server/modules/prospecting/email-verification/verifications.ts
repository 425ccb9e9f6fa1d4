import { UNTOLD_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { EmailVerification, VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import { findOwnRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { addressKey, readAddress } from './address-text.ts'
import { NO_ADDRESS, resolveAddress } from './check-address.ts'
import * as store from './email-verification-store.ts'
import {
  countByOrigin,
  findInStates,
  findKnown,
  findVerification,
  writeBounced,
} from './email-verification-store.ts'
import { presentLine, presentUnknown, presentVerification } from './present-verification.ts'
import { findReach, reachText } from './smtp-reach.ts'
import { getStopSignal } from './stopping.ts'
import { DOWNLOAD_KIND } from './verification-download.ts'
import { listLines } from './verification-reads.ts'

const HOUR_MS = 60 * 60 * 1000

interface PageQuery {
  page: number
  limit: number
  run_id?: number
  state?: EmailVerification['state']
  origin?: VerificationOrigin
  search?: string
}

/** Of which of these addresses a check could not tell yet, spelled as in the input. */
export async function findUncheckedAddresses(
  ctx: Context,
  accountId: number,
  addresses: string[],
): Promise<Set<string>> {
  const found = await findInStates(ctx.db, accountId, addresses.map(addressKey), UNTOLD_EMAIL_STATES)
  const keys = new Set(found)
  return new Set(addresses.filter((address) => keys.has(addressKey(address))))
}

/** Whether mail servers can be contacted, and what that means for results. */
export async function showVerifierStatus(ctx: Context) {
  const status = await ctx.emailVerifier.status()
  const smtp = findReach(status)
  return { smtp, message: reachText(smtp, status.retryAt), since: null }
}

/** Checks one address; reuses a result of the last hour unless `fresh`. */
export async function verifyEmailNow(
  ctx: Context,
  actor: Actor,
  { email, fresh }: { email: string; fresh: boolean },
  signal: AbortSignal,
): Promise<EmailVerification> {
  const address = readAddress(email)
  if (!address) {
    markUnchanged()
    return presentUnknown(email, NO_ADDRESS)
  }
  const oldest = ctx.clock.now().getTime() - HOUR_MS
  const row = await resolveAddress(
    ctx,
    actor.accountId,
    address,
    AbortSignal.any([signal, getStopSignal(ctx)]),
    {
      fits: ({ checked_at }) => !fresh && checked_at.getTime() > oldest,
      origin: 'user',
    },
  )
  return presentVerification(row)
}

/** An address's result. @throws AppError not_found. */
export async function showVerification(
  ctx: Context,
  actor: Actor,
  email: string,
): Promise<EmailVerification> {
  const row = await findVerification(ctx.db, actor.accountId, addressKey(email))
  if (!row) throw notFound('The result for this address')
  return presentVerification(row)
}

/** Checked addresses, newest first; of a run, its finished lines, in input order. */
export async function listVerifications(ctx: Context, actor: Actor, query: PageQuery) {
  if (query.run_id === undefined) {
    const { rows, total } = await store.listVerifications(ctx.db, actor.accountId, query)
    const data = rows.map(presentVerification)
    return { ...pageReply(data, query, total), by_origin: await countByOrigin(ctx.db, actor.accountId) }
  }
  const { rows, total } = await listLines(ctx.db, actor.accountId, query.run_id, query)
  const data = rows.map(presentLine)
  return { ...pageReply(data, query, total), by_origin: null }
}

/** A ticket for all lines of a run as CSV. @throws AppError not_found. */
export async function issueVerifications(ctx: Context, actor: Actor, runId: number) {
  const run = await findOwnRun(ctx, actor, runId)
  if (run?.kind !== 'verify') throw notFound('The check')
  const filename = `checked-addresses-${runId}.csv`
  return transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `run:${runId}` })
    return { ...(await issueTicket(ctx, actor, DOWNLOAD_KIND, { runId, filename })), filename }
  })
}

/** Current results of lowercase addresses, without unknown ones. */
export async function findKnownResults(ctx: Context, accountId: number, addresses: string[]) {
  const rows = addresses.length > 0 ? await findKnown(ctx.db, accountId, addresses) : []
  return new Map(rows.map((row) => [row.address, row]))
}

/** Marks lowercase addresses (each once) as bounced: they stay invalid, whatever their servers reply. */
export const markBounced = (
  ctx: Context,
  accountId: number,
  bounces: { address: string; bouncedAt: Date }[],
) => writeBounced(ctx.db, accountId, bounces)
