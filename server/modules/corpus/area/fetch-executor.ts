import { corpusFetchRun } from '#contract/run-kinds/corpus-fetch.ts'
import { defineExecutor, type RunContext, type RunOf } from '#server/modules/runs/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { analysePlaces, refreshSource } from '../corpus-store.ts'
import type { PlaceEvent } from '../formats/place-format.ts'
import { datedBy, findArea, keepDifference } from './area-store.ts'
import { importEvents, positionOf } from './import-events.ts'
import { type AreaSource, readArea } from './read-area.ts'
import { dayOfRelease } from './releases.ts'
import { compareSeen, forgetSeen, noteSeen } from './seen-store.ts'

type FetchRun = typeof corpusFetchRun

/** New rows that change what a search has to expect. */
const MANY_ROWS = 5000
/** Places that are compared in one step. */
const COMPARED_ROWS = 5000

/**
 * Notes rows before they are handed on. So whatever the cursor is past has been noted, and a run that goes on after a
 * crash knows all that it has met.
 */
async function* noting(
  db: Db,
  runId: number,
  events: AsyncIterable<PlaceEvent[]>,
): AsyncIterable<PlaceEvent[]> {
  for await (const group of events) {
    const keys = group.flatMap((event) => (event.kind === 'row' && event.row.id ? [event.row.id.trim()] : []))
    await noteSeen(db, runId, keys)
    yield group
  }
}

async function markVanished(context: RunContext<FetchRun>, db: Db): Promise<void> {
  const { id: runId, input } = context.run
  const part = { sourceId: input.sourceId, runId, boxes: input.boxes, limit: COMPARED_ROWS }
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    let last: number | null = null
    await context.step(async ({ counts }) => {
      const found = await compareSeen(db, { ...part, after: from })
      last = found.last
      return { counts: { ...counts, vanished: (counts.vanished ?? 0) + found.vanished } }
    })
    after = last
  }
}

async function keepOutcome(db: Db, clock: Clock, { input, counts }: RunOf<FetchRun>): Promise<void> {
  const area = await findArea(db, input.sourceId)
  const day = dayOfRelease(input.release)
  if (day) await datedBy(db, input.sourceId, day)
  await keepDifference(db, input.sourceId, {
    release: input.release,
    before: area?.release ?? null,
    added: counts.imported ?? 0,
    updated: counts.updated ?? 0,
    unchanged: counts.unchanged ?? 0,
    vanished: counts.vanished ?? 0,
    at: clock.now().toISOString(),
  })
}

/** Fetches an area into the corpus: only the parts of files that lie in it, batch by batch with a checkpoint after each. */
export const corpusFetchExecutor = (db: Db, source: AreaSource, clock: Clock = systemClock) =>
  defineExecutor(corpusFetchRun, {
    async run(context) {
      const { input, id } = context.run
      const total = input.files.reduce((sum, { bytes }) => sum + bytes, 0)
      const rows = readArea(source, input, positionOf(context.run), context.signal)
      await importEvents(context, db, input.compares ? noting(db, id, rows) : rows, { total })
      if (input.compares) await markVanished(context, db)
    },
    async settle(run, state) {
      if ((run.counts.imported ?? 0) >= MANY_ROWS) await analysePlaces(db)
      await refreshSource(db, run.input.sourceId)
      if (run.input.compares) await forgetSeen(db, run.id)
      if (state === 'succeeded') await keepOutcome(db, clock, run)
    },
  })
