import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import type { Credentials } from './credentials-service.ts'
import { readSourceStatuses, type SourceStatus } from './source-status-reads.ts'

interface ReadySourcesDeps {
  db: Db
  /** Each source once, in the order in which they are declared. */
  declared: readonly LeadSource[]
  credentials: Pick<Credentials, 'nearest'>
  now(): Date
}

/** Which sources an account can ask now. */
export function createReadySources({ db, declared, credentials, now }: ReadySourcesDeps) {
  /**
   * Of these sources the ones that an account can ask, in their order: turned on, and with a key where they need one. One
   * that is paused is among them, and says so when it is asked (`contextOf`).
   */
  async function askable(accountId: number, offered: readonly LeadSource[]): Promise<LeadSource[]> {
    const ids = offered.map(({ declaration }) => declaration.id)
    return (await readSourceStatuses(db, accountId, ids, now())).flatMap((status) => {
      const source = offered.find(({ declaration }) => declaration.id === status.source_id)
      const hasKey = status.credential_id !== null
      return source && status.is_on && (hasKey || !needsKey(source.declaration)) ? [source] : []
    })
  }

  return {
    /** What sources are to an account, in the order in which they are asked. */
    statuses: (accountId: number, ids: readonly string[]): Promise<SourceStatus[]> =>
      readSourceStatuses(db, accountId, ids, now()),

    /**
     * Sources of a list type that this account can ask, in their order. Invented data is never among them, and what is
     * asked only when it is chosen just where there is a key for it.
     */
    async ready(accountId: number, type: ListTypeId): Promise<LeadSource[]> {
      const offered = declared.filter(
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

    /** Sources that check addresses and that this account can ask, in their order. */
    verifiers: (accountId: number): Promise<LeadSource[]> =>
      askable(
        accountId,
        declared.filter(({ verify }) => verify !== undefined),
      ),

    /** Whether an account can ask a source: it is turned on, and there is a key where it needs one. */
    isReady: async (accountId: number, source: LeadSource): Promise<boolean> =>
      (await askable(accountId, [source])).length > 0,
  }
}

export type ReadySources = ReturnType<typeof createReadySources>
