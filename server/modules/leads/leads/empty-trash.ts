import { sql } from 'kysely'
import { BIN_DAYS } from '#contract/core/constants.ts'
import { detachList } from '#server/modules/activity/runs/index.ts'
import { findExpiredLists, forgetList } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
import { removeOldLabels } from './labels/labels-store.ts'

/** Rows per statement, so that no lock is held for long. */
const CHUNK = 5000

async function removeChunk(db: Db, condition: ReturnType<typeof sql>): Promise<number> {
  const result = await sql`delete from lead where (account_id, list_id, id) in (
    select account_id, list_id, id from lead where ${condition} limit ${CHUNK})`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

async function removeAll(db: Db, condition: ReturnType<typeof sql>): Promise<void> {
  while ((await removeChunk(db, condition)) === CHUNK);
}

/** Deletes records about permanently deleted leads. */
async function removeOrphans(db: Db): Promise<void> {
  for (const table of ['lead_change', 'lead_label', 'known_names'] as const)
    await sql`delete from ${sql.table(table)} t where not exists (
      select 1 from lead l where l.account_id = t.account_id and l.id = t.lead_id)`.execute(db)
}

/**
 * Permanently deletes what has been in the trash for more than 30 days: single leads, and whole lists with
 * everything in them. Runs and the ledger keep their figures; only the list's name is removed.
 */
export async function emptyTrash(db: Db): Promise<void> {
  const removeList = async (list: { account_id: number; id: number }) => {
    await removeAll(db, sql`account_id = ${list.account_id} and list_id = ${list.id}`)
    await transaction(db, async () => {
      await detachList(db, list.account_id, list.id)
      await forgetList(db, list.account_id, list.id)
    })
  }
  await runSteps({
    leads: () => removeAll(db, sql`deleted_at < now() - make_interval(days => ${BIN_DAYS})`),
    lists: async () => forEachItem('lists', await findExpiredLists(db), removeList),
    orphans: () => removeOrphans(db),
    labels: () => removeOldLabels(db, BIN_DAYS),
  })
}
