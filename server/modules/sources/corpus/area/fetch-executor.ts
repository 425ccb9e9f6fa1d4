import { corpusFetchRun } from '#contract/activity/run-kinds/corpus-fetch.ts'
import { defineExecutor, type RunContext, type RunOf } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { markOpened, withoutLimit } from '../changes/compare-file.ts'
import { importFault } from '../corpus-import.ts'
import { refreshSource } from '../corpus-store.ts'
import { importEvents, importPosition } from '../import-events.ts'
import { PLACES } from '../record-kinds.ts'
import { settleLoad } from '../settle-load.ts'
import { describeSource, findArea, storeDifference } from './area-store.ts'
import { joinedBoxes } from './boxes.ts'
import { areaSourceOf, readArea } from './read-area.ts'
import { dayOfRelease } from './releases.ts'
import { markVanished, withinBoxes } from './vanished-store.ts'

type FetchRun = typeof corpusFetchRun

/** Bytes from which an area counts as large. */
const LARGE_BYTES = 8 * 1024 * 1024
/** Places compared per step. */
const COMPARED_ROWS = 5000

/** The day of the release. */
const readDate = ({ input, created_at: createdAt }: Pick<RunOf<FetchRun>, 'input' | 'created_at'>): Date => {
  const day = dayOfRelease(input.release)
  return day ? new Date(day) : createdAt
}

async function fetchArea(ctx: Context, context: RunContext<FetchRun>): Promise<void> {
  const { input } = context.run
  const total = input.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const events = readArea(areaSourceOf(ctx), input, importPosition(context), context.signal)
  await importEvents(context, ctx.db, events, {
    kind: PLACES,
    place: {
      sourceId: input.sourceId,
      sourceName: input.sourceName,
      licence: input.licence,
      asOf: readDate(context.run),
    },
    defaults: {},
    total,
    isLarge: total >= LARGE_BYTES,
  })
}

async function compareWithBefore({ db }: Context, context: RunContext<FetchRun>): Promise<void> {
  const { id: runId, input } = context.run
  const asOf = readDate(context.run)
  const part = { sourceId: input.sourceId, runId, boxes: input.boxes, limit: COMPARED_ROWS, asOf }
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
  const { covered = [], release = null } = (await findArea(db, input.sourceId)) ?? {}
  const before = release && dayOfRelease(release)
  if (covered.length === 0 || !before || new Date(before) >= asOf) return
  const test = withinBoxes(covered)
  await withoutLimit(db, () => markOpened(db, { sourceId: input.sourceId, runId, asOf, before, test }))
}

async function storeOutcome({ db, clock }: Context, { input, counts }: RunOf<FetchRun>): Promise<void> {
  const area = await findArea(db, input.sourceId)
  const day = dayOfRelease(input.release)
  if (day) await describeSource(db, input.sourceId, day)
  const { imported = 0, updated = 0, unchanged = 0, vanished = 0 } = counts
  await storeDifference(
    db,
    input.sourceId,
    {
      release: input.release,
      before: area?.release ?? null,
      added: imported,
      updated: updated - unchanged,
      unchanged,
      vanished,
      at: clock.now().toISOString(),
    },
    joinedBoxes(area?.covered ?? [], input.boxes),
  )
}

/** Fetches an area into the corpus: only the relevant parts of files, in batches with a checkpoint after each. */
export const corpusFetchExecutor = (ctx: Context) =>
  defineExecutor(corpusFetchRun, {
    async run(context) {
      try {
        await fetchArea(ctx, context)
        if (context.run.input.compares) await compareWithBefore(ctx, context)
      } catch (error) {
        throw importFault(error)
      }
    },
    async settle(run, state, write) {
      const counts = await settleLoad(ctx, run, state)
      await write({ counts })
      await refreshSource(ctx.db, run.input.sourceId)
      if (state === 'succeeded') await storeOutcome(ctx, run)
    },
  })
