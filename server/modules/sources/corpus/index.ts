import * as api from '#contract/sources/corpus.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { CorpusService } from './corpus-service.ts'
import { placeDuplicateRoutes } from './duplicates/duplicates-routes.ts'
import type { PlaceDuplicatesService } from './duplicates/duplicates-service.ts'

export { detachAreas } from './area/area-store.ts'
export { corpusRefreshJob } from './area/areas-job.ts'
export { areaRoutes } from './area/areas-routes.ts'
export { createCorpusAreas } from './area/areas-service.ts'
export { createReleaseBase } from './area/base/create-release-base.ts'
export type { ReleaseBase } from './area/base/release-base.ts'

export { corpusFetchExecutor } from './area/fetch-executor.ts'
export { corpusRemoveExecutor } from './area/remove-executor.ts'
export { hasOtherHolder, holdersOf, namesOfPeople } from './corpus-holders.ts'
export { corpusImportExecutor } from './corpus-import.ts'
export { type CorpusService, createCorpusService } from './corpus-service.ts'
export { createCorpusSource, resolveNear, resolveRegions } from './corpus-source.ts'
export { hasPlaces } from './corpus-store.ts'
export { createPlaceDuplicatesService } from './duplicates/duplicates-service.ts'
export { corpusEntityKeys } from './entity-keys.ts'
export { knownEntityKeys } from './known-entity-keys.ts'
export { placeReader } from './place-reader.ts'
export { rejectedDownloader } from './rejected-download.ts'
export { corpusTidyJob } from './settle-load.ts'

export const corpusRoutes = (corpus: CorpusService, duplicates: PlaceDuplicatesService) => [
  route(api.previewImport, ({ actor, body }) => data(corpus.preview(actor, body))),
  route(api.startImport, ({ actor, body }) => data(corpus.start(actor, body))),
  route(api.corpusSources, () => data(corpus.sources())),
  route(api.rejectedRows, ({ actor, params }) => corpus.rejected(actor, params.run_id)),
  route(api.rejectedFile, ({ actor, params }) => data(corpus.rejectedTicket(actor, params.run_id))),
  ...placeDuplicateRoutes(duplicates),
]
