import { corpusRemoveRun } from '#contract/activity/run-kinds/corpus-remove.ts'
import type { Run } from '#contract/activity/runs.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSource, lockSource } from './area-store.ts'
import { countLinked, countPeople } from './remove-store.ts'
import { refuseWhileBusy } from './start-fetch.ts'

export async function showSourceRemoval(ctx: Context, sourceId: number) {
  const row = await findSource(ctx.db, sourceId)
  if (!row) throw notFound('The source')
  const [linked, people] = await Promise.all([countLinked(ctx.db, sourceId), countPeople(ctx.db, sourceId)])
  return { id: row.id, name: row.name, places: row.places, people, linked }
}

/** @throws AppError not_found, conflict while another run works on the source. */
export async function removeCorpusSource(ctx: Context, actor: Actor, sourceId: number): Promise<Run> {
  return transaction(ctx.db, async () => {
    await lockSource(ctx.db, sourceId)
    const row = await findSource(ctx.db, sourceId)
    if (!row) throw notFound('The source')
    await refuseWhileBusy(ctx.db, sourceId, row.name)
    const { run } = await startRun(ctx, actor, corpusRemoveRun, {
      title: `Removal of ${row.name}`,
      audit: 'corpus.source_removed',
      plan: {
        input: { sourceId, sourceName: row.name },
        total: row.places + (await countPeople(ctx.db, sourceId)),
        counts: { removed: 0 },
      },
    })
    return run
  })
}
