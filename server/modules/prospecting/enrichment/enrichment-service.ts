import { findEmailsRun, getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { Run } from '#contract/activity/runs.ts'
import { DEFAULT_MAX_PEOPLE } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { type Words, wordFor } from '#contract/core/plural.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { EnrichAction } from '#contract/prospecting/enrichment.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import {
  findLeadIds,
  findLeadScope,
  readLeadChunks,
  setEmailSearch,
} from '#server/modules/leads/leads/index.ts'
import { type createList, findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { type PriceRequest, type RunTerms, startRun } from '#server/modules/leads/run-start/index.ts'
import { showVerifierStatus } from '#server/modules/prospecting/email-verification/index.ts'
import { averageAttempts } from '#server/modules/sources/source-stats/index.ts'
import { findEvidenceStore, findUnitPrice } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type EnrichFigures, enrichFigures } from './enrich-figures.ts'
import { insertItems } from './enrichment-store.ts'
import { findPeopleSources, type PeopleSource } from './people-sources.ts'
import { type EnrichPlan, planEnrichment } from './plan-enrichment.ts'

type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number }

interface EnrichQuery {
  action: EnrichAction
  type: ListTypeId
  listId: number
  selection: Selection
  withEmails?: boolean
  maxPeople?: number
  /** Ids of people sources used after the websites; all connected ones without it. */
  sources?: readonly string[]
}
export interface EnrichRequest extends EnrichQuery, PriceRequest {}
export interface EmployeesRequest extends EnrichRequest {
  withEmails: boolean
  maxPeople: number
  name?: string
  intoListId?: number
}

const CHUNK = 1000

/** Credits for one address. */
export const findEmailPrice = (ctx: Context, accountId: number) =>
  findUnitPrice(ctx, accountId, websiteSource, 'domain_email')

/** What an enrichment would work on. @throws AppError conflict for a list type that doesn’t support it. */
async function planQuery(ctx: Context, actor: Actor, query: EnrichQuery): Promise<EnrichPlan> {
  if (!LIST_TYPES[query.type].actions.includes(query.action))
    throw conflict(`A list of the type "${LIST_TYPES[query.type].name}" doesn’t support this`)
  const scope = await findLeadScope(ctx, actor, query.listId, query.type)
  const ids = await findLeadIds(ctx, scope, query.selection)
  return planEnrichment(query.action, query.type, readLeadChunks(ctx, scope, ids, CHUNK))
}

/** The people sources for get-employees, with their counts. Calls vendors: outside of a transaction. */
export async function lookUpPeople(
  ctx: Context,
  actor: Actor,
  query: EnrichQuery,
  signal: AbortSignal,
): Promise<PeopleSource[]> {
  if (query.action !== 'get-employees') return []
  const { websites: domains } = await planQuery(ctx, actor, query)
  const { sources: chosen, maxPeople = DEFAULT_MAX_PEOPLE } = query
  return findPeopleSources(ctx, actor.accountId, { chosen, domains, maxPeople }, signal)
}

/** What an enrichment would deliver and cost. */
async function countFigures(
  ctx: Context,
  actor: Actor,
  query: EnrichQuery,
  plan: EnrichPlan,
  sources: readonly PeopleSource[],
): Promise<EnrichFigures> {
  const own = await averageAttempts(ctx, actor.accountId, 'website')
  return enrichFigures(query.action, plan, own, {
    maxPeople: query.maxPeople ?? DEFAULT_MAX_PEOPLE,
    withEmails: query.withEmails ?? false,
    price: await findEmailPrice(ctx, actor.accountId),
    sources,
  })
}

// The work of the runs is in find-emails-executor.ts and get-employees-executor.ts.

/** The quote's subject: a request with the quote must have the same. */
const makeInput = (query: EnrichQuery) => ({
  action: query.action,
  type: query.type,
  list_id: query.listId,
  selection: query.selection,
  with_emails: query.withEmails ?? false,
  max_people: query.maxPeople ?? DEFAULT_MAX_PEOPLE,
  ...(query.sources && { sources: query.sources }),
})

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
  definition: typeof findEmailsRun | typeof getEmployeesRun,
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
      },
      total: definition.kind === findEmailsRun.kind ? plan.items.length : plan.websites.length,
    }),
    work: async (place) => {
      await insertItems(ctx.db, place.accountId, place.runId, plan.items)
      await findEvidenceStore(ctx, websiteSource.id).plan(place, plan.websites)
    },
  })
  return { run: started.run, list_id: (started.list as ListRow).id, plan }
}

/** Stores a quote of an enrichment, which it can be started with. */
export async function quoteEnrichment(
  ctx: Context,
  actor: Actor,
  query: EnrichQuery,
  sources: readonly PeopleSource[],
) {
  const plan = await planQuery(ctx, actor, query)
  const figures = await countFigures(ctx, actor, query, plan, sources)
  const { id, expiresAt } = await storeQuote(ctx.db, actor, makeInput(query), figures)
  const { smtp } = await showVerifierStatus(ctx)
  const available = await findSpendable(ctx, actor)
  return { id, action: query.action, ...figures, available, smtp, expires_at: expiresAt }
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
