import { checkWebsitesRun, findEmailsRun, getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { Run } from '#contract/activity/runs.ts'
import { DEFAULT_MAX_PEOPLE } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { type Words, wordFor } from '#contract/core/plural.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import { setEmailSearch } from '#server/modules/leads/leads/index.ts'
import { type createList, findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { type RunTerms, startRun } from '#server/modules/leads/run-start/index.ts'
import { findEvidenceStore } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { EnrichFigures } from './enrich-figures.ts'
import { insertItems } from './enrichment-store.ts'
import type { PeopleSource } from './people-sources.ts'
import type { EnrichPlan } from './plan-enrichment.ts'
import {
  countFigures,
  type EmployeesRequest,
  type EnrichRequest,
  makeInput,
  planQuery,
} from './quote-enrichment.ts'

/** A request's plan and, without a quote, its figures; rejects one with nothing to do. */
async function prepareRun(
  ctx: Context,
  actor: Actor,
  request: EnrichRequest,
  sources: readonly PeopleSource[],
) {
  const plan = await planQuery(ctx, actor, request)
  if (plan.items.length === 0) throw invalidField('selection', nothingToDo(request, plan))
  const estimate =
    request.quoteId === undefined ? await countFigures(ctx, actor, request, plan, sources) : null
  return { plan, estimate }
}

/** Starts a run that reads the websites of the leads. */
async function startEnrichment(
  ctx: Context,
  actor: Actor,
  request: EnrichRequest,
  definition: typeof findEmailsRun | typeof getEmployeesRun | typeof checkWebsitesRun,
  {
    title,
    list,
    sources = [],
  }: {
    title: string
    list: ListRow | Parameters<typeof createList>[2]
    sources?: readonly PeopleSource[]
  },
): Promise<{ run: Run; list_id: number; plan: EnrichPlan }> {
  const { plan, estimate } = await prepareRun(ctx, actor, request, sources)
  const started = await startRun(ctx, actor, definition, {
    title,
    list,
    alsoOf: [request.listId],
    promise: { quoteId: request.quoteId, about: makeInput(request), estimate, maxCost: request.maxCost },
    plan: ({ figures, maxCost, unitCost }: RunTerms<EnrichFigures>) => ({
      input: {
        type: request.type,
        listId: request.listId,
        unitCost,
        maxCost,
        maxPeople: request.maxPeople ?? DEFAULT_MAX_PEOPLE,
        withEmails: request.withEmails ?? false,
        peopleSources: runSources(figures),
        ...(request.afterRunId !== undefined && { afterRunId: request.afterRunId }),
      },
      total: definition.kind === getEmployeesRun.kind ? plan.websites.length : plan.items.length,
    }),
    work: async (place) => {
      await insertItems(ctx.db, place.accountId, place.runId, plan.items)
      await findEvidenceStore(ctx, websiteSource.id).plan(place, plan.websites)
    },
  })
  return { run: started.run, list_id: (started.list as ListRow).id, plan }
}

/** Starts looking for the emails of leads without one. */
export async function startFindEmails(ctx: Context, actor: Actor, request: EnrichRequest) {
  const list = await findOwnList(ctx, actor, request.listId, request.type)
  return transaction(ctx.db, async () => {
    const title = `Find emails: ${list.name}`
    const { plan, ...started } = await startEnrichment(ctx, actor, request, findEmailsRun, { title, list })
    // Last, because a delivering run locks the wallet before the leads.
    await setEmailSearch(
      ctx,
      { accountId: actor.accountId, listId: request.listId, runId: started.run.id, userId: actor.userId },
      [
        ...plan.items.map(({ leadId }) => ({ leadId, state: 'queued' as const, reason: null })),
        ...plan.withoutWebsite.map((leadId) => ({
          leadId,
          state: 'not_tried' as const,
          reason: 'no_website',
        })),
      ],
    )
    return started
  })
}

/** Starts collecting people of companies, into a new or an existing list. */
export async function startGetEmployees(
  ctx: Context,
  actor: Actor,
  request: EmployeesRequest,
  sources: readonly PeopleSource[],
) {
  const from = await findOwnList(ctx, actor, request.listId, request.type)
  const into = request.intoListId === undefined ? null : await findOwnList(ctx, actor, request.intoListId)
  if (into && into.type !== 'people') throw invalidField('into_list_id', MESSAGES.type)
  const name = request.name ?? `People of ${from.name}`.slice(0, 200)
  const list = into ?? { name, type: 'people' as const, search: null }
  const title = `People: ${from.name}`
  const { plan: _plan, ...started } = await startEnrichment(ctx, actor, request, getEmployeesRun, {
    title,
    list,
    sources,
  })
  return started
}

/** Starts reading how the websites of leads are made. */
export async function startCheckWebsites(ctx: Context, actor: Actor, request: EnrichRequest) {
  const list = await findOwnList(ctx, actor, request.listId, request.type)
  const title = `Check websites: ${list.name}`
  const { plan: _plan, ...started } = await startEnrichment(ctx, actor, request, checkWebsitesRun, {
    title,
    list,
  })
  return started
}

/** A run's sources, at the promised prices. */
const runSources = ({ sources = [] }: EnrichFigures) =>
  sources
    .filter(({ is_selected, left_out }) => is_selected && left_out === null)
    .map(({ id, unit_cost }) => ({ id, unitCost: unit_cost }))

const SKIP_LABELS: Record<string, Words> = {
  has_email: ['already has an email', 'already have an email'],
  no_website: ['has no website', 'have no website'],
  no_name: ['has no name', 'have no name'],
  no_email: ['has no email', 'have no email'],
  sample: ['is sample data', 'are sample data'],
}

function nothingToDo({ action }: EnrichRequest, plan: EnrichPlan): string {
  if (plan.leads === 0) return 'Select at least one lead'
  const reasons = Object.entries(plan.skipped).map(
    ([reason, count]) => `${count.toLocaleString('en')} ${wordFor(count, SKIP_LABELS[reason] ?? reason)}`,
  )
  const purpose = action === 'find-emails' ? 'find emails for' : 'work on'
  return `No leads to ${purpose}: ${reasons.join(', ')}`
}
