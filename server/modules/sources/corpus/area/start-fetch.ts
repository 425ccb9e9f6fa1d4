import type * as z from 'zod/mini'
import { corpusFetchRun } from '#contract/activity/run-kinds/corpus-fetch.ts'
import type { RunKind } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { OVERTURE } from '#contract/sources/corpus-area-shapes.ts'
import type { fetchArea } from '#contract/sources/corpus-areas.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findArea, hasOpenRun, hasPlaces, storeArea } from './area-store.ts'
import { joinedBoxes } from './boxes.ts'
import type { PlannedFetch, PlannedRefresh } from './plan-fetch.ts'
import { targetSource } from './target-source.ts'

type FetchInput = z.output<NonNullable<(typeof fetchArea)['body']>>

const WRITING: readonly RunKind[] = ['corpus_import', 'corpus_fetch', 'corpus_remove']
/** A run's input contains all of them, and every row is compared with each. */
const MAX_BOXES = 100

/** Call in the transaction that starts a run. @throws AppError conflict while another run works on the source. */
export async function refuseWhileBusy(db: Db, sourceId: number, name: string): Promise<void> {
  if (await hasOpenRun(db, sourceId, WRITING))
    throw conflict(`${name} is busy with another task. Wait until that is done.`)
}

async function startFetchRun(
  ctx: Context,
  actor: Actor,
  { plan, label }: PlannedFetch,
  { name, title, keeps }: { name: string; title: string; keeps: 'adds' | 'same' },
): Promise<Run> {
  const { run } = await startRun(ctx, actor, corpusFetchRun, {
    title,
    plan: async () => {
      const sourceId = await targetSource(ctx.db, name, OVERTURE.licence)
      await refuseWhileBusy(ctx.db, sourceId, name)
      const known = await findArea(ctx.db, sourceId)
      const boxes = joinedBoxes(known?.boxes ?? [], plan.boxes)
      if (boxes.length > MAX_BOXES)
        throw invalidField('source', `${name} has ${MAX_BOXES} areas already. Give this one another name`)
      const labels = known && keeps === 'adds' && known.label !== label ? `${known.label}; ${label}` : label
      await storeArea(ctx.db, { sourceId, label: labels.slice(0, 500), boxes })
      return {
        input: {
          sourceId,
          sourceName: name,
          licence: OVERTURE.licence,
          release: plan.release,
          boxes: plan.boxes,
          files: plan.files.map(({ path, size, etag, bytes }) => ({ path, size, etag, bytes })),
          compares: await hasPlaces(ctx.db, sourceId),
        },
        total: plan.bytes,
        counts: { imported: 0, updated: 0, rejected: 0 },
      }
    },
  })
  return run
}

export function startFetch(
  ctx: Context,
  actor: Actor,
  { source: requested }: FetchInput,
  fetch: PlannedFetch,
): Promise<Run> {
  const name = requested ?? OVERTURE.source
  return startFetchRun(ctx, actor, fetch, {
    name,
    title: `Fetch of ${fetch.label} into ${name}`,
    keeps: 'adds',
  })
}

export const startAreaRefresh = (
  ctx: Context,
  actor: Actor,
  { name, ...fetch }: PlannedRefresh,
): Promise<Run> =>
  startFetchRun(ctx, actor, fetch, {
    name,
    title: `Refresh of ${name} to ${fetch.plan.release}`,
    keeps: 'same',
  })
