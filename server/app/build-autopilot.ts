import type { AiTextService } from '#server/modules/ai-text/index.ts'
import {
  type AutopilotDeps,
  autopilotRoutes,
  createAutopilotsService,
  createAutopilotWorker,
  createDryRun,
  createSteps,
  databaseClock,
  findAutopilot,
  findAutopilotRun,
  presentAutopilotRun,
} from '#server/modules/autopilots/index.ts'
import type { ConnectionsService, PushService } from '#server/modules/crm/index.ts'
import type { EmailVerificationService } from '#server/modules/email-verification/index.ts'
import type { EnrichmentService } from '#server/modules/enrichment/index.ts'
import type { LabelsService, LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { MailService } from '#server/modules/mail/index.ts'
import type { Notifications } from '#server/modules/notifications/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { SearchesService } from '#server/modules/searches/index.ts'
import { findActorById } from '#server/modules/sessions/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { WaterfallsService } from '#server/modules/waterfalls/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Platform } from './platform.ts'

interface AutopilotParts {
  lists: ListsService
  leads: LeadsService
  runs: RunsService
  wallet: Wallet
  searches: SearchesService
  enrichment: EnrichmentService
  waterfalls: WaterfallsService
  emailVerification: EmailVerificationService
  labels: LabelsService
  aiText: AiTextService
  pushes: PushService
  connections: ConnectionsService
  mail: MailService
  sites: SitesService
  notifications: Notifications
}

/** What webhooks are told of autopilots. */
const eventSourcesOf = (db: Db) => ({
  async autopilot(accountId: number, id: number) {
    const row = await findAutopilot(db, accountId, id)
    return row ? { id: row.id, name: row.name } : null
  },
  async autopilotRun(accountId: number, id: number) {
    const row = await findAutopilotRun(db, accountId, id)
    if (!row) return null
    const { slot, state, leads, cost, message, finished_at } = presentAutopilotRun(row)
    return { id, slot, state, leads, cost, message, finished_at }
  },
})

/** Searches that start by themselves: their pages, and the worker that starts them and does their steps. */
export function buildAutopilot(platform: Platform, parts: AutopilotParts) {
  const { db, log } = platform
  const steps = createSteps({ ...parts, db })
  const deps: AutopilotDeps = {
    ...{ ...parts, db, log, steps },
    clock: platform.scheduleClock ?? databaseClock,
    actorOf: (accountId, userId) => findActorById(db, accountId, userId),
  }
  const service = createAutopilotsService(deps)
  return {
    routes: autopilotRoutes(service, createDryRun({ ...deps, service })),
    worker: createAutopilotWorker(deps),
    eventSources: eventSourcesOf(db),
    /** Another worker on the same database: tests of several of them and of time. */
    anotherWorker: (other: Partial<AutopilotDeps> = {}) => createAutopilotWorker({ ...deps, ...other }),
  }
}
