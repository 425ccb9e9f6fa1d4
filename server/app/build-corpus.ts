import {
  areaRoutes,
  corpusFetchExecutor,
  corpusImportExecutor,
  corpusRemoveExecutor,
  corpusRoutes,
  createCorpusAreas,
  createCorpusService,
  createTwinsService,
  rejectedDownloader,
} from '#server/modules/corpus/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/files/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { Platform } from './platform.ts'

/** The open corpus: filled from files and by area, searched by everybody. */
export function buildCorpus(
  { db, queue, overtureBase }: Platform,
  shared: {
    uploads: UploadsService
    tickets: TicketsService
    runs: RunsService
    startRun: StartRun
    leads: LeadsService
    wallet: Wallet
  },
) {
  const corpus = createCorpusService({ db, ...shared })
  const areas = createCorpusAreas({ db, base: overtureBase, startRun: shared.startRun })
  return {
    areas,
    routes: [...corpusRoutes(corpus, createTwinsService({ db, ...shared })), ...areaRoutes(areas)],
    executors: [
      corpusImportExecutor({ db, uploads: shared.uploads, queue }),
      corpusFetchExecutor({ db, queue, source: areas.source }),
      corpusRemoveExecutor(db),
    ],
    downloaders: [rejectedDownloader(db)],
  }
}
