import type {} from '#server/modules/core/files/index.ts'
import {
  areaRoutes,
  corpusFetchExecutor,
  corpusImportExecutor,
  corpusRemoveExecutor,
  corpusRoutes,
  createCorpusAreas,
  createCorpusService,
  createPlaceDuplicatesService,
  rejectedDownloader,
} from '#server/modules/sources/corpus/index.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

/** The open corpus: filled from files and by area, searched by everyone. */
export function buildCorpus({ db, queue, overtureBase }: Platform, base: Base) {
  const { uploads } = base
  const corpus = createCorpusService({ db, ...base })
  const areas = createCorpusAreas({ db, base: overtureBase, startRun: base.startRun })
  return {
    areas,
    routes: [...corpusRoutes(corpus, createPlaceDuplicatesService({ db, ...base })), ...areaRoutes(areas)],
    executors: [
      corpusImportExecutor({ db, uploads, queue }),
      corpusFetchExecutor({ db, queue, source: areas.source }),
      corpusRemoveExecutor(db),
    ],
    downloaders: [rejectedDownloader(db)],
  }
}
