import { searchRun } from '#contract/activity/run-kinds/search.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { joinedSource } from '#contract/sources/source-kinds/joined.ts'
import { countryName } from '#server/modules/core/vocabulary/index.ts'
import type { LeadRow, LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListRow, ListsService } from '#server/modules/leads/lists/index.ts'
import type { RunTerms, StartRun } from '#server/modules/leads/run-start/index.ts'
import { callSource, type SourcesService } from '#server/modules/sources/sources/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

export interface SimilarDeps {
  lists: ListsService
  leads: LeadsService
  sources: SourcesService
  startRun: StartRun
}

export interface SimilarRequest {
  listId: number
  ids: number[]
  limit: number
  name?: string | undefined
  intoListId?: number | undefined
  maxCost?: number | undefined
}

const SOURCE = 'similar'
const TYPE = 'people' as const
const CHARGE_KIND = 'people_similar' as const

/** What the sources say they have, and what it would cost. */
interface SimilarFigures {
  like: Record<string, unknown>[]
  title: string
  expected: number
  credits: { min: number; expected: number; max: number }
  unit_cost: number
}

/** What people like this one have in common; null for one whose position nobody knows. */
function searchLike({ position, country }: LeadRow): Record<string, unknown> | null {
  if (!position) return null
  const place = country ? countryName(country) : null
  return {
    source: joinedSource.id,
    position,
    exact_title: false,
    seniority: [],
    department: [],
    company_size: [],
    has: [],
    ...(place && { place }),
  }
}

/** Each search once, however many people it is like. */
const once = (searches: Record<string, unknown>[]) => [
  ...new Map(searches.map((search) => [JSON.stringify(search).toLowerCase(), search])).values(),
]

/** Searches for people like those of a list. */
export function createFindSimilar({ lists, leads, sources, startRun }: SimilarDeps) {
  async function seedsOf(actor: Actor, { listId, ids }: SimilarRequest): Promise<LeadRow[]> {
    const scope = await leads.scopeOf(actor, listId, 'people')
    const rows: LeadRow[] = []
    for await (const chunk of leads.chunks(scope, ids, ids.length)) rows.push(...chunk)
    return rows
  }

  return {
    /** What the sources say they have, asked before anything is started. */
    async ask(actor: Actor, order: SimilarRequest, signal: AbortSignal): Promise<SimilarFigures> {
      const seeds = await seedsOf(actor, order)
      const like = once(seeds.map(searchLike).filter((search) => search !== null))
      if (like.length === 0) throw invalidField('ids', 'Choose people with a known position')
      const source = sources.get(SOURCE)
      const { matched } = await callSource(async () => {
        const context = await sources.contextOf(actor.accountId, source, { signal })
        return source.quote({ type: 'people', search: { like } }, { ...context, keys: 0 })
      })
      const unitCost = await sources.priceOf(actor.accountId, source.declaration, CHARGE_KIND)
      const expected = Math.min(matched, order.limit)
      const credits = { min: 0, expected: expected * unitCost, max: expected * unitCost }
      return { like, title: seeds[0]?.name ?? 'these people', expected, credits, unit_cost: unitCost }
    },

    /** Starts the search for them. */
    async start(actor: Actor, order: SimilarRequest, asked: SimilarFigures) {
      const into = order.intoListId === undefined ? null : await lists.find(actor, order.intoListId)
      if (into && into.type !== 'people') throw invalidField('into_list_id', MESSAGES.type)
      const name = (order.name ?? `Like ${asked.title}`).slice(0, 200)
      const { run, list } = await startRun(actor, searchRun, {
        title: name,
        list: into ?? { name, type: 'people', search: null },
        promise: { quoteId: undefined, about: {}, asked, maxCost: order.maxCost },
        plan: ({ maxCost, unitCost }: RunTerms<SimilarFigures>) => ({
          input: {
            type: TYPE,
            search: { like: asked.like },
            source: SOURCE,
            limit: order.limit,
            // Those who are in a list already are like themselves.
            onlyNew: true,
            unitCost,
            maxCost,
            paidBefore: 0,
            chargeKind: CHARGE_KIND,
          },
          total: asked.expected,
          counts: { matched: asked.expected, delivered: 0, already_in_list: 0, charged: 0 },
        }),
      })
      const max = Math.min(asked.credits.max, order.maxCost ?? asked.credits.max)
      return { run, list_id: (list as ListRow).id, expected: asked.expected, max_cost: max }
    },
  }
}

export type FindSimilar = ReturnType<typeof createFindSimilar>
