import type * as z from 'zod/mini'
import { OVERTURE } from '#contract/sources/corpus-area-shapes.ts'
import type { AreaEstimate, estimateArea } from '#contract/sources/corpus-areas.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type NamedArea, parseArea } from './area-of-words.ts'
import { findArea, findSource } from './area-store.ts'
import { squareKm } from './boxes.ts'
import { type AreaPlan, countCosts, planArea } from './plan-area.ts'
import { areaSourceOf } from './read-area.ts'

type EstimateInput = z.output<NonNullable<(typeof estimateArea)['body']>>

/** A fetch's input, determined before the transaction that starts it. */
export interface PlannedFetch extends NamedArea {
  plan: AreaPlan
}

/** Error code: a refresh found nothing newer. */
export const UP_TO_DATE = 'up_to_date'

const presentEstimate = ({ label, plan }: PlannedFetch): AreaEstimate => {
  const { seconds, diskBytes } = countCosts(plan)
  return {
    release: plan.release,
    label,
    boxes: plan.boxes,
    square_km: squareKm(plan.boxes),
    places: plan.places,
    transfer_bytes: plan.bytes,
    seconds,
    disk_bytes: diskBytes,
    files: plan.files.map(({ path, places, bytes, whole }) => ({
      name: path.split('/').at(-1) ?? path,
      places,
      bytes,
      whole,
    })),
    files_in_release: plan.filesInRelease,
    licence: OVERTURE.licence,
    attribution: OVERTURE.attribution,
  }
}

/** The area of a source. @throws AppError not_found, conflict for one imported from a file. */
export async function getArea(db: Db, sourceId: number) {
  const [row, area] = await Promise.all([findSource(db, sourceId), findArea(db, sourceId)])
  if (!row) throw notFound('The source')
  if (!area) throw conflict(`${row.name} came from a file: import the newer file to bring it up to date`)
  return { row, area }
}

/** Plans reading an area of a release, before anything is started. @throws AppError source_failed. */
export async function planFetch(
  ctx: Context,
  input: EstimateInput,
  signal?: AbortSignal,
): Promise<PlannedFetch> {
  const area = parseArea(input)
  return {
    ...area,
    plan: await planArea(areaSourceOf(ctx), { boxes: area.boxes, release: input.release }, signal),
  }
}

/** The plan of a refresh. @throws AppError not_found, source_failed, conflict when nothing is newer. */
export async function planRefresh(ctx: Context, sourceId: number, signal?: AbortSignal) {
  const { row, area } = await getArea(ctx.db, sourceId)
  const plan = await planArea(areaSourceOf(ctx), { boxes: area.boxes }, signal)
  if (plan.release === area.release)
    throw conflict(`${row.name} is up to date: ${plan.release} is the newest release`, {
      details: { code: UP_TO_DATE },
    })
  return { name: row.name, label: area.label, boxes: area.boxes, plan }
}

export const estimateFetch = async (
  ctx: Context,
  input: EstimateInput,
  signal?: AbortSignal,
): Promise<AreaEstimate> => presentEstimate(await planFetch(ctx, input, signal))

export type PlannedRefresh = Awaited<ReturnType<typeof planRefresh>>
