import type { AuditBreak } from '#contract/core/audit-breaks.ts'
import type { AuditHead } from '#contract/core/audit-head.ts'
import type { Db } from '#server/platform/db/db.ts'
import { getAuditKeys } from './audit-keys.ts'
import { type CheckpointRow, findCheckpoint, findLastCheckpoint } from './checkpoint-store.ts'
import { createCheckpoint } from './checkpoints.ts'

const makeMessage = ({ n, root }: Pick<AuditHead, 'n' | 'root'>): Buffer => Buffer.from(`${n} ${root}`)

const makeHead = ({ n, at, entries, root, mac }: CheckpointRow): AuditHead => ({
  n,
  at: at.toISOString(),
  entries,
  root: root.toString('hex'),
  mac: mac.toString('hex'),
})

/** The current head of the whole log, in its own checkpoint; null before the first start. */
export async function readHead(db: Db, { signed }: { signed: boolean }): Promise<AuditHead | null> {
  await createCheckpoint(db)
  const last = await findLastCheckpoint(db)
  if (!last || last.n === 0) return null
  const head = makeHead(last)
  if (!signed) return head
  const { signature, publicKey } = getAuditKeys(db).signHead(makeMessage(head))
  return { ...head, signature: signature.toString('hex'), public_key: publicKey.toString('hex') }
}

/** Compares the log with a head stored elsewhere; null when the log still contains it. */
export async function compareHead(db: Db, stored: AuditHead): Promise<AuditBreak | null> {
  const broken = (kind: AuditBreak['kind']): AuditBreak => ({
    account_id: null,
    seq: null,
    checkpoint: stored.n,
    kind,
    unknown_key: null,
  })
  const { signature } = stored
  if (signature && !getAuditKeys(db).checkHead(makeMessage(stored), Buffer.from(signature, 'hex')))
    return broken('forged')
  const row = await findCheckpoint(db, stored.n)
  if (!row) return broken('rolled_back')
  const { root, mac } = makeHead(row)
  return root === stored.root && mac === stored.mac ? null : broken('changed')
}
