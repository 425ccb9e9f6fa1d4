import { accountExportRun } from '#contract/activity/run-kinds/account-export.ts'
import type { Run } from '#contract/activity/runs.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Downloader, TicketRow, TicketsService } from '#server/modules/core/files/index.ts'
import { findExportFile } from '#server/modules/leads/exports/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AccountExportWorkDeps, createAccountExportExecutor } from './account-export-executor.ts'
import { type Archived, createSellerAccess, type SellerAccessDeps } from './seller-access.ts'

export interface AccountExportDeps extends AccountExportWorkDeps, SellerAccessDeps {
  runs: RunsService
  startRun: StartRun
  tickets: TicketsService
}

const TICKET = 'account_export'
/** Maximum exports listed. */
const SHOWN = 5

/** Everything in an account as one archive: a run, whose file is stored like an export's. */
export function createAccountExport(deps: AccountExportDeps) {
  const { db, storage, runs, startRun, tickets } = deps
  const { requireCustomer, requireReadable, recordForSeller } = createSellerAccess(deps)

  async function latest(accountId: number, limit: number): Promise<Run[]> {
    const rows = await db
      .selectFrom('run_info as run')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', accountExportRun.kind)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    const found = await runs.byIds(
      accountId,
      rows.map(({ id }) => id),
    )
    return rows.flatMap(({ id }) => found.get(id) ?? [])
  }

  /** A run's archive. @throws AppError not_found for another run, conflict when it is no longer stored. */
  async function fileOf({ accountId, runId }: Archived) {
    const run = await runs.find(accountId, runId)
    if (run?.kind !== accountExportRun.kind) throw notFound('The export')
    const file = await findExportFile(db, accountId, runId)
    if (!file || (await storage.size(file.name)) !== file.bytes)
      throw conflict('This archive is no longer available. Export the data again')
    return file
  }

  /** Starts an account export, or returns the running one. */
  const startFor = (actor: Actor, accountId: number): Promise<Run> =>
    transaction(db, async () => {
      await lockAccount(db, accountId)
      const [last] = await latest(accountId, 1)
      if (last && last.finished_at === null) {
        recordAudit(db, { accountId, subject: `run:${last.id}` })
        await recordForSeller(actor, { accountId, runId: last.id })
        return last
      }
      const { run } = await startRun({ ...actor, accountId }, accountExportRun, {
        title: 'Export of all data',
        plan: { input: {}, total: null },
        audit: 'export.created',
      })
      await recordForSeller(actor, { accountId, runId: run.id })
      return run
    })

  /** A ticket for a run's archive. @throws AppError not_found, conflict. */
  async function ticketFor(actor: Actor, archived: Archived) {
    const { filename } = await fileOf(archived)
    return transaction(db, async () => {
      recordAudit(db, { accountId: archived.accountId, subject: `run:${archived.runId}` })
      await recordForSeller(actor, archived)
      const ticket = await tickets.issue(actor, TICKET, archived)
      return { ...ticket, run_id: archived.runId, total: null, filename }
    })
  }

  const downloader: Downloader = {
    kind: TICKET,
    async open(ticket: TicketRow) {
      const file = await fileOf(ticket.input as Archived)
      return { filename: file.filename, contentType: 'application/gzip', stream: storage.read(file.name) }
    },
  }

  return {
    executor: createAccountExportExecutor(deps),
    downloader,
    start: (actor: Actor) => startFor(actor, actor.accountId),
    latest: (actor: Actor) => latest(actor.accountId, SHOWN),
    ticket: (actor: Actor, runId: number) => ticketFor(actor, { accountId: actor.accountId, runId }),

    /** The same for a customer. All throw AppError not_found for an account that is not below the actor's, conflict for one that refuses. */
    ofCustomer: {
      async start(actor: Actor, accountId: number) {
        await requireReadable(actor, accountId)
        return startFor(actor, accountId)
      },
      async latest(actor: Actor, accountId: number) {
        await requireCustomer(actor, accountId)
        return latest(accountId, SHOWN)
      },
      async ticket(actor: Actor, archived: Archived) {
        await requireReadable(actor, archived.accountId)
        return ticketFor(actor, archived)
      },
    },
  }
}

export type AccountExport = ReturnType<typeof createAccountExport>
