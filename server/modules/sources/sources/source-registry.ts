import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { listParts } from '#server/platform/module.ts'
import { type EvidenceStore, guardSource, type LeadSource } from '#server/providers/lead-sources/index.ts'
import { emptyEvidenceStore } from './empty-evidence.ts'
import { recordUse } from './record-use.ts'
import { findSettings } from './settings-store.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Lead sources that override our own of the same id, for tests of slow and failing ones. */
    sources?: readonly LeadSource[]
  }
}
declare module '#server/platform/module.ts' {
  interface Module {
    /** Sources of leads and values; called once for each context. */
    leadSources?(ctx: Context): LeadSource[]
    /** Where runs keep what sources show as evidence. */
    evidenceStores?(ctx: Context): EvidenceStore[]
  }
}

/** Sources in the order in which they are declared and used, unless administrators set another; others follow. */
const ORDER: readonly string[] = [
  'corpus',
  'website',
  'people-data-labs',
  'apollo',
  'hunter',
  'bluesky',
  'modash',
  'github',
  'google-places',
  'osm',
  'youtube',
  'sample',
]

function placeInOrder({ declaration }: LeadSource): number {
  const at = ORDER.indexOf(declaration.id)
  return at < 0 ? ORDER.length : at
}

/** The lead sources of this installation, each id once: a test's own first, then those of the modules. */
const declaredOf = perContext((ctx): readonly LeadSource[] => {
  const own = listParts(ctx, (module) => module.leadSources?.(ctx))
  const sources = [...(ctx.sources ?? []), ...own.toSorted((a, b) => placeInOrder(a) - placeInOrder(b))]
  const byId = new Map<string, LeadSource>()
  for (const source of sources) {
    const { id, joins } = source.declaration
    // Sources of several others only delegate: the sources they call are recorded.
    if (!byId.has(id)) byId.set(id, guardSource(joins ? source : recordUse(ctx, source)))
  }
  return [...byId.values()]
})

const evidenceStoresOf = perContext((ctx) => listParts(ctx, (module) => module.evidenceStores?.(ctx)))

const byId = (ctx: Context, id: string): LeadSource | undefined =>
  declaredOf(ctx).find(({ declaration }) => declaration.id === id)

/** Every source, each once, in declaration order, including disabled ones and those of several others. */
export const listDeclaredSources = (ctx: Context): readonly LeadSource[] => declaredOf(ctx)

/** The same without those of several others. */
export const listAllSources = (ctx: Context): readonly LeadSource[] =>
  declaredOf(ctx).filter(({ declaration }) => !declaration.joins)

/** The enabled sources, in the administrators' order. */
export async function listSourcesInOrder(ctx: Context): Promise<LeadSource[]> {
  const settings = new Map((await findSettings(ctx.db)).map((setting) => [setting.source_id, setting]))
  const findPlace = ({ declaration }: LeadSource) =>
    settings.get(declaration.id)?.place ?? Number.POSITIVE_INFINITY
  return declaredOf(ctx)
    .filter(({ declaration }) => !declaration.joins && (settings.get(declaration.id)?.is_on ?? true))
    .map((source, index) => ({ source, index }))
    .toSorted((left, right) => {
      const [a, b] = [findPlace(left.source), findPlace(right.source)]
      return a === b ? left.index - right.index : a - b
    })
    .map(({ source }) => source)
}

/** The source with this id that delivers leads of a list type, or undefined. */
export function findSource(ctx: Context, id: string, type: ListTypeId): LeadSource | undefined {
  const source = byId(ctx, id)
  return source && Object.hasOwn(source.declaration.answers, type) ? source : undefined
}

/** The source of a started run. @throws Error when this version no longer has it. */
export function getSource(ctx: Context, id: string): LeadSource {
  const source = byId(ctx, id)
  if (!source) throw new Error(`no lead source "${id}"`)
  return source
}

/** Sources for a kind of value, whether or not this account can use them now. */
export const listEnrichers = (ctx: Context, want: Want): LeadSource[] =>
  declaredOf(ctx).filter(({ declaration }) => declaration.enriches.includes(want))

export const findEvidenceStore = (ctx: Context, id: string): EvidenceStore =>
  evidenceStoresOf(ctx).find(({ sources }) => sources.includes(id)) ?? emptyEvidenceStore
