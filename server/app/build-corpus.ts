import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/core/files/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
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
import type { Platform } from './platform.ts'

/** The open corpus: filled from files and by area, searched by everyone. */
export function buildCorpus(
  { db, queue, overtureBase }: Platform,
  parts: {
    uploads: UploadsService
    tickets: TicketsService
    runs: RunsService
    startRun: StartRun
    leads: LeadsService
    wallet: Wallet
  },
) {
  const { uploads, tickets, runs, startRun, leads, wallet } = parts
  const corpus = createCorpusService({ db, uploads, tickets, runs, startRun })
  const areas = createCorpusAreas({ db, base: overtureBase, startRun })
  return {
    areas,
    routes: [
      ...corpusRoutes(corpus, createPlaceDuplicatesService({ db, leads, wallet })),
      ...areaRoutes(areas),
    ],
    executors: [
      corpusImportExecutor({ db, uploads, queue }),
      corpusFetchExecutor({ db, queue, source: areas.source }),
      corpusRemoveExecutor(db),
    ],
    downloaders: [rejectedDownloader(db)],
  }
}
