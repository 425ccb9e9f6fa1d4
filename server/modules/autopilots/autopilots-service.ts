import { sql } from 'kysely'
import type { Every, Schedule } from '#contract/autopilot-schedule.ts'
import { type AutopilotStep, stepDefinition } from '#contract/autopilot-steps.ts'
import { type Autopilot, type AutopilotRun, MAX_AUTOPILOTS, NEXT_RUNS } from '#contract/autopilots.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { fieldErrors } from '#contract/messages.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { ListRow } from '#server/modules/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { requireVersion } from '#server/platform/edit-conflict.ts'
import { AppError, invalidField, notFound, underField } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { type AutopilotView, findView, lastRuns, pageOfAutopilots, pageOfRuns } from './autopilots-reads.ts'
import {
  type AutopilotChange,
  type AutopilotRow,
  countAutopilots,
  findAutopilot,
  insertAutopilot,
  leadsSince,
  lockAutopilot,
  scheduleOf,
  updateAutopilot,
} from './autopilots-store.ts'
import { pauseAutopilot } from './pause-autopilot.ts'
import { presentAutopilot, presentAutopilotRun } from './present-autopilot.ts'
import { monthStart, nextSlot, nextSlots, scheduleFrom } from './slots.ts'
import { createSlotStarter, NO_SEARCH, type ReadySearch } from './start-slot.ts'

interface GivenSchedule {
  every: Every
  at: string
  weekday?: number | null | undefined
  month_day?: number | null | undefined
  time_zone?: string | undefined
}
export interface GivenAutopilot extends GivenSchedule {
  name?: string | undefined
  cap: number | null
  month_cap: number | null
  only_new: boolean
  empty_limit: number
  steps: AutopilotStep[]
}

const LONGEST_NAME = 200
const GOES_ON = { state: 'active', pause_reason: null, pause_message: null, paused_at: null } as const
const touched = (actor: Actor) => ({ updated_by: actor.userId, updated_at: sql<Date>`now()` as never })

/** Autopilots of an account as people make, change and start them. What they do by themselves is in autopilot-worker.ts. */
export function createAutopilotsService(deps: AutopilotDeps) {
  const { db, lists, leads, clock, steps: works } = deps
  const starter = createSlotStarter(deps)

  async function schedule(actor: Actor, given: GivenSchedule): Promise<{ schedule: Schedule; now: Date }> {
    const time_zone = given.time_zone ?? actor.timeZone
    if (!isTimeZone(time_zone) || /^[+-]/.test(time_zone))
      throw invalidField('time_zone', 'Choose a time zone, such as Europe/Berlin')
    const now = await clock(db)
    return { schedule: scheduleFrom({ ...given, time_zone }, now), now }
  }

  async function searchedList(actor: Actor, listId: number): Promise<ListRow> {
    const list = await lists.find(actor, listId)
    if (!list.search) throw new AppError('conflict', NO_SEARCH)
    return list
  }

  /** Steps with their options as declared. @throws AppError validation_failed on `steps.N.…`. */
  async function checkSteps(actor: Actor, list: ListRow, steps: AutopilotStep[]): Promise<AutopilotStep[]> {
    const scope = await leads.scopeOf(actor, list.id, list.type as ListTypeId)
    const { actions, name } = LIST_TYPES[list.type as ListTypeId]
    const checked: AutopilotStep[] = []
    for (const [index, step] of steps.entries()) {
      const definition = stepDefinition(step.step)
      if (definition.action && !actions.includes(definition.action))
        throw invalidField(`steps.${index}.step`, `A list of the type "${name}" does not offer this`)
      const options = definition.options.safeParse(step.options)
      if (!options.success) {
        const [field, message] = Object.entries(fieldErrors(options.error))[0] as [string, string]
        throw invalidField(`steps.${index}.options${field === '_' ? '' : `.${field}`}`, message)
      }
      await underField(`steps.${index}.condition`, async () => {
        if (step.condition) await leads.idsOf(scope, { filters: step.condition, first: 1 })
      })
      const read = options.data as Record<string, unknown>
      await works[step.step].check?.(actor, read).catch((error) => {
        if (!(error instanceof AppError)) throw error
        const field = definition.mainOption ? `.${definition.mainOption}` : ''
        throw invalidField(`steps.${index}.options${field}`, error.message)
      })
      checked.push({ ...step, options: read })
    }
    return checked
  }

  async function present(accountId: number, views: readonly AutopilotView[]): Promise<Autopilot[]> {
    const now = await clock(db)
    const last = await lastRuns(
      db,
      accountId,
      views.map(({ id }) => id),
    )
    const months = views.map(({ id, time_zone }) => ({ id, since: monthStart(now, time_zone) }))
    const found = await leadsSince(db, accountId, months)
    return views.map((view) =>
      presentAutopilot(view, { last: last.get(view.id), monthLeads: found.get(view.id) ?? 0 }),
    )
  }

  async function show(actor: Actor, id: number): Promise<Autopilot> {
    const view = await findView(db, actor.accountId, id)
    if (!view) throw notFound('The autopilot')
    const [shown] = await present(actor.accountId, [view])
    return shown as Autopilot
  }

  async function lock(actor: Actor, id: number, deleted = false): Promise<AutopilotRow> {
    const row = await lockAutopilot(db, actor.accountId, id)
    if (!row || (row.deleted_at !== null) !== deleted) throw notFound('The autopilot')
    return row
  }

  const tell = ({ account_id, id, name }: AutopilotRow, detail: object = {}) =>
    recordAudit(db, { accountId: account_id, subject: `autopilot:${id}`, detail: { name, ...detail } })

  async function refuseTooMany(actor: Actor): Promise<void> {
    if ((await countAutopilots(db, actor.accountId)) >= MAX_AUTOPILOTS)
      throw new AppError('conflict', `${MAX_AUTOPILOTS} autopilots are the most. Delete one first`)
  }

  /** Changes a locked autopilot, says so, and answers it as it is then. */
  const change = (
    actor: Actor,
    id: number,
    work: (row: AutopilotRow) => Promise<AutopilotChange | null>,
    deleted = false,
  ): Promise<Autopilot> =>
    transaction(db, async () => {
      const row = await lock(actor, id, deleted)
      const to = await work(row)
      if (!to) changedNothing()
      else tell(await updateAutopilot(db, row, to))
      return show(actor, id)
    })

  return {
    show,

    async page(actor: Actor, query: Parameters<typeof pageOfAutopilots>[2]) {
      const { rows, total } = await pageOfAutopilots(db, actor.accountId, query)
      const data = await present(actor.accountId, rows)
      return { data, currentPage: query.page, pageSize: query.limit, total }
    },

    async runs(actor: Actor, id: number, query: { page: number; limit: number }) {
      await show(actor, id)
      const { rows, total } = await pageOfRuns(db, actor.accountId, id, query)
      return { data: rows.map(presentAutopilotRun), currentPage: query.page, pageSize: query.limit, total }
    },

    /** The next slots of a schedule that nobody has saved. */
    async next(actor: Actor, given: GivenSchedule) {
      const { schedule: wanted, now } = await schedule(actor, given)
      const slots = nextSlots(wanted, now, NEXT_RUNS)
      return { time_zone: wanted.time_zone, next_runs: slots.map((slot) => slot.toISOString()) }
    },

    /** A list and the steps over it, checked; for a dry run. */
    async prepare(actor: Actor, listId: number, steps: AutopilotStep[]) {
      const list = await searchedList(actor, listId)
      return { list, steps: await checkSteps(actor, list, steps) }
    },

    /** @throws AppError not_found, conflict for a list without a search, validation_failed. */
    create: (actor: Actor, listId: number, given: GivenAutopilot): Promise<Autopilot> =>
      transaction(db, async () => {
        const list = await searchedList(actor, listId)
        const steps = await checkSteps(actor, list, given.steps)
        await refuseTooMany(actor)
        const { schedule: wanted, now } = await schedule(actor, given)
        const { cap, month_cap, only_new, empty_limit } = given
        const row = await insertAutopilot(db, {
          ...{ account_id: actor.accountId, list_id: list.id, created_by: actor.userId },
          ...{ name: given.name ?? list.name, ...wanted, cap, month_cap, only_new, empty_limit, steps },
          ...{ updated_by: actor.userId, next_slot: nextSlot(wanted, now) },
        })
        tell(row)
        return show(actor, row.id)
      }),

    /**
     * Saves over the version that was read. A pause stays one; the next slot is that of the new schedule. It runs in the
     * name of whoever changed it last: nobody spends under somebody else's name and limit.
     */
    change: (actor: Actor, id: number, given: GivenAutopilot & { version: number }): Promise<Autopilot> =>
      transaction(db, async () => {
        const row = await lock(actor, id)
        const current = await show(actor, id)
        requireVersion(row, given.version, () => current)
        const list = await searchedList(actor, row.list_id)
        const steps = await checkSteps(actor, list, given.steps)
        const { schedule: wanted, now } = await schedule(actor, given)
        const { cap, month_cap, only_new, empty_limit } = given
        const next = await updateAutopilot(db, row, {
          ...{ ...wanted, name: given.name ?? list.name, cap, month_cap, only_new, empty_limit, steps },
          ...{ next_slot: row.state === 'active' ? nextSlot(wanted, now) : null, version: row.version + 1 },
          ...{ ...touched(actor), created_by: actor.userId },
        })
        tell(next)
        return show(actor, id)
      }),

    pause: (actor: Actor, id: number): Promise<Autopilot> =>
      transaction(db, async () => {
        const row = await lock(actor, id)
        if (row.state === 'paused') changedNothing()
        else {
          await pauseAutopilot(deps, row, { reason: 'person', message: '' }, await clock(db))
          tell(row)
        }
        return show(actor, id)
      }),

    /** Goes on with the next slot; what was missed meanwhile is not made up for. Whoever resumes one whose person has lost their rights lends it theirs. */
    resume: (actor: Actor, id: number): Promise<Autopilot> =>
      change(actor, id, async (row) => {
        await searchedList(actor, row.list_id)
        if (row.state === 'active') return null
        const owner = row.pause_reason === 'access' ? { created_by: actor.userId } : {}
        return { ...GOES_ON, ...owner, empty_runs: 0, next_slot: nextSlot(scheduleOf(row), await clock(db)) }
      }),

    duplicate: (actor: Actor, id: number): Promise<Autopilot> =>
      transaction(db, async () => {
        const row = await lock(actor, id)
        await refuseTooMany(actor)
        const { account_id, list_id, cap, month_cap, only_new, empty_limit, steps } = row
        const copy = await insertAutopilot(db, {
          ...{ account_id, list_id, cap, month_cap, only_new, empty_limit, steps, ...scheduleOf(row) },
          ...{ name: `Copy of ${row.name}`.slice(0, LONGEST_NAME), state: 'paused', pause_reason: 'person' },
          ...{ paused_at: await clock(db), created_by: actor.userId, updated_by: actor.userId },
        })
        tell(copy, { copy_of: id })
        return show(actor, copy.id)
      }),

    remove: (actor: Actor, id: number): Promise<void> =>
      transaction(db, async () => {
        const row = await lock(actor, id)
        tell(await updateAutopilot(db, row, { deleted_at: await clock(db) }))
      }),

    /** Brings a deleted one back; its slots meanwhile are not made up for. */
    restore: (actor: Actor, id: number): Promise<Autopilot> =>
      change(
        actor,
        id,
        async (row) => {
          await refuseTooMany(actor)
          const next_slot = row.state === 'active' ? nextSlot(scheduleOf(row), await clock(db)) : null
          return { deleted_at: null, next_slot }
        },
        true,
      ),

    /** Asks the source of a run that is started by hand. @throws AppError as a search by hand. */
    async askNow(
      actor: Actor,
      id: number,
      signal: AbortSignal,
    ): Promise<{ autopilot: AutopilotRow; ready: ReadySearch }> {
      const autopilot = await findAutopilot(db, actor.accountId, id)
      if (!autopilot || autopilot.deleted_at) throw notFound('The autopilot')
      return { autopilot, ready: await starter.askNow(actor, autopilot, signal) }
    },

    /** Starts a run now. @throws AppError conflict while one works, insufficient_credits. */
    runNow: (asked: { autopilot: AutopilotRow; ready: ReadySearch }): Promise<AutopilotRun> =>
      transaction(db, async () => {
        const run = await starter.startNow(asked.ready, asked.autopilot)
        tell(asked.autopilot, { run: run.id })
        return presentAutopilotRun(run)
      }),
  }
}

export type AutopilotsService = ReturnType<typeof createAutopilotsService>
