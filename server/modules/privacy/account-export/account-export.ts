import { accountExportRun } from '#contract/activity/run-kinds/account-export.ts'
import type { Run } from '#contract/activity/runs.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { findRun, showRunsById } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Downloader, issueTicket, type TicketRow } from '#server/modules/core/files/index.ts'
import { findExportFile } from '#server/modules/leads/exports/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type Archived, recordForSeller, requireCustomer, requireReadableCustomer } from './seller-access.ts'

const TICKET = 'account_export'
/** Maximum exports listed. */
const SHOWN = 5

/* Everything in an account as one archive: a run, whose file is stored like an export's. */

async function listLatest(ctx: Context, accountId: number, limit: number): Promise<Run[]> {
  const rows = await ctx.db
    .selectFrom('run_info as run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', accountExportRun.kind)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const found = await showRunsById(
    ctx,
    accountId,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => found.get(id) ?? [])
}

/** A run's archive. @throws AppError not_found for another run, conflict when it is no longer stored. */
async function findArchive(ctx: Context, { accountId, runId }: Archived) {
  const run = await findRun(ctx, accountId, runId)
  if (run?.kind !== accountExportRun.kind) throw notFound('The export')
  const file = await findExportFile(ctx.db, accountId, runId)
  if (!file || (await ctx.storage.size(file.name)) !== file.bytes)
    throw conflict('This archive is no longer available. Export the data again')
  return file
}

/** Starts an account export, or returns the running one. */
const startExport = (ctx: Context, actor: Actor, accountId: number): Promise<Run> =>
  transaction(ctx.db, async () => {
    await lockAccount(ctx.db, accountId)
    const [last] = await listLatest(ctx, accountId, 1)
    if (last && last.finished_at === null) {
      recordAudit(ctx.db, { accountId, subject: `run:${last.id}` })
      await recordForSeller(ctx, actor, { accountId, runId: last.id })
      return last
    }
    const { run } = await startRun(ctx, { ...actor, accountId }, accountExportRun, {
      title: 'Export of all data',
      plan: { input: {}, total: null },
      audit: 'export.created',
    })
    await recordForSeller(ctx, actor, { accountId, runId: run.id })
    return run
  })

/** A ticket for a run's archive. @throws AppError not_found, conflict. */
async function issueArchiveTicket(ctx: Context, actor: Actor, archived: Archived) {
  const { filename } = await findArchive(ctx, archived)
  return transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: archived.accountId, subject: `run:${archived.runId}` })
    await recordForSeller(ctx, actor, archived)
    const ticket = await issueTicket(ctx, actor, TICKET, archived)
    return { ...ticket, run_id: archived.runId, total: null, filename }
  })
}

/** The file of a ticket. */
export const accountExportDownloader = (ctx: Context): Downloader => ({
  kind: TICKET,
  async open(ticket: TicketRow) {
    const file = await findArchive(ctx, ticket.input as Archived)
    return { filename: file.filename, contentType: 'application/gzip', stream: ctx.storage.read(file.name) }
  },
})

export const startAccountExport = (ctx: Context, actor: Actor) => startExport(ctx, actor, actor.accountId)

export const listAccountExports = (ctx: Context, actor: Actor) => listLatest(ctx, actor.accountId, SHOWN)

/** A ticket for the archive of a run. @throws AppError not_found, conflict. */
export const requestAccountExport = (ctx: Context, actor: Actor, runId: number) =>
  issueArchiveTicket(ctx, actor, { accountId: actor.accountId, runId })

/*
 * The same for a customer. All throw AppError not_found for an account that is not below the actor's, conflict for
 * one that refuses.
 */

export async function startCustomerExport(ctx: Context, actor: Actor, accountId: number): Promise<Run> {
  await requireReadableCustomer(ctx, actor, accountId)
  return startExport(ctx, actor, accountId)
}

export async function listCustomerExports(ctx: Context, actor: Actor, accountId: number): Promise<Run[]> {
  await requireCustomer(ctx, actor, accountId)
  return listLatest(ctx, accountId, SHOWN)
}

export async function requestCustomerExport(ctx: Context, actor: Actor, archived: Archived) {
  await requireReadableCustomer(ctx, actor, archived.accountId)
  return issueArchiveTicket(ctx, actor, archived)
}
