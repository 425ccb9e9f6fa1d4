import type { AutopilotStepName } from '#contract/prospecting/autopilot-steps.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { SearchesService } from '#server/modules/prospecting/searches/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Log } from '#server/platform/log.ts'
import type { ScheduleClock } from './autopilots-store.ts'
import type { StepWork } from './step-work.ts'

export interface AutopilotDeps {
  db: Db
  log: Log
  clock: ScheduleClock
  lists: ListsService
  leads: LeadsService
  runs: RunsService
  wallet: Pick<Wallet, 'spendable'>
  searches: Pick<SearchesService, 'requestInto' | 'searchInto'>
  notifications: Pick<Notifications, 'notify'>
  /**
   * The actor a run acts as, with current rights; with an API key, its daily limit applies. Null when the person
   * or the key has lost access.
   */
  actorOf(accountId: number, userId: number, apiKeyId: number | null): Promise<Actor | null>
  /** Implementation of each declared step. */
  steps: Record<AutopilotStepName, StepWork>
}
