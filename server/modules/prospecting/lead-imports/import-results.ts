import { presentRun, type RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findUndo } from './lead-imports-store.ts'

interface ImportResultDeps {
  db: Db
  runs: Pick<RunsService, 'find'>
  lists: Pick<ListsService, 'find'>
  tickets: Pick<TicketsService, 'issue'>
}

/** Results of imports, and rejected rows. */
export function createImportResults({ db, runs, lists, tickets }: ImportResultDeps) {
  async function importRun(actor: Actor, runId: number) {
    const run = await runs.find(actor.accountId, runId)
    if (run?.kind !== 'lead_import') throw notFound('The import')
    return run
  }

  return {
    async result(actor: Actor, runId: number) {
      const run = await importRun(actor, runId)
      const list = run.list_id === null ? null : await lists.find(actor, run.list_id).catch(() => null)
      const undo = await findUndo(db, actor.accountId, runId)
      return {
        run: presentRun(run),
        list: list && { id: list.id, name: list.name, type: list.type },
        undo_token: undo && !undo.undone_at ? undo.id : null,
        undone_at: undo?.undone_at?.toISOString() ?? null,
      }
    },

    async rejectedTicket(actor: Actor, runId: number) {
      const run = await importRun(actor, runId)
      const ticket = await transaction(db, () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        return tickets.issue(actor, 'import_rejected', { runId, columns: run.input.columns })
      })
      const total = presentRun(run).counts.rejected ?? 0
      return { ...ticket, run_id: runId, total, filename: `rejected-${runId}.csv` }
    },
  }
}
