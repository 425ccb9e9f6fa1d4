import {
  type AccountExportDeps,
  accountExportRoutes,
  createAccountExport,
} from '#server/modules/account-export/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'

/** What an account asks of its own data. */
export function buildAccountExport(
  deps: Omit<AccountExportDeps, 'brandName'> & { sites: Pick<SitesService, 'brandOf'> },
) {
  const accountExport = createAccountExport({
    ...deps,
    brandName: async () => (await deps.sites.brandOf(null)).name,
  })
  return {
    executors: [accountExport.executor],
    downloaders: [accountExport.downloader],
    routes: accountExportRoutes(accountExport),
  }
}
