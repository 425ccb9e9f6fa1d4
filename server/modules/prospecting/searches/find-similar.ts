import { searchRun } from '#contract/activity/run-kinds/search.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { SIMILAR_CHARGES, type SimilarType } from '#contract/prospecting/find-similar.ts'
import { findLeadScope, type LeadRow, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import { findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { type RunTerms, startRun } from '#server/modules/leads/run-start/index.ts'
import {
  callSource,
  createSourceContext,
  findUnitPrice,
  getSource,
} from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { LIKENESS } from './similar-search.ts'

export interface SimilarRequest {
  type: SimilarType
  listId: number
  ids: number[]
  limit: number
  name?: string
  intoListId?: number
  maxCost?: number
}

const SOURCE = 'similar'

/** The sources' counts, and the cost. */
interface SimilarFigures {
  like: Record<string, unknown>[]
  title: string
  expected: number
  credits: { min: number; expected: number; max: number }
  unit_cost: number
}

async function findSeeds(
  ctx: Context,
  actor: Actor,
  { type, listId, ids }: SimilarRequest,
): Promise<LeadRow[]> {
  const scope = await findLeadScope(ctx, actor, listId, type)
  const rows: LeadRow[] = []
  for await (const chunk of readLeadChunks(ctx, scope, ids, ids.length)) rows.push(...chunk)
  return rows
}

/** The sources' counts, queried before anything is started. */
export async function requestSimilar(
  ctx: Context,
  actor: Actor,
  input: SimilarRequest,
  signal: AbortSignal,
): Promise<SimilarFigures> {
  const seeds = await findSeeds(ctx, actor, input)
  const { type } = input
  const like = LIKENESS[type].searches(seeds)
  if (like.length === 0) throw invalidField('ids', LIKENESS[type].missing)
  const source = getSource(ctx, SOURCE)
  const { matched, requested = [] } = await callSource(async () => {
    const context = await createSourceContext(ctx, actor.accountId, source, { signal })
    return source.quote({ type, search: { like } }, { ...context, keys: 0 })
  })
  if (requested.every(({ leftOut }) => leftOut !== null))
    throw invalidField(
      'ids',
      requested.find(({ leftOut }) => leftOut)?.leftOut ??
        'No source for this is connected. Add a key under Integration',
    )
  const unitCost = await findUnitPrice(ctx, actor.accountId, source.declaration, SIMILAR_CHARGES[type])
  const expected = Math.min(matched, input.limit)
  const credits = { min: 0, expected: expected * unitCost, max: expected * unitCost }
  return { like, title: seeds[0]?.name ?? 'these leads', expected, credits, unit_cost: unitCost }
}

/** Starts a search for similar leads, into a new or an existing list. */
export async function startSimilar(
  ctx: Context,
  actor: Actor,
  input: SimilarRequest,
  estimate: SimilarFigures,
) {
  const into = input.intoListId === undefined ? null : await findOwnList(ctx, actor, input.intoListId)
  if (into && into.type !== input.type) throw invalidField('into_list_id', MESSAGES.type)
  const name = (input.name ?? `Like ${estimate.title}`).slice(0, 200)
  const { run, list } = await startRun(ctx, actor, searchRun, {
    title: name,
    list: into ?? { name, type: input.type, search: null },
    promise: { quoteId: undefined, about: {}, estimate, maxCost: input.maxCost },
    plan: ({ maxCost, unitCost }: RunTerms<SimilarFigures>) => ({
      input: {
        type: input.type,
        search: { like: estimate.like },
        source: SOURCE,
        limit: input.limit,
        // Leads already in the list are similar to themselves.
        onlyNew: true,
        unitCost,
        maxCost,
        paidBefore: 0,
        ...(input.type === 'people' && { chargeKind: SIMILAR_CHARGES.people }),
      },
      total: estimate.expected,
      counts: { matched: estimate.expected, delivered: 0, already_in_list: 0, charged: 0 },
    }),
  })
  const max = Math.min(estimate.credits.max, input.maxCost ?? estimate.credits.max)
  return { run, list_id: (list as ListRow).id, expected: estimate.expected, max_cost: max }
}
