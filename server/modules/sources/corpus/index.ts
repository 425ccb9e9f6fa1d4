import { knownEntityKeys } from '#server/modules/leads/lead-edits/index.ts'

import { defineModule } from '#server/platform/module.ts'
import { corpusRefreshJob } from './area/areas-job.ts'
import { areaRoutes } from './area/areas-routes.ts'
import { corpusFetchExecutor } from './area/fetch-executor.ts'
import { corpusRemoveExecutor } from './area/remove-executor.ts'
import { corpusImportExecutor } from './corpus-import.ts'
import { corpusRoutes } from './corpus-routes.ts'
import { createCorpusSource } from './corpus-source.ts'
import { placeDuplicateRoutes } from './duplicates/duplicates-routes.ts'
import { findKnownEntityKeys } from './find-known-entity-keys.ts'
import { rejectedDownloader } from './rejected-download.ts'
import { corpusTidyJob } from './settle-load.ts'
import { vendorPlaces } from './vendor-places.ts'

export const corpusModule = defineModule({
  routes: (ctx) => [...corpusRoutes(ctx), ...placeDuplicateRoutes(ctx), ...areaRoutes(ctx)],
  jobs: (ctx) => [corpusRefreshJob(ctx), corpusTidyJob(ctx)],
  executors: (ctx) => [corpusImportExecutor(ctx), corpusFetchExecutor(ctx), corpusRemoveExecutor(ctx)],
  downloaders: (ctx) => [rejectedDownloader(ctx)],
  leadSources: (ctx) => [createCorpusSource(ctx), ...vendorPlaces(ctx)],
  on: [knownEntityKeys.answer((ctx, lead) => findKnownEntityKeys(ctx.db, lead))],
})

export { detachAreas } from './area/area-store.ts'
export { createReleaseBase } from './area/base/create-release-base.ts'
export { findSignalsOfRecords } from './changes/business-signals.ts'

export { hasOtherHolder, listHolders, namesOfPeople } from './corpus-holders.ts'
export { resolveNear, resolveRegions } from './corpus-source.ts'
export { hasPlaces } from './corpus-store.ts'
export { corpusEntityKeys } from './entity-keys.ts'
export { placeReader } from './place-reader.ts'
