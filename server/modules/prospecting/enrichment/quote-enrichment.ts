import { DEFAULT_MAX_PEOPLE } from '#contract/core/constants.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { EnrichAction } from '#contract/prospecting/enrichment.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import { findLeadIds, findLeadScope, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import type { PriceRequest } from '#server/modules/leads/run-start/index.ts'
import { showVerifierStatus } from '#server/modules/prospecting/email-verification/index.ts'
import { averageAttempts } from '#server/modules/sources/source-stats/index.ts'
import { findUnitPrice } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type EnrichFigures, enrichFigures } from './enrich-figures.ts'
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
export interface EnrichRequest extends EnrichQuery, PriceRequest {
  /** The search that asked for it. */
  afterRunId?: number
}
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

/** Credits for one website that is read for signals. */
export const findCheckPrice = (ctx: Context, accountId: number) =>
  findUnitPrice(ctx, accountId, websiteSource, 'website_check')

/** What an enrichment would work on. @throws AppError conflict for a list type that doesn’t support it. */
export async function planQuery(ctx: Context, actor: Actor, query: EnrichQuery): Promise<EnrichPlan> {
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
export async function countFigures(
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
    price: await (query.action === 'check-websites' ? findCheckPrice : findEmailPrice)(ctx, actor.accountId),
    sources,
  })
}

// The work of the runs is in find-emails-executor.ts and get-employees-executor.ts.

/** The quote's subject: a request with the quote must have the same. */
export const makeInput = (query: EnrichQuery) => ({
  action: query.action,
  type: query.type,
  list_id: query.listId,
  selection: query.selection,
  with_emails: query.withEmails ?? false,
  max_people: query.maxPeople ?? DEFAULT_MAX_PEOPLE,
  ...(query.sources && { sources: query.sources }),
})

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
