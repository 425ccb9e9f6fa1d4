import type { corpusFetchRun } from '#contract/run-kinds/corpus-fetch.ts'
import type { RunContext } from '#server/modules/runs/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { hasOtherSources, linkNewPlaces } from '../corpus-links-store.ts'
import { insertRejected, upsertPlaces } from '../corpus-store.ts'
import type { PlaceEvent, Position } from '../formats/place-format.ts'
import { type PlaceInput, toPlace } from '../place-record.ts'

const BATCH_ROWS = 1000

interface Batch {
  places: PlaceInput[]
  rejected: { line: number; reason: string }[]
  last: PlaceEvent
}

async function* batches(events: AsyncIterable<PlaceEvent[]>): AsyncIterable<Batch> {
  let [places, rejected, last]: [PlaceInput[], Batch['rejected'], PlaceEvent | null] = [[], [], null]
  for await (const group of events) {
    for (const event of group) {
      last = event
      const result = event.kind === 'row' ? toPlace(event.row) : { ok: false as const, reason: event.reason }
      if (result.ok) places.push(result.place)
      else rejected.push({ line: event.at, reason: result.reason })
      if (places.length + rejected.length < BATCH_ROWS) continue
      yield { places, rejected, last }
      places = []
      rejected = []
      last = null
    }
  }
  if (last) yield { places, rejected, last }
}

/** Where the stream of rows goes on for a run that was broken off; null at its beginning. */
export const positionOf = (run: { cursor: unknown }): Position | null =>
  (run.cursor as { position: Position | null } | null)?.position ?? null

/** Stores rows batch by batch, each in one step with the place to go on from. */
export async function importEvents(
  context: RunContext<typeof corpusFetchRun>,
  db: Db,
  events: AsyncIterable<PlaceEvent[]>,
  { total }: { total: number },
): Promise<void> {
  const { input, id: runId, account_id: accountId } = context.run
  for await (const { places, rejected, last } of batches(events)) {
    await context.step(async ({ counts }) => {
      const { imported, updated, newIds } = await upsertPlaces(db, { ...input, runId, places })
      if (await hasOtherSources(db, input.sourceId)) await linkNewPlaces(db, input.sourceId, newIds)
      await insertRejected(db, accountId, runId, rejected)
      return {
        cursor: { position: last.next, rows: 0 },
        done: last.done,
        total,
        counts: {
          ...counts,
          imported: (counts.imported ?? 0) + imported,
          updated: (counts.updated ?? 0) + updated,
          rejected: (counts.rejected ?? 0) + rejected.length,
        },
      }
    })
  }
  await context.step(async () => ({ done: total }))
}
