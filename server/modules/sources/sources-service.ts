import type { ListTypeId } from '#contract/list-types/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { holdPace, type Pace } from '#server/platform/pace.ts'
import {
  type EvidenceKeeper,
  guardSource,
  type LeadSource,
  ProviderError,
  type SourceContext,
  type SourceRecorder,
} from '#server/providers/lead-sources/index.ts'
import { createCredentials } from './credentials-service.ts'
import { keeperOfNothing, recorderOfNothing } from './no-evidence.ts'

export interface SourcesDeps {
  db: Db
  secretBox: SecretBox
  pace: Pace
  /** In the order in which they stand for an id: the first one counts. */
  sources: readonly LeadSource[]
  /** Who keeps what sources show beside leads. */
  keepers: readonly EvidenceKeeper[]
}

/** Every lead source of this installation, and what each is given when it is asked. */
export function createSourcesService({ db, secretBox, pace, sources, keepers }: SourcesDeps) {
  const credentials = createCredentials({ db, secretBox })
  const guarded = sources.map(guardSource)
  const byId = (id: string): LeadSource | undefined =>
    guarded.find(({ declaration }) => declaration.id === id)

  return {
    credentials,

    /** The source of this id that brings leads of a list type, or undefined. */
    find(id: string, type: ListTypeId): LeadSource | undefined {
      const source = byId(id)
      return source && Object.hasOwn(source.declaration.answers, type) ? source : undefined
    },

    /** The source of a run that has begun. @throws Error when this version does not have it any more. */
    get(id: string): LeadSource {
      const source = byId(id)
      if (!source) throw new Error(`no lead source "${id}"`)
      return source
    },

    /** Who keeps what a source shows beside leads. */
    keeperOf: (id: string): EvidenceKeeper =>
      keepers.find((keeper) => keeper.sources.includes(id)) ?? keeperOfNothing,

    /**
     * What a source is given with a question of this account.
     * @throws ProviderError `invalid_config` when it needs a key and there is none.
     */
    async contextOf(
      accountId: number,
      { declaration }: LeadSource,
      { signal, recorder = recorderOfNothing }: { signal: AbortSignal; recorder?: SourceRecorder },
    ): Promise<SourceContext> {
      const needsKey = declaration.credential.some(({ optional }) => !optional)
      const credential =
        declaration.credential.length > 0 ? await credentials.nearest(accountId, declaration.id) : null
      if (needsKey && !credential)
        throw new ProviderError(declaration, 'invalid_config', { detail: 'no credential' })
      const shared = `source:${declaration.id}:${credential?.id ?? 'shared'}`
      const paceOf = (endpoint = '') => {
        const own = declaration.perMinuteAt[endpoint]
        return own === undefined
          ? { key: shared, perMinute: declaration.perMinute }
          : { key: `${shared}:${endpoint}`, perMinute: own }
      }
      return {
        accountId,
        credential,
        signal,
        recorder,
        pace: async (endpoint) => {
          const { key, perMinute } = paceOf(endpoint)
          if (perMinute !== null) await pace(key, perMinute, signal)
        },
        holdBack: (seconds, endpoint) => holdPace(db, paceOf(endpoint).key, seconds),
      }
    },
  }
}

export type SourcesService = ReturnType<typeof createSourcesService>
