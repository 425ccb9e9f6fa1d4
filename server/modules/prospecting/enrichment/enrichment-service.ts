import { findEmailsRun, getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { Run } from '#contract/activity/runs.ts'
import { DEFAULT_MAX_PEOPLE } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { EnrichAction } from '#contract/prospecting/enrichment.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListRow, ListsService } from '#server/modules/leads/lists/index.ts'
import type { PriceRequest, RunTerms, StartRun } from '#server/modules/leads/run-start/index.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import type { SourceStatsService } from '#server/modules/sources/source-stats/index.ts'
import type { WebsitesService } from '#server/modules/sources/websites/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type EnrichFigures, enrichFigures } from './enrich-figures.ts'
import { insertItems } from './enrichment-store.ts'
import { findPeopleSources, type PeopleSource, type PeopleSources } from './people-sources.ts'
import { type EnrichPlan, planEnrichment } from './plan-enrichment.ts'

export interface EnrichmentDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  startRun: StartRun
  websites: WebsitesService
  sourceStats: SourceStatsService
  sources: PeopleSources
  emailVerification: Pick<EmailVerificationService, 'check' | 'status'>
}

type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }

interface EnrichQuery {
  action: EnrichAction
  type: ListTypeId
  listId: number
  selection: Selection
  withEmails?: boolean
  maxPeople?: number
  /** Ids of people sources used after the websites; all connected ones without it. */
  sources?: readonly string[] | undefined
}
export interface EnrichRequest extends EnrichQuery, PriceRequest {}
export interface EmployeesRequest extends EnrichRequest {
  withEmails: boolean
  maxPeople: number
  name?: string | undefined
  intoListId?: number | undefined
}

const CHUNK = 1000

type PricingDeps = Pick<EnrichmentDeps, 'leads' | 'sources' | 'sourceStats'>

/** What an enrichment would do, deliver and cost. */
function createPricing({ leads, sources: peopleSources, sourceStats }: PricingDeps) {
  const emailPrice = (accountId: number) => peopleSources.priceOf(accountId, websiteSource, 'domain_email')

  async function planOf(actor: Actor, query: EnrichQuery): Promise<EnrichPlan> {
    if (!LIST_TYPES[query.type].actions.includes(query.action))
      throw conflict(`A list of the type "${LIST_TYPES[query.type].name}" doesn’t support this`)
    const scope = await leads.scopeOf(actor, query.listId, query.type)
    const ids = await leads.idsOf(scope, query.selection)
    return planEnrichment(query.action, query.type, leads.chunks(scope, ids, CHUNK))
  }

  /** The people sources for get-employees, with their counts. Calls vendors: outside of a transaction. */
  async function lookUp(actor: Actor, query: EnrichQuery, signal: AbortSignal): Promise<PeopleSource[]> {
    if (query.action !== 'get-employees') return []
    const { websites: domains } = await planOf(actor, query)
    const { sources: chosen, maxPeople = DEFAULT_MAX_PEOPLE } = query
    return findPeopleSources(peopleSources, actor.accountId, { chosen, domains, maxPeople }, signal)
  }

  async function figuresOf(
    actor: Actor,
    query: EnrichQuery,
    plan: EnrichPlan,
    sources: readonly PeopleSource[],
  ): Promise<EnrichFigures> {
    const own = await sourceStats.averages(actor.accountId, 'website')
    return enrichFigures(query.action, plan, own, {
      maxPeople: query.maxPeople ?? DEFAULT_MAX_PEOPLE,
      withEmails: query.withEmails ?? false,
      price: await emailPrice(actor.accountId),
      sources,
    })
  }

  return { emailPrice, planOf, lookUp, figuresOf }
}

/** Quotes and starts of enrichments. Their work is in find-emails-executor.ts and get-employees-executor.ts. */
export function createEnrichmentService(deps: EnrichmentDeps) {
  const { db, lists, leads, wallet, startRun, websites, emailVerification } = deps
  const { emailPrice, planOf, lookUp, figuresOf } = createPricing(deps)

  /** The quote's subject: a request with the quote must have the same. */
  const inputOf = (query: EnrichQuery) => ({
    action: query.action,
    type: query.type,
    list_id: query.listId,
    selection: query.selection,
    with_emails: query.withEmails ?? false,
    max_people: query.maxPeople ?? DEFAULT_MAX_PEOPLE,
    ...(query.sources && { sources: query.sources }),
  })

  /** A request's plan and, without a quote, its figures; rejects one with nothing to do. */
  async function prepare(actor: Actor, request: EnrichRequest, sources: readonly PeopleSource[]) {
    const plan = await planOf(actor, request)
    if (plan.items.length === 0) throw invalidField('selection', nothingToDo(request, plan))
    const estimate = request.quoteId === undefined ? await figuresOf(actor, request, plan, sources) : null
    return { plan, estimate }
  }

  /** Starts a run that reads the websites of the leads. */
  async function start(
    actor: Actor,
    request: EnrichRequest,
    definition: typeof findEmailsRun | typeof getEmployeesRun,
    {
      title,
      list,
      sources = [],
    }: {
      title: string
      list: ListRow | Parameters<ListsService['create']>[1]
      sources?: readonly PeopleSource[]
    },
  ): Promise<{ run: Run; list_id: number; plan: EnrichPlan }> {
    const { plan, estimate } = await prepare(actor, request, sources)
    const started = await startRun(actor, definition, {
      title,
      list,
      alsoOf: [request.listId],
      promise: { quoteId: request.quoteId, about: inputOf(request), estimate, maxCost: request.maxCost },
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
        await insertItems(db, place.accountId, place.runId, plan.items)
        await websites.evidenceStore.plan(place, plan.websites)
      },
    })
    return { run: started.run, list_id: (started.list as ListRow).id, plan }
  }

  return {
    emailPrice,
    lookUp,

    async quote(actor: Actor, query: EnrichQuery, sources: readonly PeopleSource[]) {
      const plan = await planOf(actor, query)
      const figures = await figuresOf(actor, query, plan, sources)
      const { id, expiresAt } = await storeQuote(db, actor, inputOf(query), figures)
      const { smtp } = await emailVerification.status()
      const available = await wallet.spendable(actor)
      return { id, action: query.action, ...figures, available, smtp, expires_at: expiresAt }
    },

    async findEmails(actor: Actor, request: EnrichRequest) {
      const list = await lists.find(actor, request.listId, request.type)
      return transaction(db, async () => {
        const title = `Find emails: ${list.name}`
        const { plan, ...started } = await start(actor, request, findEmailsRun, { title, list })
        // Last, because a delivering run locks the wallet before the leads.
        await leads.setEmailSearch(
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
    },

    async getEmployees(actor: Actor, request: EmployeesRequest, sources: readonly PeopleSource[]) {
      const from = await lists.find(actor, request.listId, request.type)
      const into = request.intoListId === undefined ? null : await lists.find(actor, request.intoListId)
      if (into && into.type !== 'people') throw invalidField('into_list_id', MESSAGES.type)
      const name = request.name ?? `People of ${from.name}`.slice(0, 200)
      const list = into ?? { name, type: 'people' as const, search: null }
      const title = `People: ${from.name}`
      const { plan: _plan, ...started } = await start(actor, request, getEmployeesRun, {
        title,
        list,
        sources,
      })
      return started
    },
  }
}

/** A run's sources, at the promised prices. */
const runSources = ({ sources = [] }: EnrichFigures) =>
  sources
    .filter(({ is_selected, left_out }) => is_selected && left_out === null)
    .map(({ id, unit_cost }) => ({ id, unitCost: unit_cost }))

const SKIP_LABELS: Record<string, string> = {
  has_email: 'already have an email',
  no_website: 'have no website',
  no_name: 'have no name',
  no_email: 'have no email',
  sample: 'are sample data',
}

function nothingToDo({ action }: EnrichRequest, plan: EnrichPlan): string {
  if (plan.leads === 0) return 'Select at least one lead'
  const reasons = Object.entries(plan.skipped).map(([reason, count]) => `${count} ${SKIP_LABELS[reason]}`)
  const purpose = action === 'find-emails' ? 'find emails for' : 'work on'
  return `No leads to ${purpose}: ${reasons.join(', ')}`
}

export type EnrichmentService = ReturnType<typeof createEnrichmentService>
