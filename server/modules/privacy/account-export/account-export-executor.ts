import { accountExportRun } from '#contract/activity/run-kinds/account-export.ts'
import { defineExecutor, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import { findBrandOfRealm } from '#server/modules/branding/sites/index.ts'
import {
  exportFileNames,
  finishExportFile,
  insertExportFile,
  removeExportFile,
} from '#server/modules/leads/exports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { PARTS } from './account-parts.ts'
import { archiveLeads, archivePart, findActiveLists } from './add-contents.ts'
import { type Archive, createArchive } from './archive.ts'
import { readMe } from './read-me.ts'

/** The account's name, and the brand's that its people know. */
async function findNames(ctx: Context, accountId: number): Promise<{ account: string; brand: string }> {
  const account = await getRow(ctx.db, 'account_node', { id: accountId }, ['name', 'realm_id'])
  return { account: account.name, brand: (await findBrandOfRealm(ctx, account.realm_id)).name }
}

/** Writes a run's archive. */
export function accountExportExecutor(ctx: Context): RunExecutor {
  const { db, storage } = ctx

  /** A crashed worker left a partial file: this one starts over. */
  async function forgetEarlier(accountId: number, runId: number): Promise<void> {
    for (const name of await exportFileNames(db, accountId, runId)) await storage.remove(name)
    await removeExportFile(db, accountId, runId)
  }

  return defineExecutor(accountExportRun, {
    async run({ run, step }) {
      const { account_id: accountId, id: runId } = run
      const now = ctx.clock.now()
      await forgetEarlier(accountId, runId)
      const place = { accountId, runId, name: `account-export-${randomId()}` }
      const filename = `all-data-${now.toISOString().slice(0, 10)}.tar.gz`
      await insertExportFile(db, { ...place, filename })
      let archive: Archive | undefined
      const lists = await findActiveLists(ctx, accountId)
      let [done, records] = [0, 0]
      const total = lists.length + PARTS.length
      const moved = async (rows: number) => {
        records += rows
        await step(async () => ({ done, total, counts: { records } }))
      }
      try {
        archive = await createArchive(storage, place.name)
        await archive.add('README.txt', readMe({ ...(await findNames(ctx, accountId)), at: now }), now)
        for (const list of lists) {
          await archiveLeads(ctx, archive, { accountId, list, moved })
          done += 1
        }
        for (const part of PARTS) {
          await archivePart(ctx, archive, { accountId, part, moved })
          done += 1
        }
        const bytes = await archive.end()
        await step(async () => {
          await finishExportFile(db, accountId, runId, bytes)
          return { done, total, counts: { records } }
        })
      } catch (error) {
        await archive?.drop()
        await removeExportFile(db, accountId, runId).catch(() => {})
        throw error
      }
    },
  })
}
