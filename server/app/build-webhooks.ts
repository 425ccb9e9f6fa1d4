import { sql } from 'kysely'
import type { ListTypeId } from '#contract/list-types/index.ts'
import type { EventLead } from '#contract/webhook-events.ts'
import type { ExportsService } from '#server/modules/exports/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { MailService } from '#server/modules/mail/index.ts'
import { presentRun, type RunsService } from '#server/modules/runs/index.ts'
import {
  createDeliveriesService,
  createDispatcher,
  createWebhooksService,
  type DispatcherDeps,
  type EventSources,
  type Notify,
  WEBHOOKS_WAIT,
  webhookRoutes,
} from '#server/modules/webhooks/index.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Platform } from './platform.ts'

interface WebhookParts {
  lists: ListsService
  leads: LeadsService
  runs: RunsService
  exports: ExportsService
  mail: MailService
}

/** What events say, read where it is kept. */
function sourcesOf({ lists, leads, runs, exports }: WebhookParts): EventSources {
  return {
    list: (accountId, id) => lists.facts(accountId, id),
    async leads(accountId, list, ids) {
      const rows = await leads.told(accountId, { id: list.id, type: list.type as ListTypeId }, ids)
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

/** Writes to the owners of the account, under the brand of their realm. */
const notifyByMail =
  (db: Db, mail: MailService): Notify =>
  async (accountId, { name, host, reason }) => {
    const { rows } = await sql<{ id: number; email: string; first_name: string; site_id: number | null }>`
      select u.id, u.email, u.first_name,
        (select s.id from site s where s.realm_id = a.realm_id and s.verified_at is not null order by s.id limit 1) as site_id
      from app_user u join account a on a.id = u.account_id
      where u.account_id = ${accountId} and u.role <> 'related' order by u.id`.execute(db)
    for (const { id, email, first_name, site_id } of rows)
      await mail.send({
        siteId: site_id,
        to: email,
        template: 'webhook-off',
        variables: { first_name, webhook: name, host, reason },
        secrets: {},
        userId: id,
        accountId,
      })
  }

/** Webhooks: their pages, and the dispatcher that sends. */
export function buildWebhooks(platform: Platform, parts: WebhookParts) {
  const { db, bus, log, webhookSending } = platform
  const secretBox = createSecretBox(platform.secretKey)
  const sources = sourcesOf(parts)
  const wake = (accountId: number) => publish(db, { accountId, kind: WEBHOOKS_WAIT, id: 0 })
  const service = createWebhooksService({ db, secretBox, sources, mappedHosts: webhookSending.hosts, wake })
  const deliveries = createDeliveriesService({ db, webhooks: service, wake })
  const deps: DispatcherDeps = {
    ...{ db, bus, log, secretBox, sources },
    outbound: webhookSending.outbound,
    notify: notifyByMail(db, parts.mail),
    ahead: () => 0,
  }
  const dispatcher = createDispatcher(deps)
  return {
    routes: webhookRoutes(service, deliveries),
    dispatcher,
    async close(): Promise<void> {
      await dispatcher.close()
      await webhookSending.outbound.close()
    },
    /** Another dispatcher on the same database: tests of several workers and of time. */
    anotherDispatcher: (other: Partial<DispatcherDeps> = {}) => createDispatcher({ ...deps, ...other }),
  }
}
