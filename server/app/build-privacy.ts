import type { BusinessDetailsService } from '#server/modules/ai/business-details/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { createExportsService } from '#server/modules/leads/exports/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import {
  createErasureService,
  erasureExecutor,
  erasureRoutes,
} from '#server/modules/privacy/erasure/index.ts'
import { noticeRoutes, noticesDownloader } from '#server/modules/privacy/notices/index.ts'
import {
  createSuppressionService,
  type SuppressionCheck,
  suppressionRoutes,
} from '#server/modules/privacy/suppression/index.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Platform } from './platform.ts'

interface Parts {
  lists: ListsService
  leads: LeadsService
  exports: ReturnType<typeof createExportsService>
  suppression: SuppressionCheck
  tickets: TicketsService
  profiles: BusinessDetailsService
  startRun: StartRun
}

/** Privacy requests: suppression, erasure and notices. */
export function buildPrivacy({ db, storage, secretKey }: Platform, parts: Parts) {
  const { lists, leads, exports, tickets, profiles, startRun, suppression: check } = parts
  const secretBox = createSecretBox(secretKey)
  return {
    executors: [erasureExecutor({ db, storage, lists, check, secretBox })],
    downloaders: [noticesDownloader({ db, leads, profiles })],
    routes: [
      ...suppressionRoutes(createSuppressionService({ db, lists, check, exportFiles: exports.files })),
      ...erasureRoutes(createErasureService({ db, storage, lists, check, secretBox, startRun })),
      ...noticeRoutes({ db, leads, tickets, profiles }),
    ],
  }
}
