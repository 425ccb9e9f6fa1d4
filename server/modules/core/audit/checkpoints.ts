import { type Db, transaction } from '#server/platform/db/db.ts'
import { sha256 } from './audit-hash.ts'
import { getAuditKeys } from './audit-keys.ts'
import { countEntries, findHeads } from './audit-store.ts'
import * as store from './checkpoint-store.ts'
import { databaseNow } from './database-now.ts'
import { createHeadTree, type HeadTree } from './head-tree.ts'

/** Entries of all accounts after which a checkpoint is due. */
const ENTRIES_APART = 1000
/** Checkpoints per read. */
const PAGE = 100

export const FIRST_PREVIOUS = Buffer.alloc(32)

/** What a checkpoint's MAC signs. */
const hashOfCheckpoint = ({
  n,
  at,
  entries,
  root,
  previous,
}: Pick<store.CheckpointRow, 'n' | 'at' | 'entries' | 'root' | 'previous'>): Buffer =>
  sha256(JSON.stringify([n, at.toISOString(), entries, root.toString('hex'), previous.toString('hex')]))

/**
 * Records the heads that moved. A head that went back stays as recorded, so that a break stays visible. For the
 * holder of the lock; `previous` is the previous checkpoint.
 */
export async function writeCheckpoint(
  db: Db,
  previous: Pick<store.CheckpointRow, 'n' | 'mac'>,
): Promise<void> {
  const tree = createHeadTree()
  for (const head of await store.findRecordedHeads(db)) tree.set(head)
  const moved = (await findHeads(db)).filter(({ account_id, seq }) => seq > tree.seqOf(account_id))
  if (moved.length === 0 && previous.n > 0) return
  for (const head of moved) tree.set(head)
  const checkpoint = {
    n: previous.n + 1,
    at: await databaseNow(db),
    entries: tree.entries(),
    root: tree.root(),
    previous: previous.mac,
  }
  const signature = getAuditKeys(db).sign('checkpoint 1', hashOfCheckpoint(checkpoint))
  await store.insertCheckpoint(db, { ...checkpoint, ...signature }, moved)
}

/** Writes a checkpoint where chains moved; none before the log was adopted, and none when all were removed. */
export const createCheckpoint = (db: Db): Promise<void> =>
  transaction(db, async () => {
    await store.lockCheckpoints(db)
    const last = await store.findLastCheckpoint(db)
    if (last && last.n > 0) await writeCheckpoint(db, last)
  })

/** Whether the last checkpoint is this old, or 1,000 entries were written since. */
export async function isCheckpointDue(db: Db, minutes: number): Promise<boolean> {
  const last = await store.findLastCheckpoint(db)
  const age = last ? (await databaseNow(db)).getTime() - last.at.getTime() : 0
  // A job that starts a little early must not leave it to the next one.
  if (age >= (minutes - 0.5) * 60_000) return true
  return (await countEntries(db)) - (last?.entries ?? 0) >= ENTRIES_APART
}

export interface CheckpointReport {
  checkpoints: number
  brokenAt: number | null
  kind: 'changed' | 'missing' | 'forged' | 'wiped' | null
  /** Key of a forged one, in hex, when unknown to the configuration. */
  unknownKey: string | null
}

type Verdict = Pick<CheckpointReport, 'kind' | 'unknownKey'>
const WHOLE: Verdict = { kind: null, unknownKey: null }

function verdictOn(
  db: Db,
  tree: HeadTree,
  row: store.CheckpointRow,
  expected: { n: number; mac: Buffer },
): Verdict {
  if (row.n !== expected.n) return { ...WHOLE, kind: 'missing' }
  // An out-of-range time is not a date.
  if (!(row.at instanceof Date)) return { ...WHOLE, kind: 'changed' }
  const verdict = getAuditKeys(db).check('checkpoint 1', hashOfCheckpoint(row), row)
  if (verdict !== 'valid')
    return { kind: 'forged', unknownKey: verdict === 'unknown key' ? row.key_id.toString('hex') : null }
  const isWhole = row.previous.equals(expected.mac) && row.root.equals(tree.root())
  return isWhole ? WHOLE : { ...WHOLE, kind: 'changed' }
}

/** Recomputes every checkpoint from its recorded heads. Memory grows with the number of accounts only. */
export async function checkCheckpoints(db: Db): Promise<CheckpointReport> {
  const tree = createHeadTree()
  let last = { n: 0, mac: FIRST_PREVIOUS as Buffer }
  for (;;) {
    const page = await store.checkpointsAfter(db, last.n, PAGE)
    if (page.length === 0) break
    const heads = await store.headsOfCheckpoints(db, last.n + 1, (page.at(-1) as store.CheckpointRow).n)
    const byCheckpoint = Map.groupBy(heads, ({ n }) => n)
    for (const row of page) {
      for (const head of byCheckpoint.get(row.n) ?? []) tree.set(head)
      const verdict = verdictOn(db, tree, row, { n: last.n + 1, mac: last.mac })
      if (verdict.kind) return { checkpoints: last.n, brokenAt: last.n + 1, ...verdict }
      last = row
    }
  }
  if (last.n > 0) return { checkpoints: last.n, brokenAt: null, ...WHOLE }
  return { checkpoints: 0, brokenAt: 1, ...WHOLE, kind: 'wiped' }
}
