import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import type { SourceStatsService } from '#server/modules/sources/source-stats/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { createSearchCounts } from './count-search.ts'
import { createSearchQuotes } from './quote-search.ts'
import { createSearchFigures } from './search-figures.ts'
import type { PreviewGuard } from './search-preview.ts'
import { createSearchStart } from './start-search.ts'

export interface SearchesDeps {
  db: Db
  sources: SourcesService
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  startRun: StartRun
  sourceStats: SourceStatsService
  suppression: PreviewGuard
}

/** Free counts, quotes and starting searches. The work is in search-executor.ts. */
export function createSearchesService(deps: SearchesDeps) {
  const { db, sources, lists, leads, wallet, startRun, sourceStats, suppression } = deps
  const { requestSource, figuresOf } = createSearchFigures({ db, sources, leads, wallet, sourceStats })
  return {
    ...createSearchCounts({ sources, leads, suppression, requestSource }),
    ...createSearchQuotes({ db, sources, lists, wallet, figuresOf }),
    ...createSearchStart({ sources, lists, startRun, figuresOf }),
  }
}

export type SearchesService = ReturnType<typeof createSearchesService>
