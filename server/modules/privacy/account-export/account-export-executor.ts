import { accountExportRun } from '#contract/activity/run-kinds/account-export.ts'
import { defineExecutor, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import {
  exportFileNames,
  finishExportFile,
  insertExportFile,
  removeExportFile,
} from '#server/modules/leads/exports/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import { PARTS } from './account-parts.ts'
import { createContents } from './add-contents.ts'
import { type Archive, createArchive } from './archive.ts'
import { readMe } from './read-me.ts'

export interface AccountExportWorkDeps {
  db: Db
  storage: Storage
  /** Brand name known to the account's people. */
  brandOf(accountId: number): Promise<string>
}

/** Writes a run's archive. */
export function createAccountExportExecutor(deps: AccountExportWorkDeps): RunExecutor {
  const { db, storage } = deps
  const { listsOf, addLeads, addPart } = createContents(db)

  async function accountName(accountId: number): Promise<string> {
    const row = await getRow(db, 'account_node', { id: accountId }, ['name'])
    return row.name
  }

  /** A crashed worker left a partial file: this one starts over. */
  async function forgetEarlier(accountId: number, runId: number): Promise<void> {
    for (const name of await exportFileNames(db, accountId, runId)) await storage.remove(name)
    await removeExportFile(db, accountId, runId)
  }

  return defineExecutor(accountExportRun, {
    async run({ run, step }) {
      const { account_id: accountId, id: runId } = run
      const now = systemClock.now()
      await forgetEarlier(accountId, runId)
      const place = { accountId, runId, name: `account-export-${randomId()}` }
      const filename = `all-data-${now.toISOString().slice(0, 10)}.tar.gz`
      await insertExportFile(db, { ...place, filename })
      let archive: Archive | undefined
      const lists = await listsOf(accountId)
      let [done, records] = [0, 0]
      const total = lists.length + PARTS.length
      const moved = async (rows: number) => {
        records += rows
        await step(async () => ({ done, total, counts: { records } }))
      }
      try {
        archive = await createArchive(storage, place.name)
        await archive.add(
          'README.txt',
          readMe(await deps.brandOf(accountId), await accountName(accountId), now),
          now,
        )
        for (const list of lists) {
          await addLeads(archive, accountId, list, moved)
          done += 1
        }
        for (const part of PARTS) {
          await addPart(archive, accountId, part, moved)
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
