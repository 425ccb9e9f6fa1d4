import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { createWaterfallRuns } from './start-waterfall.ts'
import { createWaterfallSettings } from './waterfall-settings.ts'

export interface WaterfallsDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  sources: SourcesService
  startRun: StartRun
}

/** Source orders, quotes and starts. The work is in waterfall-executor.ts. */
export function createWaterfallsService(deps: WaterfallsDeps) {
  const { db, lists, leads, wallet, sources, startRun } = deps
  const { settingOf, pricedSteps, ...settings } = createWaterfallSettings({ db, sources })
  return {
    ...settings,
    ...createWaterfallRuns({ db, lists, leads, wallet, startRun, settingOf, pricedSteps }),
  }
}

export type WaterfallsService = ReturnType<typeof createWaterfallsService>
