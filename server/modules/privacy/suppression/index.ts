import { leadsUnsubscribed } from '#server/modules/leads/crm/index.ts'
import { suppressedEmails, suppressedLeads, suppressesNothing } from '#server/modules/leads/leads/index.ts'
import { peopleOptedOut } from '#server/modules/prospecting/lead-imports/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { suppressOptedOut, suppressUnsubscribed } from './add-entries.ts'
import { areEmailsSuppressed, areLeadsSuppressed, hasNoSuppression } from './suppression-check.ts'
import { suppressionRoutes } from './suppression-routes.ts'

export { matchingLeads } from './matching-leads.ts'
export { profileKey, type ReadValue, readValue } from './read-value.ts'
export { makeDigest } from './suppression-check.ts'
export { insertEntries, lockList } from './suppression-store.ts'

export const suppressionModule = defineModule({
  routes: suppressionRoutes,
  on: [
    peopleOptedOut.on(suppressOptedOut),
    leadsUnsubscribed.on(suppressUnsubscribed),
    suppressedLeads.answer((ctx, { accountId, values }) => areLeadsSuppressed(ctx, accountId, values)),
    suppressedEmails.answer((ctx, { accountId, emails }) => areEmailsSuppressed(ctx, accountId, emails)),
    suppressesNothing.answer((ctx, { accountId }) => hasNoSuppression(ctx, accountId)),
  ],
})
