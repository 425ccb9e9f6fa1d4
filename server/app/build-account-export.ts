import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { accountClosingRoutes, createAccountClosing } from '#server/modules/privacy/account-closing/index.ts'
import { accountExportRoutes, createAccountExport } from '#server/modules/privacy/account-export/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { People } from './build-people.ts'
import type { Platform } from './platform.ts'

interface Parts {
  people: People
  runs: RunsService
  startRun: StartRun
  tickets: TicketsService
}

/** What an account may do with all its data: export and delete it. */
export function buildAccountExport(platform: Platform, { people, runs, startRun, tickets }: Parts) {
  const { db, pool, storage } = platform
  const { accounts, mail, secondFactor, sessions, sites } = people
  const accountClosing = createAccountClosing({
    db,
    storage,
    accounts,
    secondFactor,
    sessions,
    runs,
    sites,
    mail,
    tries: createRateLimit(pool, { name: 'close-account', points: 10, seconds: 15 * 60 }),
    ...(platform.clock && { clock: platform.clock }),
  })
  const accountExport = createAccountExport({
    db,
    storage,
    accounts,
    runs,
    startRun,
    tickets,
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
