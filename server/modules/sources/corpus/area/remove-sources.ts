import { corpusRemoveRun } from '#contract/activity/run-kinds/corpus-remove.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findSource, lockSource } from './area-store.ts'
import { countLinked, countPeople } from './remove-store.ts'
import { refuseWhileBusy } from './start-fetch.ts'

export const createSourceRemoval = ({ db, startRun }: { db: Db; startRun: StartRun }) => ({
  async removal(sourceId: number) {
    const row = await findSource(db, sourceId)
    if (!row) throw notFound('The source')
    const [linked, people] = await Promise.all([countLinked(db, sourceId), countPeople(db, sourceId)])
    return { id: row.id, name: row.name, places: row.places, people, linked }
  },

  /** @throws AppError not_found, conflict while another run works on the source. */
  async remove(actor: Actor, sourceId: number): Promise<Run> {
    return transaction(db, async () => {
      await lockSource(db, sourceId)
      const row = await findSource(db, sourceId)
      if (!row) throw notFound('The source')
      await refuseWhileBusy(db, sourceId, row.name)
      const { run } = await startRun(actor, corpusRemoveRun, {
        title: `Removal of ${row.name}`,
        audit: 'corpus.source_removed',
        plan: {
          input: { sourceId, sourceName: row.name },
          total: row.places + (await countPeople(db, sourceId)),
          counts: { removed: 0 },
        },
      })
      return run
    })
  },
})
