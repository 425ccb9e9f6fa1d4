import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import type { StripeGateway } from '#server/providers/payments/index.ts'
import type { Connections } from './connections-service.ts'
import type { EventWorker } from './event-worker.ts'
import type { SyncSubscription } from './stripe-subscriptions.ts'

export interface ReconcileDeps {
  db: Db
  clock: Clock
  log: Log
  stripe: StripeGateway
  worker: Pick<EventWorker, 'take' | 'handle'>
  connections: Pick<Connections, 'chargeable' | 'refresh'>
  syncSubscription: SyncSubscription
  notifications: Pick<Notifications, 'notify'>
}
