import { type IcpSegment, type IcpSuggestions, MIN_SIGNAL_LEADS, NO_PATTERN } from '#contract/ai/icp.ts'
import type { Condition, FilterGroup } from '#contract/leads/leads.ts'
import { findField, LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { describeReason, reasonRule } from '#contract/leads/reasons.ts'
import {
  type CommonSignal,
  countSignals,
  findCommonSignals,
  findSegments,
  makeSearch,
  patternFields,
  type Segment,
  type SignalCell,
  segmentLeads,
  segmentName,
  signalCells,
  valueText,
} from '#server/modules/ai/lead-patterns/index.ts'
import { chooseModel } from '#server/modules/ai/models/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { describeAudience } from './audience.ts'
import { searchSize } from './signals.ts'
import { writeReason } from './write-reason.ts'

const MAX_EXAMPLES = 10
/** Most signals that are named of a segment. */
const MAX_SIGNALS = 5

interface TypeCells {
  type: ListTypeId
  cells: SignalCell[]
}

const sumCells = (cells: readonly SignalCell[], name: 'won' | 'leads'): number =>
  cells.reduce((sum, cell) => sum + cell[name], 0)

/** Whole percent, with a decimal where rounding would claim none or all of them. */
function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole
  if (percent === 0 || percent === 100) return `${percent}%`
  if (percent < 1 || percent > 99) return `${Math.min(99.9, Math.max(0.1, Number(percent.toFixed(1))))}%`
  return `${Math.round(percent)}%`
}

/** A segment's figures as a sentence. */
function formatReason({ leads, matching }: Segment, all: { leads: number; matching: number }): string {
  const [otherLeads, otherMatching] = [all.leads - leads, all.matching - matching]
  const figures = [matching, leads, otherMatching, otherLeads].map((figure) => figure.toLocaleString('en'))
  return `${figures[0]} of your ${figures[1]} leads of this kind are won (${formatShare(matching, leads)}), and ${figures[2]} of the other ${figures[3]} (${formatShare(otherMatching, otherLeads)}).`
}

function formatSummary(state: IcpSuggestions['state'], matching: number): string {
  if (state === 'too_few')
    return `Suggestions compare your customers with your other leads. Mark at least ${MIN_SIGNAL_LEADS} leads of one list type as won, or import your customers and mark those. You have ${matching} so far.`
  if (state === 'no_pattern') return NO_PATTERN
  return `Based on ${matching.toLocaleString('en')} leads you won`
}

/** A segment from the account's texts, not from its leads. */
const NO_FIGURES = {
  leads: 0,
  matching: 0,
  chance: null,
  examples: [],
  size: null,
  signals: [],
  filter: null,
}

/** What the won leads of a segment have in common, and the filter that finds such leads in a list. */
function presentSignals(conditions: Segment['conditions'], common: readonly CommonSignal[]) {
  const signals = common.map(({ signal, value, inside, outside, chance }) => {
    const shares = [inside, outside].map(({ matching, leads }) => formatShare(matching, leads))
    const reason = describeReason({ signal, is: value })
    return {
      signal,
      is: value,
      reason,
      leads: inside.leads,
      matching: inside.matching,
      other_leads: outside.leads,
      other_matching: outside.matching,
      chance,
      text: `${reason}: ${shares[0]} of those you won, ${shares[1]} of the others`,
    }
  })
  const likeThem: (Condition | FilterGroup)[] = conditions.map(({ field, value }) => ({
    field,
    operator: 'like',
    value: [value],
  }))
  if (signals.length > 0) likeThem.push({ or: signals.map(({ signal, is }) => reasonRule({ signal, is })) })
  return { signals, filter: { and: likeThem } }
}

// Kinds of leads that become an account's customers. Everything is computed; a model only phrases the
// reasons.

/** A model that nobody is charged for. */
async function findFreeModel(ctx: Context, accountId: number) {
  const { rate, model } = await chooseModel(ctx, accountId)
  return rate === 0 && model.provider !== 'template' ? model : null
}

async function readCells(ctx: Context, accountId: number): Promise<TypeCells[]> {
  const found: TypeCells[] = []
  for (const type of LIST_TYPE_IDS)
    found.push({ type, cells: await signalCells(ctx.db, accountId, type, patternFields(type)) })
  return found
}

async function suggestFromLeads(
  ctx: Context,
  accountId: number,
  { type, cells }: TypeCells,
): Promise<IcpSegment[]> {
  const all = { leads: sumCells(cells, 'leads'), matching: sumCells(cells, 'won') }
  if (all.matching < MIN_SIGNAL_LEADS) return []
  const counted = cells.map(({ values, leads, won: matching }) => ({ values, leads, matching }))
  const fields = patternFields(type)
  const found = findSegments(type, counted)
  const counts = await countSignals(
    ctx.db,
    { accountId, type, fields },
    found.map(({ conditions }) => conditions),
  )
  return Promise.all(
    found.map(async (segment, at) => ({
      key: JSON.stringify([type, ...segment.conditions.flatMap(({ field, value }) => [field, value])]).slice(
        0,
        500,
      ),
      type,
      name: segmentName(type, segment.conditions),
      from: 'leads' as const,
      conditions: segment.conditions.map(({ field, value }) => ({
        field,
        label: findField(type, field)?.label ?? field,
        value,
        text: valueText(findField(type, field), value),
      })),
      reason: formatReason(segment, all),
      leads: segment.leads,
      matching: segment.matching,
      chance: segment.chance,
      examples: await segmentLeads(ctx.db, { accountId, type, fields }, segment.conditions, MAX_EXAMPLES),
      search: makeSearch(type, segment.conditions),
      size: null,
      ...presentSignals(segment.conditions, findCommonSignals(counts[at] ?? []).slice(0, MAX_SIGNALS)),
    })),
  )
}

async function computeIcp(ctx: Context, accountId: number): Promise<IcpSuggestions> {
  const cells = await readCells(ctx, accountId)
  const own = (await Promise.all(cells.map((cell) => suggestFromLeads(ctx, accountId, cell)))).flat()
  own.sort((a, b) => (a.chance ?? 1) - (b.chance ?? 1))
  const known = new Set(own.map(({ name }) => name))
  const suggested = (await describeAudience(ctx, accountId)).filter(({ name }) => !known.has(name))
  const count = (name: 'won' | 'leads') => cells.reduce((sum, cell) => sum + sumCells(cell.cells, name), 0)
  const hasEnough = cells.some((cell) => sumCells(cell.cells, 'won') >= MIN_SIGNAL_LEADS)
  const state = own.length > 0 ? 'found' : hasEnough ? 'no_pattern' : 'too_few'
  const matching = count('won')
  return {
    state,
    summary: formatSummary(state, matching),
    leads: count('leads'),
    matching,
    has_model: (await findFreeModel(ctx, accountId)) !== null,
    segments: [...own, ...suggested.map((segment) => ({ ...segment, ...NO_FIGURES }))],
  }
}

/** A failing count, such as at an unreachable vendor, does not prevent showing the rest. */
async function countMatches(
  ctx: Context,
  actor: Actor,
  { type, search }: IcpSegment,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    return await searchSize.ask(ctx, { actor, type, search, signal })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) return null
    throw error
  }
}

export async function suggestIcp(ctx: Context, actor: Actor, signal: AbortSignal): Promise<IcpSuggestions> {
  const found = await computeIcp(ctx, actor.accountId)
  const segments = await Promise.all(
    found.segments.map(async (segment) => ({
      ...segment,
      size: await countMatches(ctx, actor, segment, signal),
    })),
  )
  return { ...found, segments }
}

/** A segment's reason in the words of the account's model. @throws AppError not_found, source_failed. */
export async function explainSegment(ctx: Context, actor: Actor, key: string, signal: AbortSignal) {
  const { segments } = await computeIcp(ctx, actor.accountId)
  const segment = segments.find((segment) => segment.key === key)
  if (!segment) throw notFound('The segment')
  const model = await findFreeModel(ctx, actor.accountId)
  const written = model && (await writeReason(model, segment, signal))
  return { reason: written ?? segment.reason, by_model: Boolean(written) }
}
