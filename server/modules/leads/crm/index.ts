import { defineModule } from '#server/platform/module.ts'
import { defineJob, scheduledJob } from '#server/platform/queue/queue.ts'
import { crmExecutors } from './crm-executor.ts'
import { crmKitPart } from './crm-kit.ts'
import { crmRoutes } from './crm-routes.ts'
import { forgetGoneLeads } from './ledger-store.ts'
import { readAllWins, readInRound } from './read-wins.ts'
import { READ_OUTCOMES, type ReadOutcomesInput } from './sender-hook.ts'

export { findOwnConnection } from './connections.ts'
export { findConnectionKinds } from './connections-store.ts'
export { sentEntities } from './ledger-store.ts'
export { pushLeads } from './push-leads.ts'
export { leadsBounced, leadsUnsubscribed } from './signals.ts'

export const crmModule = defineModule({
  routes: (ctx) => crmRoutes(ctx),
  kitParts: [crmKitPart],
  executors: (ctx) => crmExecutors(ctx),
  jobs: (ctx) => [
    scheduledJob({ name: 'crm.read-wins', cron: '*/15 * * * *', handle: () => readAllWins(ctx) }),
    defineJob<ReadOutcomesInput>({
      name: READ_OUTCOMES,
      retries: 2,
      concurrency: 2,
      handle: ({ accountId, id, crm }) => readInRound(ctx, accountId, id, crm),
    }),
  ],
  housekeeping: (ctx) => ({ leads: () => forgetGoneLeads(ctx.db) }),
})
