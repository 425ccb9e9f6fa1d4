import { corpusFetchRun } from '#contract/activity/run-kinds/corpus-fetch.ts'
import { defineExecutor, type RunContext, type RunOf } from '#server/modules/activity/runs/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { importFault } from '../corpus-import.ts'
import { refreshSource } from '../corpus-store.ts'
import { importEvents, importPosition } from '../import-events.ts'
import { PLACES } from '../record-kinds.ts'
import { settleLoad } from '../settle-load.ts'
import { describeSource, findArea, storeDifference } from './area-store.ts'
import { type AreaSource, readArea } from './read-area.ts'
import { dayOfRelease } from './releases.ts'
import { markVanished } from './vanished-store.ts'

type FetchRun = typeof corpusFetchRun

/** Bytes from which an area counts as large. */
const LARGE_BYTES = 8 * 1024 * 1024
/** Places compared per step. */
const COMPARED_ROWS = 5000

export interface CorpusFetchDeps {
  db: Db
  queue: Pick<Queue, 'send'>
  source: AreaSource
  clock?: Clock
}

async function fetchArea(context: RunContext<FetchRun>, { db, source }: CorpusFetchDeps): Promise<void> {
  const { input } = context.run
  const total = input.files.reduce((sum, { bytes }) => sum + bytes, 0)
  await importEvents(context, db, readArea(source, input, importPosition(context), context.signal), {
    kind: PLACES,
    place: { sourceId: input.sourceId, sourceName: input.sourceName, licence: input.licence },
    defaults: {},
    total,
    isLarge: total >= LARGE_BYTES,
  })
}

async function compareWithBefore(context: RunContext<FetchRun>, db: Db): Promise<void> {
  const { id: runId, input } = context.run
  const part = { sourceId: input.sourceId, runId, boxes: input.boxes, limit: COMPARED_ROWS }
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    let last: number | null = null
    await context.step(async ({ counts }) => {
      const found = await markVanished(db, { ...part, after: from })
      last = found.last
      return { counts: { ...counts, vanished: (counts.vanished ?? 0) + found.vanished } }
    })
    after = last
  }
}

async function storeOutcome(db: Db, clock: Clock, { input, counts }: RunOf<FetchRun>): Promise<void> {
  const area = await findArea(db, input.sourceId)
  const day = dayOfRelease(input.release)
  if (day) await describeSource(db, input.sourceId, day)
  const { imported = 0, updated = 0, unchanged = 0, vanished = 0 } = counts
  await storeDifference(db, input.sourceId, {
    release: input.release,
    before: area?.release ?? null,
    added: imported,
    updated: updated - unchanged,
    unchanged,
    vanished,
    at: clock.now().toISOString(),
  })
}

/** Fetches an area into the corpus: only the relevant parts of files, in batches with a checkpoint after each. */
export const corpusFetchExecutor = (deps: CorpusFetchDeps) =>
  defineExecutor(corpusFetchRun, {
    async run(context) {
      try {
        await fetchArea(context, deps)
        if (context.run.input.compares) await compareWithBefore(context, deps.db)
      } catch (error) {
        throw importFault(error)
      }
    },
    async settle(run, state, write) {
      const counts = await settleLoad(deps, run, state)
      await write({ counts })
      await refreshSource(deps.db, run.input.sourceId)
      if (state === 'succeeded') await storeOutcome(deps.db, deps.clock ?? systemClock, run)
    },
  })
