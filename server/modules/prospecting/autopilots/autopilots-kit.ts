import type { KitAutopilot, KitStep } from '#contract/admin/kit-autopilot.ts'
import { CRM_KINDS } from '#contract/core/crms/index.ts'
import type { AutopilotStep } from '#contract/prospecting/autopilot-steps.ts'
import { findConnectionKinds } from '#server/modules/leads/crm/index.ts'
import { findLabels } from '#server/modules/leads/leads/index.ts'
import { ensureList, findNamedLists } from '#server/modules/leads/lists/index.ts'
import { readSearch } from '#server/modules/prospecting/searches/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { findAutopilot, findAutopilots, findDeletedAutopilot } from './autopilots-store.ts'
import { changeAutopilot, createAutopilot } from './save-autopilots.ts'
import { removeAutopilot, restoreAutopilot } from './switch-autopilots.ts'

/** What steps name by id: labels, and connections to a CRM. */
async function findNames(ctx: Context, accountId: number) {
  const labels = await findLabels(ctx.db, accountId)
  const connections = await findConnectionKinds(ctx.db, accountId)
  return { labels, connections }
}
type Names = Awaited<ReturnType<typeof findNames>>

/** A step with names; null for one whose label or connection is gone. */
function nameStep(
  { labels, connections }: Names,
  { step, options, condition }: AutopilotStep,
): KitStep | null {
  const { label_id: labelId, connection_id: connectionId, ...plain } = options
  const label = labels.find(({ id }) => id === labelId)
  const connection = connections.find(({ id }) => id === connectionId)
  if ((labelId !== undefined && !label) || (connectionId !== undefined && !connection)) return null
  return {
    step,
    ...plain,
    ...(label && { label: label.name }),
    ...(connection && { crm: connection.crm }),
    condition,
  }
}

/** A step with the ids of this account. @throws AppError validation_failed where it has no such label or CRM. */
function readStep(
  { labels, connections }: Names,
  { step, condition, label, crm, ...options }: KitStep,
  before: readonly AutopilotStep[],
): AutopilotStep {
  if (label !== undefined) {
    const found = labels.find(({ name }) => name.toLowerCase() === label.toLowerCase())
    if (!found) throw invalidField('steps', `There is no label called “${label}”`)
    options.label_id = found.id
  }
  if (crm !== undefined) {
    const fitting = connections.filter((connection) => connection.crm === crm)
    const used = new Set(before.map(({ options: { connection_id: id } }) => id))
    const connection = fitting.find(({ id }) => used.has(id)) ?? fitting[0]
    if (!connection)
      throw invalidField('steps', `Connect ${CRM_KINDS[crm].label} first, or leave out the step “${step}”`)
    options.connection_id = connection.id
  }
  return { step, options, condition }
}

async function readContent(
  ctx: Context,
  actor: Actor,
  { type: _type, list: _list, search: _search, steps, ...settings }: KitAutopilot,
  before: readonly AutopilotStep[] = [],
) {
  const names = await findNames(ctx, actor.accountId)
  return { ...settings, steps: steps.map((step) => readStep(names, step, before)) }
}

/** The list that an autopilot fills. @throws AppError validation_failed at `search.FIELD`. */
async function ensureSearchedList(
  ctx: Context,
  actor: Actor,
  { type, list, search }: KitAutopilot,
  current?: number,
): Promise<number> {
  await readSearch(ctx, actor.accountId, { type, search })
  return ensureList(ctx, actor, { type, list, search }, current)
}

/** Autopilots arrive paused; whether one is on is up to the account and in no document. */
export const autopilotsKitPart = defineKitPart<KitAutopilot>({
  name: 'autopilots',
  module: 'leads',
  scope: 'spend',
  async list(ctx, { accountId }) {
    const rows = await findAutopilots(ctx.db, accountId)
    const names = await findNames(ctx, accountId)
    const lists = await findNamedLists(
      ctx,
      accountId,
      rows.map((row) => row.list_id),
    )
    // Of several with one name, the first.
    return byKitName(
      rows.toReversed().flatMap((row) => {
        const list = lists.get(row.list_id)
        return list?.search ? [{ row, ...list, search: list.search }] : []
      }),
      ({ row }) => row.name,
      ({ row, type, list, search }) => ({
        id: row.id,
        content: {
          type,
          list,
          search,
          ...pick(row, 'every', 'at', 'weekday', 'month_day', 'cap', 'month_cap', 'only_new', 'empty_limit'),
          steps: row.steps.flatMap((step) => nameStep(names, step) ?? []),
        },
      }),
    )
  },
  async create(ctx, actor, name, content) {
    const listId = await ensureSearchedList(ctx, actor, content)
    const input = await readContent(ctx, actor, content)
    return createAutopilot(ctx, actor, listId, { ...input, name }, { isPaused: true })
  },
  async change(ctx, actor, id, content, name) {
    const row = await findAutopilot(ctx.db, actor.accountId, id)
    const input = await readContent(ctx, actor, content, row?.steps)
    return changeAutopilot(ctx, actor, id, {
      ...input,
      name,
      list_id: await ensureSearchedList(ctx, actor, content, row?.list_id),
      version: row?.version ?? 0,
      ...(row && { time_zone: row.time_zone }),
    })
  },
  remove: removeAutopilot,
  async restore(ctx, actor, name) {
    const row = await findDeletedAutopilot(ctx.db, actor.accountId, name)
    if (!row) return null
    await restoreAutopilot(ctx, actor, row.id)
    return row.id
  },
})
