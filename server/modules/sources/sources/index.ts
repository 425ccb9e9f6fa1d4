import { retentionNoted } from '#server/modules/leads/leads/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { removeOldAnswers } from './answer-cache.ts'
import { removeOldSourceUse } from './health-store.ts'
import { createJoinedSource } from './joined-source.ts'
import { noteRetention } from './settings-store.ts'
import { createSimilarSource } from './similar-source.ts'
import { sourcesKitPart } from './sources-kit.ts'
import { searcherRoutes, sourceKeyRoutes } from './sources-routes.ts'
import { vendorSources } from './vendor-sources.ts'

export const sourcesModule = defineModule({
  routes: (ctx) => [...sourceKeyRoutes(ctx), ...searcherRoutes(ctx)],
  kitParts: [sourcesKitPart],
  leadSources(ctx) {
    const joined = createJoinedSource(ctx)
    return [...vendorSources(ctx), joined, createSimilarSource(joined)]
  },
  on: [retentionNoted.on((ctx, { sourceId, days }) => noteRetention(ctx.db, sourceId, days))],
  housekeeping: (ctx) => ({
    'source use': () => removeOldSourceUse(ctx.db),
    answers: () => removeOldAnswers(ctx.db),
  }),
})

export { storeCredential } from './credentials.ts'
export { measureSources } from './measure-sources.ts'
export { notApplied } from './not-applied.ts'
export {
  isSourceReady,
  listReadySources,
  listReadyStates,
  listSourceStatuses,
  listVerifiers,
  type ReadySource,
  statusIn,
} from './ready-sources.ts'
export { retentionDays } from './retention.ts'
export { createSourceContext, findUnitPrice } from './source-context.ts'
export { callSource } from './source-errors.ts'
export {
  findEvidenceStore,
  findSource,
  getSource,
  listEnrichers,
  listSourcesInOrder,
} from './source-registry.ts'
