import { corpusRemoveRun } from '#contract/activity/run-kinds/corpus-remove.ts'
import { defineExecutor } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refreshSource } from '../corpus-store.ts'
import { deletePeople, deletePlaces, deleteSource } from './remove-store.ts'

/** Places and people removed per step. */
const BATCH_ROWS = 2000

/** Removes a source: its places and people in batches, then the source itself. Accounts' leads are copies, and stay. */
export const corpusRemoveExecutor = ({ db }: Context) =>
  defineExecutor(corpusRemoveRun, {
    async run(context) {
      const { sourceId } = context.run.input
      for (let isLeft = true; isLeft; ) {
        await context.step(async ({ done, counts }) => {
          const places = await deletePlaces(db, sourceId, BATCH_ROWS)
          const removed = places + (await deletePeople(db, sourceId, BATCH_ROWS - places))
          isLeft = removed === BATCH_ROWS
          if (!isLeft) await deleteSource(db, sourceId)
          return { done: done + removed, counts: { removed: (counts.removed ?? 0) + removed } }
        })
      }
    },
    settle: async (run, state) => {
      if (state !== 'succeeded') await refreshSource(db, run.input.sourceId)
    },
  })
