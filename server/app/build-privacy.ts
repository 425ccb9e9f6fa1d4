import type { BusinessDetailsService } from '#server/modules/business-details/index.ts'
import { createErasureService, erasureRoutes } from '#server/modules/erasure/index.ts'
import type { createExportsService } from '#server/modules/exports/index.ts'
import type { TicketsService } from '#server/modules/files/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import { noticeRoutes, noticesDownloader } from '#server/modules/notices/index.ts'
import {
  createSuppressionService,
  type SuppressionCheck,
  suppressionRoutes,
} from '#server/modules/suppression/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

interface Parts {
  lists: ListsService
  leads: LeadsService
  exports: ReturnType<typeof createExportsService>
  suppression: SuppressionCheck
  tickets: TicketsService
  profiles: BusinessDetailsService
}

/** What people may ask of whoever holds their data: not to be written to, to be forgotten, to be told. */
export function buildPrivacy({ db, storage }: Platform, parts: Parts): Route[] {
  const { lists, leads, exports, tickets, profiles, suppression: check } = parts
  return [
    ...suppressionRoutes(createSuppressionService({ db, lists, check, exportFiles: exports.files })),
    ...erasureRoutes(createErasureService({ db, storage, lists, check })),
    ...noticeRoutes({ db, leads, tickets, profiles }),
  ]
}

/** Files of those. */
export const privacyDownloaders = (
  db: Platform['db'],
  parts: { leads: LeadsService; profiles: BusinessDetailsService },
) => [noticesDownloader({ db, ...parts })]
