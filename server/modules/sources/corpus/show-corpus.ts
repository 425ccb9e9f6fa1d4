import type { corpusImportRun } from '#contract/activity/run-kinds/corpus-import.ts'
import type { RunInput } from '#contract/activity/run-kinds/define.ts'
import { ROW_UNIT_OF } from '#contract/sources/place-formats.ts'
import { findRun, presentRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { listAreas } from './area/area-store.ts'
import { presentArea } from './area/present-area.ts'
import { findRejected, listSources } from './corpus-store.ts'
import { peopleBySource } from './people/people-store.ts'

async function findImport(ctx: Context, actor: Actor, runId: number) {
  const run = await findRun(ctx, actor.accountId, runId)
  if (run?.kind !== 'corpus_import') throw notFound('The import')
  const { format = 'csv' } = run.input as RunInput<typeof corpusImportRun>
  return { run, unit: ROW_UNIT_OF[format] }
}

/** The sources of the corpus, with what they hold and their areas. */
export async function listCorpusSources(ctx: Context) {
  const [rows, areas, people] = await Promise.all([
    listSources(ctx.db),
    listAreas(ctx.db),
    peopleBySource(ctx.db),
  ])
  const areaOf = new Map(areas.map((area) => [area.source_id, presentArea(area)]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    licence: row.licence,
    places: row.places,
    people: people.get(row.id) ?? 0,
    data_as_of: row.data_as_of?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    area: areaOf.get(row.id) ?? null,
  }))
}

/** The first rows that an import rejected. @throws AppError not_found. */
export async function showRejectedRecords(ctx: Context, actor: Actor, runId: number) {
  const { run, unit } = await findImport(ctx, actor, runId)
  return {
    unit,
    data: await findRejected(ctx.db, actor.accountId, runId, 200),
    total: presentRun(run).counts.rejected ?? 0,
  }
}

/** A ticket to download all rows that an import rejected. @throws AppError not_found. */
export async function issueRejectedRecords(ctx: Context, actor: Actor, runId: number) {
  const { run, unit } = await findImport(ctx, actor, runId)
  const ticket = await transaction(ctx.db, () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `run:${runId}` })
    return issueTicket(ctx, actor, 'corpus_rejected', { runId, unit })
  })
  return {
    ...ticket,
    run_id: runId,
    total: presentRun(run).counts.rejected ?? 0,
    filename: `rejected-${runId}.csv`,
  }
}
