import type * as z from 'zod/mini'
import { OVERTURE } from '#contract/sources/corpus-area-shapes.ts'
import type { AreaEstimate, estimateArea } from '#contract/sources/corpus-areas.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type NamedArea, parseArea } from './area-of-words.ts'
import { findArea, findSource } from './area-store.ts'
import { squareKm } from './boxes.ts'
import { type AreaPlan, costsOf, planArea } from './plan-area.ts'
import type { AreaSource } from './read-area.ts'

type EstimateInput = z.output<NonNullable<(typeof estimateArea)['body']>>

/** A fetch's input, determined before the transaction that starts it. */
export interface PlannedFetch extends NamedArea {
  plan: AreaPlan
}

/** Error code: a refresh found nothing newer. */
export const UP_TO_DATE = 'up_to_date'

const estimateOf = ({ label, plan }: PlannedFetch): AreaEstimate => {
  const { seconds, diskBytes } = costsOf(plan)
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
export async function areaOf(db: Db, sourceId: number) {
  const [row, area] = await Promise.all([findSource(db, sourceId), findArea(db, sourceId)])
  if (!row) throw notFound('The source')
  if (!area) throw conflict(`${row.name} came from a file: import the newer file to bring it up to date`)
  return { row, area }
}

/** Plans reading a release, before anything is started. */
export function createFetchPlans({ db, source }: { db: Db; source: AreaSource }) {
  async function planned(input: EstimateInput, signal?: AbortSignal): Promise<PlannedFetch> {
    const area = parseArea(input)
    return { ...area, plan: await planArea(source, { boxes: area.boxes, release: input.release }, signal) }
  }

  /** The plan of a refresh. @throws AppError not_found, source_failed, conflict when nothing is newer. */
  async function plannedRefresh(sourceId: number, signal?: AbortSignal) {
    const { row, area } = await areaOf(db, sourceId)
    const plan = await planArea(source, { boxes: area.boxes }, signal)
    if (plan.release === area.release)
      throw conflict(`${row.name} is up to date: ${plan.release} is the newest release`, {
        details: { code: UP_TO_DATE },
      })
    return { name: row.name, label: area.label, boxes: area.boxes, plan }
  }

  return {
    planned,
    plannedRefresh,

    estimate: async (input: EstimateInput, signal?: AbortSignal): Promise<AreaEstimate> =>
      estimateOf(await planned(input, signal)),
  }
}

export type FetchPlans = ReturnType<typeof createFetchPlans>
export type PlannedRefresh = Awaited<ReturnType<FetchPlans['plannedRefresh']>>
