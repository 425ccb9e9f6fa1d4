import type { ChargeKind } from '#contract/constants.ts'
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
  type SourceCredential,
  type SourceRecorder,
} from '#server/providers/lead-sources/index.ts'
import { createCredentials } from './credentials-service.ts'
import { takeRequest } from './health-store.ts'
import { limitError, offError, parkedError } from './held-back.ts'
import { createJoinedSource, type JoinedDeps } from './joined-source.ts'
import { keeperOfNothing, recorderOfNothing } from './no-evidence.ts'
import { levelOf, limitOf, priceWith } from './price-and-level.ts'
import { recordUse } from './record-use.ts'
import { findSettings } from './settings-store.ts'
import { createSimilarSource } from './similar-source.ts'
import { noteUse, type TellParked } from './source-health.ts'
import { readStandings, type Standing } from './standings-reads.ts'

export interface SourcesDeps {
  db: Db
  secretBox: SecretBox
  pace: Pace
  /** In the order in which they stand for an id: the first one counts. */
  sources: readonly LeadSource[]
  /** Who keeps what sources show beside leads. */
  keepers: readonly EvidenceKeeper[]
  now(): Date
  parked?: TellParked | undefined
}

/** Under which name an endpoint keeps its pace with a credential, and what that pace is. */
const paceKeys = (source: SourceDeclaration, credential: SourceCredential | null) => {
  const shared = `source:${source.id}:${credential?.id ?? 'shared'}`
  return (endpoint = '') => {
    const own = source.perMinuteAt[endpoint]
    return own === undefined
      ? { key: shared, perMinute: source.perMinute }
      : { key: `${shared}:${endpoint}`, perMinute: own }
  }
}

/** Counts one request of the key against its limits of a day. @throws HeldBack when they are used up. */
async function takeOne(
  db: Db,
  source: SourceDeclaration,
  { credentialId, limit, at }: { credentialId: number; limit: number | null; at: Date },
): Promise<void> {
  if (source.perMinute === null && limit === null) return
  if (!(await takeRequest(db, { sourceId: source.id, credentialId }, limit, at)))
    throw limitError(source, limit ?? 0, at)
}

/** Every lead source of this installation, and what each is given when it is asked. */
export function createSourcesService({ db, secretBox, pace, sources, keepers, now, parked }: SourcesDeps) {
  const credentials = createCredentials({ db, secretBox })
  const recorder = { now, note: (use: Parameters<typeof noteUse>[1]) => noteUse(db, use, now(), parked) }
  const joined = createJoinedSource(joinedDeps())
  // Those that ask others only pass on: what the others answer is written down with them.
  const passing = [joined, createSimilarSource(joined)]
  const guarded = [...sources.map((source) => recordUse(source, recorder)), ...passing].map(guardSource)
  const byId = (id: string): LeadSource | undefined =>
    guarded.find(({ declaration }) => declaration.id === id)
  /** Each once, in the order in which they are declared. */
  const unique = guarded.filter((source) => byId(source.declaration.id) === source)

  /**
   * Of these sources the ones that an account can ask, in their order: turned on, and with a key where they need one. One
   * that is paused is among them, and says so when it is asked (`contextOf`).
   */
  async function askable(accountId: number, offered: readonly LeadSource[]): Promise<LeadSource[]> {
    const ids = offered.map(({ declaration }) => declaration.id)
    return (await readStandings(db, accountId, ids, now())).flatMap((standing) => {
      const source = offered.find(({ declaration }) => declaration.id === standing.source_id)
      const hasKey = standing.credential_id !== null
      return source && standing.is_on && (hasKey || !needsKey(source.declaration)) ? [source] : []
    })
  }

  /** What the source that asks all others needs of them. */
  function joinedDeps(): JoinedDeps {
    return {
      ready: (accountId, type) => service.ready(accountId, type),
      contextOf: (accountId, source, work) => service.contextOf(accountId, source, work),
      isFree: async (accountId, { declaration }, type) =>
        (await service.priceOf(accountId, declaration, LIST_TYPES[type].chargeKind)) === 0,
    }
  }

  const standingOf = async (accountId: number, { id }: SourceDeclaration): Promise<Standing | undefined> =>
    (await readStandings(db, accountId, [id], now()))[0]

  /** The key that counts; null of a source that takes none, or where nobody has one. */
  function credentialOf(
    accountId: number,
    declaration: SourceDeclaration,
    standing: Standing | undefined,
  ): SourceCredential | null {
    const { credential_id: id = null, owner_id: ownerId = null, sealed = null } = standing ?? {}
    if (!standing || declaration.credential.length === 0) return null
    if (id === null || ownerId === null || sealed === null) return null
    return {
      id,
      level: levelOf(standing, accountId) as SourceCredential['level'],
      open: () => credentials.open(ownerId, declaration.id, sealed),
    }
  }

  const service = {
    credentials,

    /** Every source, each once, in the order in which it is declared; those that are turned off among them. */
    all: (): readonly LeadSource[] => unique.filter(({ declaration }) => !declaration.joins),

    /** The sources that are turned on, in the order in which administrators want them asked. */
    async ordered(): Promise<LeadSource[]> {
      const settings = new Map((await findSettings(db)).map((setting) => [setting.source_id, setting]))
      const placeOf = ({ declaration }: LeadSource) =>
        settings.get(declaration.id)?.place ?? Number.POSITIVE_INFINITY
      return unique
        .filter(({ declaration }) => !declaration.joins && (settings.get(declaration.id)?.is_on ?? true))
        .map((source, index) => ({ source, index }))
        .toSorted((one, other) => {
          const [a, b] = [placeOf(one.source), placeOf(other.source)]
          return a === b ? one.index - other.index : a - b
        })
        .map(({ source }) => source)
    },

    /** Whether administrators let a source be asked. */
    isOn: async (id: string): Promise<boolean> =>
      (await findSettings(db)).find(({ source_id }) => source_id === id)?.is_on ?? true,

    /** How sources stand with an account, in the order in which they are asked. */
    standings: (accountId: number, ids: readonly string[]): Promise<Standing[]> =>
      readStandings(db, accountId, ids, now()),

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
     * Sources of a list type that this account can ask, in their order. Invented data is never among them, and what is
     * asked only when it is chosen just where there is a key for it.
     */
    async ready(accountId: number, type: ListTypeId): Promise<LeadSource[]> {
      const offered = unique.filter(
        ({ declaration }) =>
          Object.hasOwn(declaration.answers, type) && !declaration.isSample && !declaration.joins,
      )
      const wanted: LeadSource[] = []
      for (const source of await askable(accountId, offered)) {
        const { onlyWhenChosen, id } = source.declaration
        if (!onlyWhenChosen || (await credentials.nearest(accountId, id))) wanted.push(source)
      }
      return wanted
    },

    /** Sources that find a kind of value for leads, whether or not this account can ask them now. */
    enrichers: (want: Want): LeadSource[] =>
      unique.filter(({ declaration }) => declaration.enriches.includes(want)),

    /** Sources that check addresses and that this account can ask, in their order. */
    verifiers: (accountId: number): Promise<LeadSource[]> =>
      askable(
        accountId,
        unique.filter(({ verify }) => verify !== undefined),
      ),

    /** Whether an account can ask a source: it is turned on, and there is a key where it needs one. */
    isReady: async (accountId: number, source: LeadSource): Promise<boolean> =>
      (await askable(accountId, [source])).length > 0,

    /**
     * Credits that one unit of a source costs an account: 0 of a free source, and 0 with a key of the account's own
     * unless its plan says otherwise (`plan_version.own_key_free`); else the price that administrators have set for
     * the source and kind of charge, else the standard price (`CREDIT_COSTS`). The key of a reseller or of the
     * platform is not the account's own.
     */
    async priceOf(accountId: number, source: SourceDeclaration, chargeKind: ChargeKind): Promise<number> {
      if (source.price === 'free') return 0
      return priceWith(source, await standingOf(accountId, source), accountId, chargeKind)
    },

    /** Who keeps what a source shows beside leads. */
    keeperOf: (id: string): EvidenceKeeper =>
      keepers.find((keeper) => keeper.sources.includes(id)) ?? keeperOfNothing,

    /**
     * What a source is given with a question of this account.
     * @throws ProviderError `invalid_config` when it needs a key and there is none, or is turned off; `unavailable`,
     * `unauthorized` or `quota_exhausted` while it is parked. `pace` throws `quota_exhausted` beyond a daily limit.
     */
    async contextOf(
      accountId: number,
      { declaration }: LeadSource,
      { signal, recorder = recorderOfNothing }: { signal: AbortSignal; recorder?: SourceRecorder },
    ): Promise<SourceContext> {
      const standing = await standingOf(accountId, declaration)
      const credential = credentialOf(accountId, declaration, standing)
      if (standing && !standing.is_on) throw offError(declaration)
      if (needsKey(declaration) && !credential)
        throw new ProviderError(declaration, 'invalid_config', {
          detail: 'no credential',
          message: `${declaration.label} needs a key. Add one under Integration`,
        })
      if (standing?.is_parked) throw parkedError(declaration, standing, now())
      const paceOf = paceKeys(declaration, credential)
      const limit = standing ? limitOf(standing) : null
      return {
        accountId,
        credential,
        signal,
        recorder,
        pace: async (endpoint) => {
          await takeOne(db, declaration, { credentialId: credential?.id ?? 0, limit, at: now() })
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
