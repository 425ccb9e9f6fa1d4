import { findEmailsRun, getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { Run } from '#contract/activity/runs.ts'
import { DEFAULT_MAX_PEOPLE } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { EnrichAction } from '#contract/prospecting/enrichment.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { keepQuote } from '#server/modules/core/quotes/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListRow, ListsService } from '#server/modules/leads/lists/index.ts'
import type { PriceRequest, RunTerms, StartRun } from '#server/modules/leads/run-start/index.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import type { SourceStatsService } from '#server/modules/sources/source-stats/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import type { WebsitesService } from '#server/modules/sources/websites/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type EnrichFigures, enrichFigures } from './enrich-figures.ts'
import { insertItems } from './enrichment-store.ts'
import { type EnrichPlan, planEnrichment } from './plan-enrichment.ts'

export interface EnrichmentDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  startRun: StartRun
  websites: WebsitesService
  sourceStats: SourceStatsService
  sources: Pick<SourcesService, 'priceOf'>
  emailVerification: Pick<EmailVerificationService, 'check' | 'status'>
}

type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }

interface Wanted {
  action: EnrichAction
  type: ListTypeId
  listId: number
  selection: Selection
  withEmails?: boolean
  maxPeople?: number
}
export interface EnrichRequest extends Wanted, PriceRequest {}
export interface EmployeesRequest extends EnrichRequest {
  withEmails: boolean
  maxPeople: number
  name?: string | undefined
  intoListId?: number | undefined
}

const CHUNK = 1000
/** Quotes and starts of enrichments. Their work is in find-emails-executor.ts and get-employees-executor.ts. */
export function createEnrichmentService(deps: EnrichmentDeps) {
  const { db, lists, leads, wallet, startRun, websites, sourceStats, emailVerification } = deps

  /** Credits that an account pays for an address found on a website. */
  const emailPrice = (accountId: number) => deps.sources.priceOf(accountId, websiteSource, 'domain_email')

  async function planOf(actor: Actor, wanted: Wanted): Promise<EnrichPlan> {
    if (!LIST_TYPES[wanted.type].actions.includes(wanted.action))
      throw new AppError(
        'conflict',
        `A list of the type "${LIST_TYPES[wanted.type].name}" doesn’t support this`,
      )
    const scope = await leads.scopeOf(actor, wanted.listId, wanted.type)
    const ids = await leads.idsOf(scope, wanted.selection)
    return planEnrichment(wanted.action, wanted.type, leads.chunks(scope, ids, CHUNK))
  }

  async function figuresOf(actor: Actor, wanted: Wanted, plan: EnrichPlan): Promise<EnrichFigures> {
    const own = await sourceStats.averages(actor.accountId, 'website')
    return enrichFigures(wanted.action, plan, own, {
      maxPeople: wanted.maxPeople ?? DEFAULT_MAX_PEOPLE,
      withEmails: wanted.withEmails ?? false,
      price: await emailPrice(actor.accountId),
    })
  }

  /** What a quote is about: an order that names it must mean the same. */
  const inputOf = (wanted: Wanted) => ({
    action: wanted.action,
    type: wanted.type,
    list_id: wanted.listId,
    selection: wanted.selection,
    with_emails: wanted.withEmails ?? false,
    max_people: wanted.maxPeople ?? DEFAULT_MAX_PEOPLE,
  })

  /** Plan of an order and, without a quote, its figures; refuses one with nothing to do. */
  async function prepare(actor: Actor, order: EnrichRequest) {
    const plan = await planOf(actor, order)
    if (plan.items.length === 0) throw invalidField('selection', nothingToDo(order, plan))
    const asked = order.quoteId === undefined ? await figuresOf(actor, order, plan) : null
    return { plan, asked }
  }

  /** Starts a run that reads the websites of the leads. */
  async function start(
    actor: Actor,
    order: EnrichRequest,
    definition: typeof findEmailsRun | typeof getEmployeesRun,
    { title, list }: { title: string; list: ListRow | Parameters<ListsService['create']>[1] },
  ): Promise<{ run: Run; list_id: number; plan: EnrichPlan }> {
    const { plan, asked } = await prepare(actor, order)
    const started = await startRun(actor, definition, {
      title,
      list,
      alsoOf: [order.listId],
      promise: { quoteId: order.quoteId, about: inputOf(order), asked, maxCost: order.maxCost },
      plan: ({ maxCost, unitCost }: RunTerms<EnrichFigures>) => ({
        input: {
          type: order.type,
          listId: order.listId,
          unitCost,
          maxCost,
          maxPeople: order.maxPeople ?? DEFAULT_MAX_PEOPLE,
          withEmails: order.withEmails ?? false,
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
    async quote(actor: Actor, wanted: Wanted) {
      const plan = await planOf(actor, wanted)
      const figures = await figuresOf(actor, wanted, plan)
      const { id, expiresAt } = await keepQuote(db, actor, inputOf(wanted), figures)
      const { smtp } = await emailVerification.status()
      const available = await wallet.spendable(actor)
      return { id, action: wanted.action, ...figures, available, smtp, expires_at: expiresAt }
    },

    async findEmails(actor: Actor, order: EnrichRequest) {
      const list = await lists.find(actor, order.listId, order.type)
      return transaction(db, async () => {
        const title = `Find emails: ${list.name}`
        const { plan, ...started } = await start(actor, order, findEmailsRun, { title, list })
        // Last, because a run that delivers takes the wallet before the leads.
        await leads.setEmailSearch(
          { accountId: actor.accountId, listId: order.listId, runId: started.run.id, userId: actor.userId },
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

    async getEmployees(actor: Actor, order: EmployeesRequest) {
      const from = await lists.find(actor, order.listId, order.type)
      const into = order.intoListId === undefined ? null : await lists.find(actor, order.intoListId)
      if (into && into.type !== 'people') throw invalidField('into_list_id', MESSAGES.type)
      const name = order.name ?? `People of ${from.name}`.slice(0, 200)
      const list = into ?? { name, type: 'people' as const, search: null }
      const title = `People: ${from.name}`
      const { plan: _plan, ...started } = await start(actor, order, getEmployeesRun, { title, list })
      return started
    },
  }
}

const SKIP_WORDS: Record<string, string> = {
  has_email: 'already have an email',
  no_website: 'have no website',
  no_name: 'have no name',
  no_email: 'have no email',
  sample: 'are sample data',
}

function nothingToDo({ action }: EnrichRequest, plan: EnrichPlan): string {
  if (plan.leads === 0) return 'Select at least one lead'
  const reasons = Object.entries(plan.skipped).map(([reason, count]) => `${count} ${SKIP_WORDS[reason]}`)
  const what = action === 'find-emails' ? 'find emails for' : 'work on'
  return `There is no lead to ${what}: ${reasons.join(', ')}`
}

export type EnrichmentService = ReturnType<typeof createEnrichmentService>
