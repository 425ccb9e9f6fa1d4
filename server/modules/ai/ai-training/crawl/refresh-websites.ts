import type { TrainingWebsite } from '#contract/ai/ai-training-websites.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import {
  claimDueWebsite,
  type DueWebsite,
  dueWebsites,
  setRefresh,
  type WebsiteRow,
  websitesOf,
} from './crawl-store.ts'
import { presentWebsite } from './present-crawl.ts'
import { startCrawl } from './start-crawl.ts'

export interface WebsiteRefreshDeps {
  db: Db
  startRun: StartRun
  /** A person with their current rights; null when no longer active. */
  actorOf(accountId: number, userId: number): Promise<Actor | null>
  clock?: Clock
}

/** The module a refresh requires, like a manual crawl. */
const MODULE = 'ai_suggest'

export function createWebsiteRefresh(deps: WebsiteRefreshDeps) {
  const { db, actorOf, clock = systemClock } = deps

  return {
    websites: async (accountId: number) => (await websitesOf(db, accountId)).map(presentWebsite),

    schedule: (actor: Actor, id: number, days: number): Promise<TrainingWebsite> =>
      transaction(db, async () => {
        const { accountId } = actor
        if (!(await setRefresh(db, accountId, id, days))) throw notFound('The website')
        recordAudit(db, { accountId, subject: `ai_training_website:${id}`, detail: { days } })
        const row = (await websitesOf(db, accountId)).find((website) => website.id === id)
        return presentWebsite(row as WebsiteRow & { pages: number })
      }),

    /**
     * Refreshes due websites, each once however many processes do this; one that cannot be started does not block
     * others. After an error it stays due; what is refused or no longer permitted waits for its next date.
     */
    async startDue(now = clock.now()): Promise<void> {
      const refresh = ({ account_id, id }: DueWebsite) =>
        transaction(db, async () => {
          const due = await claimDueWebsite(db, { account_id, id }, now)
          const actor = due && (await actorOf(account_id, due.created_by))
          if (!actor || !hasModule(actor, MODULE)) return
          const { start, wanted } = due as WebsiteRow
          await startCrawl(deps, actor, { address: start, field: 'website', pages: wanted, refresh: true })
        })
      await forEachItem('websites', await dueWebsites(db, now), async (website) => {
        try {
          await refresh(website)
        } catch (error) {
          // A refusal would only repeat in ten minutes.
          if (error instanceof AppError) await claimDueWebsite(db, website, now)
          throw error
        }
      })
    },
  }
}
