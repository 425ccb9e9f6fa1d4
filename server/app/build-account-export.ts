import { accountClosingRoutes, createAccountClosing } from '#server/modules/privacy/account-closing/index.ts'
import { accountExportRoutes, createAccountExport } from '#server/modules/privacy/account-export/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

/** What an account may do with all its data: export and delete it. */
export function buildAccountExport(platform: Platform, base: Base) {
  const { db, pool, storage } = platform
  const { accounts, sites } = base
  const accountClosing = createAccountClosing({
    db,
    storage,
    ...base,
    tries: createRateLimit(pool, { name: 'close-account', points: 10, seconds: 15 * 60 }),
    ...(platform.clock && { clock: platform.clock }),
  })
  const accountExport = createAccountExport({
    db,
    storage,
    ...base,
    brandOf: async (accountId) => {
      const account = await accounts.findAccount(accountId)
      const site = account && (await sites.ofRealm(account.realm_id))
      return (await sites.brandOf(site?.id ?? null)).name
    },
  })
  return {
    executors: [accountExport.executor],
    downloaders: [accountExport.downloader],
    accountClosing,
    routes: [...accountExportRoutes(accountExport), ...accountClosingRoutes(accountClosing)],
  }
}
