import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { PeopleSearch } from '#contract/leads/list-types/people.ts'
import { joinedSource } from '#contract/sources/source-kinds/joined.ts'
import {
  createSourceContext,
  findUnitPrice,
  listReadySources,
} from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import { InvalidSearch, type LeadSource, ProviderError } from '#server/providers/lead-sources/index.ts'

/** A people source that get-employees may query after the websites. */
export interface PeopleSource {
  id: string
  label: string
  /** Credits for each person. */
  unitCost: number
  isSelected: boolean
  /** Why it can't be queried; null when it can. */
  leftOut: string | null
  /** Its number of people; null when it can't count for free. An estimate where not every company was counted. */
  counted: { people: number; isEstimate: boolean } | null
}

/** Companies counted at a source before a run; the rest is extrapolated. */
const COUNTED_COMPANIES = 10

/** The source's search for one company's people. @throws InvalidSearch. */
export function makeSearch({ declaration, normalise }: LeadSource, domain: string): Record<string, unknown> {
  const any = PeopleSearch.parse({ source: joinedSource.id, company_domain: domain })
  const search = { ...any, source: declaration.id }
  return normalise?.(search) ?? search
}

/** Whether a source finds people by their company's domain. */
const findsByDomain = ({ declaration }: LeadSource): boolean =>
  declaration.answers.people?.includes('company_domain') ?? false

interface Companies {
  domains: readonly string[]
  maxPeople: number
}

/** A source's number of people in these companies, at most `maxPeople` each. */
async function countPeople(
  ctx: Context,
  accountId: number,
  source: LeadSource,
  { domains, maxPeople }: Companies,
  signal: AbortSignal,
): Promise<PeopleSource['counted']> {
  const context = await createSourceContext(ctx, accountId, source, { signal })
  const sample = domains.slice(0, COUNTED_COMPANIES)
  let people = 0
  for (const domain of sample) {
    const query = { type: 'people' as const, search: makeSearch(source, domain) }
    const { matched, isUncounted } = await source.quote(query, { ...context, keys: 0 })
    if (isUncounted) return null
    people += Math.min(matched, maxPeople)
  }
  if (sample.length === domains.length) return { people, isEstimate: false }
  return { people: Math.round((people * domains.length) / sample.length), isEstimate: true }
}

async function describe(
  ctx: Context,
  accountId: number,
  source: LeadSource,
  companies: Companies,
  { isSelected, signal }: { isSelected: boolean; signal: AbortSignal },
): Promise<PeopleSource> {
  const { id, label } = source.declaration
  const unitCost = await findUnitPrice(ctx, accountId, source.declaration, LIST_TYPES.people.chargeKind)
  const entry = { id, label, unitCost, isSelected, leftOut: null, counted: null }
  if (!findsByDomain(source)) return { ...entry, leftOut: `${label} can’t look people up by company` }
  if (!isSelected) return entry
  try {
    return { ...entry, counted: await countPeople(ctx, accountId, source, companies, signal) }
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof InvalidSearch)) throw error
    return { ...entry, leftOut: error.message }
  }
}

/**
 * An account's connected people sources, in order. `chosen` are the ids to use; without it all are.
 * @throws AppError validation_failed when a chosen one isn't connected.
 */
export async function findPeopleSources(
  ctx: Context,
  accountId: number,
  { chosen, ...companies }: Companies & { chosen: readonly string[] | undefined },
  signal: AbortSignal,
): Promise<PeopleSource[]> {
  const ready = await listReadySources(ctx, accountId, 'people')
  const unknown = chosen?.find((id) => !ready.some(({ declaration }) => declaration.id === id))
  if (unknown !== undefined)
    throw invalidField('sources', `${unknown} is not a connected people source. Connect it under Integration`)
  const found: PeopleSource[] = []
  for (const source of ready) {
    if (await source.isEmpty?.('people')) continue
    const isSelected = chosen?.includes(source.declaration.id) ?? true
    found.push(await describe(ctx, accountId, source, companies, { isSelected, signal }))
  }
  return found
}

/** Those that the run will use. */
export const selectedSources = (sources: readonly PeopleSource[]): PeopleSource[] =>
  sources.filter(({ isSelected, leftOut }) => isSelected && leftOut === null)
