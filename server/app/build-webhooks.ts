import type { EventLead } from '#contract/activity/webhook-events.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { ENRICHMENTS, presentRun } from '#server/modules/activity/runs/index.ts'
import {
  createDeliveriesService,
  createDispatcher,
  createFailingWebhooks,
  createWebhooksService,
  createZapierService,
  type DispatcherDeps,
  type EventSources,
  failingWebhookRoutes,
  findCustomer,
  type Notify,
  WEBHOOKS_WAIT,
  webhookRoutes,
  zapierRoutes,
} from '#server/modules/activity/webhooks/index.ts'
import type { ExportsService } from '#server/modules/leads/exports/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface WebhookParts extends Base {
  exports: ExportsService
  autopilots: Pick<EventSources, 'autopilot' | 'autopilotRun'>
}

/** Event data from their modules. */
function sourcesOf(db: Db, { lists, leads, runs, exports, autopilots }: WebhookParts): EventSources {
  return {
    customer: (accountId, id) => findCustomer(db, accountId, id),
    autopilot: autopilots.autopilot,
    autopilotRun: autopilots.autopilotRun,
    list: (accountId, id) => lists.facts(accountId, id),
    async leads(accountId, list, ids) {
      const rows = await leads.presented(accountId, { id: list.id, type: list.type as ListTypeId }, ids)
      return rows.map(({ id, values, email_state, is_sample, added_at }): EventLead => {
        const { tags, lead_source } = list
        return { id, values, email_state, is_sample, added_at, tags, lead_source }
      })
    },
    async run(accountId, id) {
      const row = await runs.find(accountId, id)
      if (!row) return null
      const { kind, state, title, total, done, counts, cost, error, finished_at } = presentRun(row)
      return { id, kind, state, title, total, done, counts, cost, error, finished_at }
    },
    async file(accountId, runId) {
      const file = await exports.files.find(accountId, runId)
      if (!file) return null
      const expires_at = file.expires_at.toISOString()
      return { bytes: file.bytes, expires_at, download: `POST /api/exports/${runId}/ticket` }
    },
  }
}

/** Notifies the account's owners in the application and by mail, as each has chosen. */
const notifyOwners =
  (notifications: Notifications, now: () => Date): Notify =>
  (accountId, { webhookId, name, host, reason }) => {
    const detail = { webhook_id: webhookId, since: now().toISOString(), name, address: host, reason }
    return notifications.notify({ accountId, permission: 'owner', kind: 'webhook_off', detail })
  }

/** Webhooks: their pages, and the dispatcher. */
export function buildWebhooks(platform: Platform, parts: WebhookParts) {
  const { db, bus, log, webhookSending } = platform
  const secretBox = createSecretBox(platform.secretKey)
  const sources = sourcesOf(db, parts)
  const wake = (accountId: number) => publish(db, { accountId, kind: WEBHOOKS_WAIT, id: 0 })
  const service = createWebhooksService({ db, secretBox, sources, mappedHosts: webhookSending.hosts, wake })
  const zapier = createZapierService({ db, webhooks: service, sources, enriching: ENRICHMENTS })
  const deliveries = createDeliveriesService({ db, webhooks: service, wake })
  const deps: DispatcherDeps = {
    db,
    bus,
    log,
    secretBox,
    sources,
    outbound: webhookSending.outbound,
    notify: notifyOwners(parts.notifications, systemClock.now),
    ahead: () => 0,
  }
  const dispatcher = createDispatcher(deps)
  return {
    routes: [
      ...webhookRoutes(service, deliveries),
      ...failingWebhookRoutes(createFailingWebhooks(db)),
      ...zapierRoutes(zapier),
    ],
    dispatcher,
    async close(): Promise<void> {
      await dispatcher.close()
      await webhookSending.outbound.close()
    },
    /** Another dispatcher on the same database, for tests of concurrency and time. */
    anotherDispatcher: (other: Partial<DispatcherDeps> = {}) => createDispatcher({ ...deps, ...other }),
  }
}
