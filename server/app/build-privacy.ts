import type { createExportsService } from '#server/modules/leads/exports/index.ts'
import {
  createErasureService,
  erasureExecutor,
  erasureRoutes,
} from '#server/modules/privacy/erasure/index.ts'
import { noticeRoutes, noticesDownloader } from '#server/modules/privacy/notices/index.ts'
import { createSuppressionService, suppressionRoutes } from '#server/modules/privacy/suppression/index.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface Parts extends Base {
  exports: ReturnType<typeof createExportsService>
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
