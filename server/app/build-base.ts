import { postMargin } from '#server/modules/accounts/margin/index.ts'
import { createWallet, type Wallet } from '#server/modules/accounts/wallet/index.ts'
import { createRunsService, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import {
  createTicketsService,
  createUploadsService,
  type Downloader,
} from '#server/modules/core/files/index.ts'
import { createLeadsService } from '#server/modules/leads/leads/index.ts'
import { createListsService } from '#server/modules/leads/lists/index.ts'
import { createStartRun } from '#server/modules/leads/run-start/index.ts'
import { createSuppressionCheck } from '#server/modules/privacy/suppression/index.ts'
import { createSourceStats } from '#server/modules/sources/source-stats/index.ts'
import { buildAccount } from './build-account.ts'
import { buildPeople } from './build-people.ts'
import type { Paying } from './paying.ts'
import type { Platform } from './platform.ts'

/** People, credits, files, lists, leads and runs: the base of every other module. */
export function buildBase(platform: Platform, paying: Paying) {
  const { db, queue, storage, secretKey } = platform
  const [executors, downloaders]: [RunExecutor[], Downloader[]] = [[], []]
  const wallet: Wallet = createWallet({
    db,
    // Balance observers are built later than the wallet.
    moved: (accountId) => account.modules.billing.moved(accountId),
    alertAt: async (accountId) => (await account.modules.billing.alert(accountId)).threshold,
    notifyLow: (balance) => people.notifications.creditsLow(balance),
    posted: (posting) => postMargin(db, posting),
    poolUsed: (pool) => account.modules.credits.poolUsed(pool),
  })
  const people = buildPeople(platform, wallet)
  const runs = createRunsService({
    db,
    queue,
    notify: people.notifications.notify,
    executors: () => executors,
  })
  const tickets = createTicketsService({ db, downloaders: () => downloaders })
  const uploads = createUploadsService({ db, storage })
  const lists = createListsService({ db, runs })
  const account = buildAccount(platform, people, tickets, wallet, paying)
  const suppression = createSuppressionCheck({ db, secretKey })
  const leads = createLeadsService({ db, lists, suppression })
  const startRun = createStartRun({ db, runs, lists, wallet })
  const sourceStats = createSourceStats({ db })
  return {
    ...people,
    profiles: account.modules.profiles,
    executors,
    downloaders,
    people,
    account,
    wallet,
    lists,
    leads,
    runs,
    startRun,
    tickets,
    uploads,
    suppression,
    sourceStats,
  }
}

/** The services that every other part may use. */
export type Base = ReturnType<typeof buildBase>
