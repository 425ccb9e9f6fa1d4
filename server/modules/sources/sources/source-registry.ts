import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { EvidenceStore, LeadSource } from '#server/providers/lead-sources/index.ts'
import { emptyEvidenceStore } from './empty-evidence.ts'
import { findSettings } from './settings-store.ts'

interface SourceRegistryDeps {
  db: Db
  /** The first one with an id wins. */
  guarded: readonly LeadSource[]
  evidenceStores: readonly EvidenceStore[]
}

/** The lead sources of this installation, for any account. */
export function createSourceRegistry({ db, guarded, evidenceStores }: SourceRegistryDeps) {
  const byId = (id: string): LeadSource | undefined =>
    guarded.find(({ declaration }) => declaration.id === id)
  /** Each once, in declaration order. */
  const unique = guarded.filter((source) => byId(source.declaration.id) === source)

  return {
    declared: unique,

    /** Every source, each once, in declaration order, including disabled ones. */
    all: (): readonly LeadSource[] => unique.filter(({ declaration }) => !declaration.joins),

    /** The enabled sources, in the administrators' order. */
    async ordered(): Promise<LeadSource[]> {
      const settings = new Map((await findSettings(db)).map((setting) => [setting.source_id, setting]))
      const placeOf = ({ declaration }: LeadSource) =>
        settings.get(declaration.id)?.place ?? Number.POSITIVE_INFINITY
      return unique
        .filter(({ declaration }) => !declaration.joins && (settings.get(declaration.id)?.is_on ?? true))
        .map((source, index) => ({ source, index }))
        .toSorted((left, right) => {
          const [a, b] = [placeOf(left.source), placeOf(right.source)]
          return a === b ? left.index - right.index : a - b
        })
        .map(({ source }) => source)
    },

    /** Whether administrators allow a source. */
    isOn: async (id: string): Promise<boolean> =>
      (await findSettings(db)).find(({ source_id }) => source_id === id)?.is_on ?? true,

    /** The source with this id that delivers leads of a list type, or undefined. */
    find(id: string, type: ListTypeId): LeadSource | undefined {
      const source = byId(id)
      return source && Object.hasOwn(source.declaration.answers, type) ? source : undefined
    },

    /** The source of a started run. @throws Error when this version no longer has it. */
    get(id: string): LeadSource {
      const source = byId(id)
      if (!source) throw new Error(`no lead source "${id}"`)
      return source
    },

    /** Sources for a kind of value, whether or not this account can use them now. */
    enrichers: (want: Want): LeadSource[] =>
      unique.filter(({ declaration }) => declaration.enriches.includes(want)),

    evidenceStoreOf: (id: string): EvidenceStore =>
      evidenceStores.find((evidenceStore) => evidenceStore.sources.includes(id)) ?? emptyEvidenceStore,
  }
}
