import type pg from 'pg'
import {
  type AccountClosingDeps,
  accountClosingRoutes,
  createAccountClosing,
} from '#server/modules/account-closing/index.ts'
import {
  type AccountExportDeps,
  accountExportRoutes,
  createAccountExport,
} from '#server/modules/account-export/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'

type Deps = Omit<AccountExportDeps, 'brandName'> &
  Omit<AccountClosingDeps, 'tries'> & { pool: pg.Pool; sites: Pick<SitesService, 'brandOf'> }

/** What an account asks of its own data: to take it along, and to have it deleted. */
export function buildAccountExport(deps: Deps) {
  const tries = createRateLimit(deps.pool, { name: 'close-account', points: 10, seconds: 15 * 60 })
  const accountClosing = createAccountClosing({ ...deps, tries })
  const accountExport = createAccountExport({
    ...deps,
    brandName: async () => (await deps.sites.brandOf(null)).name,
  })
  return {
    executors: [accountExport.executor],
    downloaders: [accountExport.downloader],
    accountClosing,
    routes: [...accountExportRoutes(accountExport), ...accountClosingRoutes(accountClosing)],
  }
}
