import type { AiTextService } from '#server/modules/ai/ai-text/index.ts'
import { findActorById } from '#server/modules/identity/sessions/index.ts'
import type { ConnectionsService, PushService } from '#server/modules/leads/crm/index.ts'
import type { LabelsService } from '#server/modules/leads/labels/index.ts'
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
} from '#server/modules/prospecting/autopilots/index.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import type { EnrichmentService } from '#server/modules/prospecting/enrichment/index.ts'
import type { SearchesService } from '#server/modules/prospecting/searches/index.ts'
import type { WaterfallsService } from '#server/modules/prospecting/waterfalls/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface AutopilotParts extends Base {
  searches: SearchesService
  enrichment: EnrichmentService
  waterfalls: WaterfallsService
  emailVerification: EmailVerificationService
  labels: LabelsService
  aiText: AiTextService
  pushes: PushService
  connections: ConnectionsService
}

/** Emits webhook events of autopilots. */
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

/** Scheduled searches: their pages, and the worker that starts them and performs their steps. */
export function buildAutopilot(platform: Platform, parts: AutopilotParts) {
  const { db, log } = platform
  const steps = createSteps({ db, ...parts })
  const deps: AutopilotDeps = {
    db,
    ...parts,
    log,
    steps,
    clock: platform.scheduleClock ?? databaseClock,
    actorOf: (accountId, userId, apiKeyId) => findActorById(db, accountId, userId, apiKeyId),
  }
  const service = createAutopilotsService(deps)
  return {
    routes: autopilotRoutes(service, createDryRun({ ...parts, service, steps })),
    worker: createAutopilotWorker(deps),
    eventSources: eventSourcesOf(db),
    /** Another worker on the same database, for tests of concurrency and time. */
    anotherWorker: (other: Partial<AutopilotDeps> = {}) => createAutopilotWorker({ ...deps, ...other }),
  }
}
