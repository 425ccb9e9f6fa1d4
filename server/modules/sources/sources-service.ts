import { type ChargeKind, CREDIT_COSTS } from '#contract/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { SourceDeclaration, Want } from '#contract/sources/define.ts'
import { needsKey } from '#contract/sources/index.ts'
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
import { createJoinedSource, type JoinedDeps } from './joined-source.ts'
import { keeperOfNothing, recorderOfNothing } from './no-evidence.ts'
import { createSimilarSource } from './similar-source.ts'

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
  const joined = createJoinedSource(joinedDeps())
  const guarded = [...sources, joined, createSimilarSource(joined)].map(guardSource)
  const byId = (id: string): LeadSource | undefined =>
    guarded.find(({ declaration }) => declaration.id === id)

  /** Whether an account can ask a source now: it needs no key, or one is there. */
  const isReady = async (accountId: number, declaration: SourceDeclaration): Promise<boolean> =>
    !needsKey(declaration) || (await credentials.nearest(accountId, declaration.id)) !== null

  /** What the source that asks all others needs of them. */
  function joinedDeps(): JoinedDeps {
    return {
      ready: (accountId, type) => service.ready(accountId, type),
      contextOf: (accountId, source, work) => service.contextOf(accountId, source, work),
      isFree: async (accountId, { declaration }, type) =>
        (await service.priceOf(accountId, declaration, LIST_TYPES[type].chargeKind)) === 0,
    }
  }

  const service = {
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

    /**
     * Sources of a list type that this account can ask now, in their order. Invented data is never among them, and what
     * is asked only when it is chosen just where the account has a key for it.
     */
    async ready(accountId: number, type: ListTypeId): Promise<LeadSource[]> {
      const found: LeadSource[] = []
      for (const source of guarded) {
        const { declaration } = source
        const isOffered =
          Object.hasOwn(declaration.answers, type) && !declaration.isSample && !declaration.joins
        if (!isOffered || found.some((one) => one.declaration.id === declaration.id)) continue
        const isWanted = !declaration.onlyWhenChosen || (await credentials.nearest(accountId, declaration.id))
        if (isWanted && (await isReady(accountId, declaration))) found.push(source)
      }
      return found
    },

    /** Sources that find a kind of value for leads, in their order, whether or not this account can ask them now. */
    enrichers: (want: Want): LeadSource[] =>
      guarded.filter(
        ({ declaration }, at) =>
          declaration.enriches.includes(want) &&
          guarded.findIndex((one) => one.declaration.id === declaration.id) === at,
      ),

    /** Sources that check addresses and that this account can ask now. */
    async verifiers(accountId: number): Promise<LeadSource[]> {
      const found: LeadSource[] = []
      for (const source of guarded)
        if (source.verify && (await isReady(accountId, source.declaration))) found.push(source)
      return found
    },

    isReady: (accountId: number, source: SourceDeclaration): Promise<boolean> => isReady(accountId, source),

    /** What one unit of a source costs an account, in credits: nothing with a key of its own. */
    async priceOf(accountId: number, source: SourceDeclaration, chargeKind: ChargeKind): Promise<number> {
      if (source.price === 'free') return 0
      const credential = source.credential.length > 0 ? await credentials.nearest(accountId, source.id) : null
      return credential?.level === 'account' ? 0 : CREDIT_COSTS[chargeKind]
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
      const credential =
        declaration.credential.length > 0 ? await credentials.nearest(accountId, declaration.id) : null
      if (needsKey(declaration) && !credential)
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
  return service
}

export type SourcesService = ReturnType<typeof createSourcesService>
