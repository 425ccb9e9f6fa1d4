import { accountExportRun } from '#contract/activity/run-kinds/account-export.ts'
import type { Run } from '#contract/activity/runs.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Downloader, TicketRow, TicketsService } from '#server/modules/core/files/index.ts'
import { findExportFile } from '#server/modules/leads/exports/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AccountExportWorkDeps, createAccountExportExecutor } from './account-export-executor.ts'

export interface AccountExportDeps extends AccountExportWorkDeps {
  runs: RunsService
  startRun: StartRun
  tickets: TicketsService
}

const TICKET = 'account_export'

/** Everything that an account holds as one archive: a run, whose file is kept like that of an export. */
export function createAccountExport(deps: AccountExportDeps) {
  const { db, storage, runs, startRun, tickets } = deps

  async function latest(actor: Actor, limit: number): Promise<Run[]> {
    const rows = await db
      .selectFrom('run_info as run')
      .select('id')
      .where('account_id', '=', actor.accountId)
      .where('kind', '=', accountExportRun.kind)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    const found = await runs.byIds(
      actor.accountId,
      rows.map(({ id }) => id),
    )
    return rows.flatMap(({ id }) => found.get(id) ?? [])
  }

  /** The archive of a run. @throws AppError not_found for another run, conflict when it is not kept any more. */
  async function fileOf(accountId: number, runId: number) {
    const run = await runs.find(accountId, runId)
    if (run?.kind !== accountExportRun.kind) throw notFound('The export')
    const file = await findExportFile(db, accountId, runId)
    if (!file || (await storage.size(file.name)) !== file.bytes)
      throw new AppError('conflict', 'This archive is no longer available. Export the data again')
    return file
  }

  const downloader: Downloader = {
    kind: TICKET,
    async open(ticket: TicketRow) {
      const file = await fileOf(ticket.account_id, (ticket.input as { runId: number }).runId)
      return { filename: file.filename, contentType: 'application/gzip', stream: storage.read(file.name) }
    },
  }

  return {
    executor: createAccountExportExecutor(deps),
    downloader,

    /** Begins an export, or answers the one that is at work. */
    start: (actor: Actor): Promise<Run> =>
      transaction(db, async () => {
        await lockAccount(db, actor.accountId)
        const [last] = await latest(actor, 1)
        if (last && last.finished_at === null) {
          recordAudit(db, { accountId: actor.accountId, subject: `run:${last.id}` })
          return last
        }
        const order = {
          title: 'Export of all data',
          plan: { input: {}, total: null },
          audit: 'export.created',
        } as const
        return (await startRun(actor, accountExportRun, order)).run
      }),

    latest: (actor: Actor) => latest(actor, 5),

    /** A ticket for the archive of a run. @throws AppError not_found, conflict. */
    async ticket(actor: Actor, runId: number) {
      const file = await fileOf(actor.accountId, runId)
      return transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        const ticket = await tickets.issue(actor, TICKET, { runId })
        return { ...ticket, run_id: runId, total: null, filename: file.filename }
      })
    },
  }
}

export type AccountExport = ReturnType<typeof createAccountExport>
