import { findOwnRun, presentRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { issueTicket } from '#server/modules/core/files/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findReasons, findUndo } from './lead-imports-store.ts'

async function findImport(ctx: Context, actor: Actor, runId: number) {
  const run = await findOwnRun(ctx, actor, runId)
  if (run?.kind !== 'lead_import') throw notFound('The import')
  return run
}

/** An import's run and list, and how it can be undone. @throws AppError not_found. */
export async function showImportResult(ctx: Context, actor: Actor, runId: number) {
  const run = await findImport(ctx, actor, runId)
  const list = run.list_id === null ? null : await findOwnList(ctx, actor, run.list_id).catch(() => null)
  const { columns, mapping } = run.input as { columns: string[]; mapping: [number, string][] }
  const used = new Set(mapping.map(([at]) => at))
  const undo = await findUndo(ctx.db, actor.accountId, runId)
  return {
    run: presentRun(run),
    list: list && { id: list.id, name: list.name, type: list.type },
    undo_token: undo && !undo.undone_at ? undo.id : null,
    undone_at: undo?.undone_at?.toISOString() ?? null,
    not_imported: columns.filter((_, at) => !used.has(at)),
    reasons: await findReasons(ctx.db, actor.accountId, runId),
  }
}

/** A ticket to download the rows that an import rejected. @throws AppError not_found. */
export async function issueRejectedLeads(ctx: Context, actor: Actor, runId: number) {
  const run = await findImport(ctx, actor, runId)
  const ticket = await transaction(ctx.db, () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `run:${runId}` })
    return issueTicket(ctx, actor, 'import_rejected', { runId, columns: run.input.columns })
  })
  const total = presentRun(run).counts.rejected ?? 0
  return { ...ticket, run_id: runId, total, filename: `rejected-${runId}.csv` }
}
