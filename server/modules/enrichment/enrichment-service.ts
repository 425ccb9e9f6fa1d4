import { DEFAULT_MAX_PEOPLE } from '#contract/constants.ts'
import type { EnrichAction } from '#contract/enrichment.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { Run } from '#contract/runs.ts'
import type { EmailVerificationService } from '#server/modules/email-verification/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import { type ListRow, type ListsService, recordHistory } from '#server/modules/lists/index.ts'
import { keepQuote, promisedBy } from '#server/modules/quotes/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { SourceStatsService } from '#server/modules/source-stats/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { WebsitesService } from '#server/modules/websites/index.ts'
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
  runs: RunsService
  websites: WebsitesService
  sourceStats: SourceStatsService
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
export interface EnrichOrder extends Wanted {
  quoteId?: number | undefined
  maxCost?: number | undefined
}
export interface EmployeesOrder extends EnrichOrder {
  withEmails: boolean
  maxPeople: number
  name?: string | undefined
  intoListId?: number | undefined
}

/** What an enrichment run was started with; the leads stand in enrich_item, the web sites in website_visit. */
export interface EnrichRunInput {
  type: ListTypeId
  /** The list whose leads are worked on; for get-employees the run itself belongs to the list of people. */
  listId: number
  unitCost: number
  maxCost: number
  maxPeople: number
  withEmails: boolean
}

const CHUNK = 1000
const HISTORY_EVENT = { 'find-emails': 'run.find_emails', 'get-employees': 'run.get_employees' } as const

/** Quotes and starts of enrichments. Their work is in find-emails-executor.ts and get-employees-executor.ts. */
export function createEnrichmentService(deps: EnrichmentDeps) {
  const { db, lists, leads, wallet, runs, websites, sourceStats, emailVerification } = deps

  async function planOf(actor: Actor, wanted: Wanted): Promise<EnrichPlan> {
    if (!LIST_TYPES[wanted.type].actions.includes(wanted.action))
      throw new AppError(
        'conflict',
        `A list of the type "${LIST_TYPES[wanted.type].name}" does not offer this`,
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

  /** Run, work list, reservation and job commit together. */
  async function start(
    actor: Actor,
    order: EnrichOrder,
    work: {
      kind: 'find_emails' | 'get_employees'
      target: ListRow
      title: string
      plan: EnrichPlan
      figures: EnrichFigures
    },
  ): Promise<Run> {
    const { plan, figures, target } = work
    const maxCost = Math.min(figures.credits.max, order.maxCost ?? figures.credits.max)
    const input: EnrichRunInput = {
      type: order.type,
      listId: order.listId,
      unitCost: figures.unit_cost,
      maxCost,
      maxPeople: order.maxPeople ?? DEFAULT_MAX_PEOPLE,
      withEmails: order.withEmails ?? false,
    }
    const run = await runs.create({
      accountId: actor.accountId,
      kind: work.kind,
      title: work.title.slice(0, 200),
      listId: target.id,
      input: input as unknown as Record<string, unknown>,
      total: plan.websites.length,
      createdBy: actor.userId,
    })
    const where = { accountId: actor.accountId, runId: run.id, listId: target.id }
    await insertItems(db, actor.accountId, run.id, plan.items)
    await websites.plan(db, where, plan.websites)
    await wallet.reserve({
      ...where,
      userId: actor.userId,
      timeZone: actor.timeZone,
      amount: maxCost,
      unitCost: figures.unit_cost,
      reason: `Held for ${work.title}`.slice(0, 200),
    })
    const event = HISTORY_EVENT[order.action as keyof typeof HISTORY_EVENT]
    const seen = [...new Set([order.listId, target.id])]
    await recordHistory(
      db,
      seen.map((listId) => ({ ...where, listId, userId: actor.userId, event })),
    )
    await runs.enqueue(run)
    return runs.showIn(actor, run.id)
  }

  /** Plan and promised figures of an order; refuses one with nothing to do. */
  async function prepare(actor: Actor, order: EnrichOrder) {
    const plan = await planOf(actor, order)
    if (plan.items.length === 0) throw invalidField('selection', nothingToDo(order, plan))
    const figures =
      order.quoteId === undefined
        ? await figuresOf(actor, order, plan)
        : await promisedBy<EnrichFigures>(db, actor, order.quoteId, inputOf(order))
    return { plan, figures }
  }

  return {
    async quote(actor: Actor, wanted: Wanted) {
      const plan = await planOf(actor, wanted)
      const figures = await figuresOf(actor, wanted, plan)
      const { id, expiresAt } = await keepQuote(db, actor, inputOf(wanted), figures)
      const { smtp } = await emailVerification.status()
      const available = await wallet.spendable(actor)
      return { id, action: wanted.action, ...figures, available, smtp, expires_at: expiresAt }
    },

    async findEmails(actor: Actor, order: EnrichOrder): Promise<{ run: Run; list_id: number }> {
      const target = await lists.find(actor, order.listId, order.type)
      const { plan, figures } = await prepare(actor, order)
      const title = `Find e-mails: ${target.name}`
      const run = await transaction(db, async () => {
        const made = await start(actor, order, { kind: 'find_emails', target, title, plan, figures })
        await lists.hold(actor.accountId, target.id)
        return made
      })
      return { run, list_id: target.id }
    },

    async getEmployees(actor: Actor, order: EmployeesOrder): Promise<{ run: Run; list_id: number }> {
      const from = await lists.find(actor, order.listId, order.type)
      const into = order.intoListId === undefined ? null : await lists.find(actor, order.intoListId)
      if (into && into.type !== 'people') throw invalidField('into_list_id', 'Choose a people list')
      const { plan, figures } = await prepare(actor, order)
      const name = order.name ?? `People of ${from.name}`.slice(0, 200)
      return transaction(db, async () => {
        const target = into ?? (await lists.create(actor, { name, type: 'people', search: null }))
        const title = `People: ${from.name}`
        const run = await start(actor, order, { kind: 'get_employees', target, title, plan, figures })
        if (into) await lists.hold(actor.accountId, into.id)
        return { run, list_id: target.id }
      })
    },
  }
}

const SKIP_WORDS: Record<string, string> = {
  has_email: 'have an address already',
  no_website: 'have no web site',
  no_name: 'have no name',
  no_email: 'have no address',
  sample: 'are sample data',
}

function nothingToDo({ action }: EnrichOrder, plan: EnrichPlan): string {
  if (plan.leads === 0) return 'Select at least one lead'
  const reasons = Object.entries(plan.skipped).map(([reason, count]) => `${count} ${SKIP_WORDS[reason]}`)
  const what = action === 'find-emails' ? 'look for an address of' : 'work on'
  return `There is no lead to ${what}: ${reasons.join(', ')}`
}

export type EnrichmentService = ReturnType<typeof createEnrichmentService>
