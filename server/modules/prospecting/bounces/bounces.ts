import { bounceImportRun } from '#contract/activity/run-kinds/bounce-import.ts'
import type { Run } from '#contract/activity/runs.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { Bounce, BounceImport } from '#contract/prospecting/bounces.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findUpload } from '#server/modules/core/files/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import { readAddress, readHead } from '#server/modules/prospecting/email-verification/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { findBounceColumns } from './bounce-columns.ts'
import { NO_BOUNCES } from './bounce-import.ts'
import { type BounceKind, readRowKind } from './bounce-rows.ts'
import type { BounceRow } from './bounces-store.ts'
import * as store from './bounces-store.ts'
import { recordBounces } from './record-bounces.ts'

interface Item {
  email: string
  kind?: BounceKind
  bounced_at?: string
  reason?: string
}

const presentBounce = (row: BounceRow): Bounce => ({
  id: row.id,
  email: row.address,
  kind: row.kind,
  reason: row.reason,
  bounced_at: row.bounced_at.toISOString(),
  state_before: row.state_before,
  refunded: row.refunded,
  source: row.source,
  created_at: row.created_at.toISOString(),
})

/** Records bounced emails. @throws AppError validation_failed naming the first invalid address. */
export async function reportBounces(ctx: Context, actor: Actor, items: Item[]): Promise<BounceImport> {
  const reports = items.map((item, index) => {
    const address = readAddress(item.email)
    if (!address) throw invalidField(`bounces.${index}.email`, MESSAGES.email)
    const moment = item.bounced_at ? { at: new Date(item.bounced_at), dayOnly: false } : null
    const reason = item.reason ?? null
    // Without a word for its kind a row always is a bounce.
    const kind = item.kind ?? readRowKind('', reason ?? '') ?? 'hard'
    return { address, kind, reason, moment }
  })
  return transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    recordAudit(ctx.db, { accountId, detail: { reported: reports.length } })
    return recordBounces(ctx, { accountId, userId }, reports)
  })
}

/** Records what a sender reports. It tells no kinds; like a report without them, they count as hard. */
export async function recordSenderBounces(
  ctx: Context,
  {
    accountId,
    sender,
    bounces,
  }: { accountId: number; sender: string; bounces: { address: string; at: Date | null }[] },
): Promise<void> {
  const reports = bounces.map(({ address, at }) => ({
    address: address.toLowerCase(),
    kind: 'hard' as const,
    reason: `Bounced, by ${sender}`,
    moment: at && { at, dayOnly: false },
  }))
  await recordBounces(ctx, { accountId, userId: null }, reports)
}

/** Starts importing an uploaded report, once its columns are known. */
export async function startBounceImport(
  ctx: Context,
  actor: Actor,
  wanted: { upload_id: string; columns?: Parameters<typeof findBounceColumns>[2] },
): Promise<Run> {
  const { columns, rows, name } = await readHead(ctx, actor.accountId, wanted.upload_id)
  const input = {
    uploadId: wanted.upload_id,
    columns: findBounceColumns(columns, rows, wanted.columns),
  }
  const { size } = await findUpload(ctx, actor, wanted.upload_id)
  const { run } = await startRun(ctx, actor, bounceImportRun, {
    title: `Bounces of ${name}`,
    plan: { input, total: size, counts: NO_BOUNCES },
  })
  return run
}

/** Bounces of the account, newest first. */
export async function listBounces(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; search?: string },
) {
  const { rows, total } = await store.listBounces(ctx.db, actor.accountId, query)
  return pageReply(rows.map(presentBounce), query, total)
}
