import type * as z from 'zod/mini'
import { OVERTURE, type RefreshSchedule } from '#contract/corpus-area-shapes.ts'
import type { AreaEstimate, estimateArea, fetchArea } from '#contract/corpus-areas.ts'
import { corpusFetchRun } from '#contract/run-kinds/corpus-fetch.ts'
import { corpusRemoveRun } from '#contract/run-kinds/corpus-remove.ts'
import type { RunKind } from '#contract/run-kinds/index.ts'
import type { Run } from '#contract/runs.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import { areaOfWords, type NamedArea } from './area-of-words.ts'
import {
  findArea,
  findSource,
  hasPlacesOf,
  keepArea,
  lockSource,
  openRunOf,
  setProblem,
  setSchedule,
  takeDue,
} from './area-store.ts'
import type { ReleaseBase } from './base/release-base.ts'
import { joinedBoxes, squareKm } from './boxes.ts'
import { createFooters } from './footers.ts'
import { type AreaPlan, costsOf, planArea } from './plan-area.ts'
import { presentArea } from './present-area.ts'
import type { AreaSource } from './read-area.ts'
import { countLinked, countPeople } from './remove-store.ts'
import { sourceToFill } from './source-to-fill.ts'

type EstimateInput = z.output<NonNullable<(typeof estimateArea)['body']>>
type FetchInput = z.output<NonNullable<(typeof fetchArea)['body']>>

/** What is fetched, as it was found before the transaction that starts it. */
export interface PlannedFetch extends NamedArea {
  plan: AreaPlan
}

const WRITING: readonly RunKind[] = ['corpus_import', 'corpus_fetch', 'corpus_remove']
/** A refresh finds nothing newer. */
const UP_TO_DATE = 'up_to_date'
/** A run's input holds them all, and every row is compared with each. */
const MAX_BOXES = 100

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
      ...{ places, bytes, whole },
    })),
    files_in_release: plan.filesInRelease,
    licence: OVERTURE.licence,
    attribution: OVERTURE.attribution,
  }
}

/** Who a scheduled refresh runs for: who set the schedule, by nobody's request. */
const onBehalfOf = (due: { account_id: number; user_id: number }): Actor => ({
  userId: due.user_id,
  accountId: due.account_id,
  realmId: 0,
  credential: { kind: 'session', id: 0, expiresAt: null },
  ...{ scopes: null, role: 'admin', modules: [], isMainUser: false, accessToWallet: false },
  timeZone: 'UTC',
  actorUserId: null,
})

/** Areas of Overture Maps in the open corpus: what one takes, fetching it, fetching it again, and removing sources. */
export function createCorpusAreas(deps: { db: Db; base: ReleaseBase; startRun: StartRun; clock?: Clock }) {
  const { db, base, startRun, clock = systemClock } = deps
  const source: AreaSource = { base, footers: createFooters() }

  async function planned(input: EstimateInput, signal?: AbortSignal): Promise<PlannedFetch> {
    const area = areaOfWords(input)
    return { ...area, plan: await planArea(source, { boxes: area.boxes, release: input.release }, signal) }
  }

  /** In the transaction that starts a run. @throws AppError conflict while another run works on the source. */
  async function refuseWhileBusy(sourceId: number, name: string): Promise<void> {
    if (await openRunOf(db, sourceId, WRITING))
      throw new AppError('conflict', `Something else is being done with ${name}. Wait until that has ended.`)
  }

  async function startFetch(
    actor: Actor,
    { plan, label }: PlannedFetch,
    { name, title, keeps }: { name: string; title: string; keeps: 'adds' | 'same' },
  ): Promise<Run> {
    const { run } = await startRun(actor, corpusFetchRun, {
      title,
      plan: async () => {
        const sourceId = await sourceToFill(db, name, OVERTURE.licence)
        await refuseWhileBusy(sourceId, name)
        const known = await findArea(db, sourceId)
        const boxes = joinedBoxes(known?.boxes ?? [], plan.boxes)
        if (boxes.length > MAX_BOXES)
          throw invalidField('source', `${name} has ${MAX_BOXES} areas already; give this one another name`)
        const labels = known && keeps === 'adds' && known.label !== label ? `${known.label}; ${label}` : label
        await keepArea(db, { sourceId, label: labels.slice(0, 500), boxes })
        return {
          input: {
            ...{ sourceId, sourceName: name, licence: OVERTURE.licence, release: plan.release },
            boxes: plan.boxes,
            files: plan.files.map(({ path, size, etag, bytes }) => ({ path, size, etag, bytes })),
            compares: await hasPlacesOf(db, sourceId),
          },
          total: plan.bytes,
          counts: { imported: 0, updated: 0, rejected: 0 },
        }
      },
    })
    return run
  }

  async function areaOf(sourceId: number) {
    const [row, area] = await Promise.all([findSource(db, sourceId), findArea(db, sourceId)])
    if (!row) throw notFound('The source')
    if (!area)
      throw new AppError(
        'conflict',
        `${row.name} came from a file: import the newer file to bring it up to date`,
      )
    return { row, area }
  }

  /** What refreshing a source takes. @throws AppError not_found, source_failed, conflict when nothing is newer. */
  async function plannedRefresh(sourceId: number, signal?: AbortSignal) {
    const { row, area } = await areaOf(sourceId)
    const plan = await planArea(source, { boxes: area.boxes }, signal)
    if (plan.release === area.release)
      throw new AppError('conflict', `${row.name} is up to date: ${plan.release} is the newest release`, {
        details: { code: UP_TO_DATE },
      })
    return { name: row.name, label: area.label, boxes: area.boxes, plan }
  }
  type PlannedRefresh = Awaited<ReturnType<typeof plannedRefresh>>

  const startRefresh = (actor: Actor, { name, ...fetch }: PlannedRefresh): Promise<Run> =>
    startFetch(actor, fetch, { name, title: `Refresh of ${name} to ${fetch.plan.release}`, keeps: 'same' })

  return {
    source,
    planned,
    plannedRefresh,
    startRefresh,

    estimate: async (input: EstimateInput, signal?: AbortSignal): Promise<AreaEstimate> =>
      estimateOf(await planned(input, signal)),

    start(actor: Actor, { source: given }: FetchInput, fetch: PlannedFetch): Promise<Run> {
      const name = given ?? OVERTURE.source
      return startFetch(actor, fetch, { name, title: `Fetch of ${fetch.label} into ${name}`, keeps: 'adds' })
    },

    /** @throws AppError not_found, conflict for a source that was not fetched by area. */
    schedule(actor: Actor, sourceId: number, schedule: RefreshSchedule) {
      if (!isTimeZone(schedule.time_zone))
        throw invalidField(
          'time_zone',
          `"${schedule.time_zone}" is no time zone; write one such as Europe/Oslo`,
        )
      return transaction(db, async () => {
        const { row } = await areaOf(sourceId)
        await setSchedule(db, sourceId, schedule, {
          accountId: actor.accountId,
          userId: actor.userId,
          now: clock.now(),
        })
        const { every } = schedule
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `corpus_source:${sourceId}`,
          detail: { name: row.name, every },
        })
        return presentArea((await areaOf(sourceId)).area)
      })
    },

    /** What goes with a source. */
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
        await refuseWhileBusy(sourceId, row.name)
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

    /**
     * Starts what is due. Each source once, however many processes ask; one that could not be started says why and is
     * tried again at its next moment.
     */
    async startDue(now = clock.now()): Promise<void> {
      for (const due of await transaction(db, () => takeDue(db, now))) {
        try {
          await startRefresh(onBehalfOf(due), await plannedRefresh(due.source_id))
          await setProblem(db, due.source_id, null)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          // Nothing newer is what a schedule finds most of the time.
          const isProblem = error.details?.code !== UP_TO_DATE
          await setProblem(db, due.source_id, isProblem ? error.message : null)
        }
      }
    },
  }
}

export type CorpusAreas = ReturnType<typeof createCorpusAreas>
