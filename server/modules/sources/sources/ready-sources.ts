import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { readSourceStatuses, type SourceStatus } from './source-status-reads.ts'

interface ReadySourcesDeps {
  db: Db
  /** Each source once, in declaration order. */
  declared: readonly LeadSource[]
  now(): Date
}

/** A usable source and its state for an account. */
export interface ReadySource {
  source: LeadSource
  status: SourceStatus
}

/** The state of a source among those already read. */
export const statusIn = (
  ready: readonly ReadySource[],
  { declaration }: LeadSource,
): SourceStatus | undefined => ready.find(({ source }) => source.declaration.id === declaration.id)?.status

/** An account's usable sources. */
export function createReadySources({ db, declared, now }: ReadySourcesDeps) {
  /**
   * The usable ones of these sources, in order: turned on, and with a key where needed. Paused ones are
   * included, and fail when used (`contextOf`).
   */
  async function queryable(accountId: number, offered: readonly LeadSource[]): Promise<ReadySource[]> {
    const ids = offered.map(({ declaration }) => declaration.id)
    return (await readSourceStatuses(db, accountId, ids, now())).flatMap((status) => {
      const source = offered.find(({ declaration }) => declaration.id === status.source_id)
      const hasKey = status.credential_id !== null
      return source && status.is_on && (hasKey || !needsKey(source.declaration)) ? [{ source, status }] : []
    })
  }

  const sourcesIn = (ready: readonly ReadySource[]): LeadSource[] => ready.map(({ source }) => source)

  /** Like `ready`, with the states that were read for it. */
  async function readyStates(accountId: number, type: ListTypeId): Promise<ReadySource[]> {
    const offered = declared.filter(
      ({ declaration }) =>
        Object.hasOwn(declaration.answers, type) && !declaration.isSample && !declaration.joins,
    )
    return (await queryable(accountId, offered)).filter(
      ({ source, status }) => !source.declaration.onlyWhenChosen || status.credential_id !== null,
    )
  }

  return {
    /** Sources' states for an account, in order of use. */
    statuses: (accountId: number, ids: readonly string[]): Promise<SourceStatus[]> =>
      readSourceStatuses(db, accountId, ids, now()),

    readyStates,

    /**
     * This account's usable sources of a list type, in order. Sample data is never included, and sources used
     * only when chosen are included only with a key.
     */
    ready: async (accountId: number, type: ListTypeId): Promise<LeadSource[]> =>
      sourcesIn(await readyStates(accountId, type)),

    /** This account's usable email verification sources, in order. */
    verifiers: async (accountId: number): Promise<LeadSource[]> =>
      sourcesIn(
        await queryable(
          accountId,
          declared.filter(({ verify }) => verify !== undefined),
        ),
      ),

    /** Whether an account can use a source: it is turned on, and has a key where needed. */
    isReady: async (accountId: number, source: LeadSource): Promise<boolean> =>
      (await queryable(accountId, [source])).length > 0,
  }
}

export type ReadySources = ReturnType<typeof createReadySources>
