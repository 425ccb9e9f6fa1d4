import type { AiListType } from '#contract/ai-prompt-types.ts'
import type { PromptsService } from '#server/modules/ai-prompts/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { ModelsService } from '#server/modules/models/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { BusinessFacts, SearchTraining } from './gather-sources.ts'
import type { LeadPageDeps } from './lead-pages.ts'

/** What texts about leads are made with. */
export interface AiTextDeps extends LeadPageDeps {
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  runs: RunsService
  startRun: StartRun
  models: ModelsService
  prompts: PromptsService
  businessOf(accountId: number): Promise<BusinessFacts | null>
  searchTraining: SearchTraining
}

/** Leads of one list as `leads` reads them. */
export const scopeOf = (accountId: number, listId: number, type: AiListType) => ({
  ...{ accountId, listId, type, timeZone: 'UTC' },
})
