import type { AiListType } from '#contract/ai/ai-prompt-types.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { PromptsService } from '#server/modules/ai/ai-prompts/index.ts'
import type { ModelsService } from '#server/modules/ai/models/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import type { BusinessFacts, SearchTraining } from './gather-sources.ts'
import type { LeadPageDeps } from './lead-pages.ts'

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

/** A list's leads, as returned by `leads`. */
export const scopeOf = (accountId: number, listId: number, type: AiListType) => ({
  accountId,
  listId,
  type,
  timeZone: 'UTC',
})
