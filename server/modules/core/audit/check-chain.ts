import type { AuditBreakKind } from '#contract/core/audit-breaks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { hashDetail, hashEntry } from './audit-hash.ts'
import { type AuditKeys, getAuditKeys } from './audit-keys.ts'
import { type AuditRow, type ChainRow, entriesAfter, findChain } from './audit-store.ts'
import { listRecordedHeads } from './checkpoint-store.ts'
import type { Head } from './head-tree.ts'
import { findStart } from './seal-chain.ts'

const PAGE = 1000

export interface ChainReport {
  /** Intact entries before the break, or all of them. */
  entries: number
  /** Entries from before signing: chained, but unproven. */
  unproven: number
  /** Number of the first broken entry. */
  brokenAt: number | null
  kind: AuditBreakKind | null
  /** Key of a forged entry, in hex, when unknown to the configuration. */
  unknownKey: string | null
}

/** State of a chain check after some entries. */
interface Walk {
  keys: AuditKeys
  start: number
  seq: number
  hash: Buffer
  unproven: number
  /** From the first signed entry on, all are. */
  isSigned: boolean
  /** Emptied entries not yet named by an erasure: digest in hex by number. */
  erased: Map<number, string>
  heads: readonly Head[]
  /** Recorded heads passed so far. */
  passed: number
  unknownKey: string | null
}

/** Removes emptied entries that an erasure names with their digests. */
function noteErasure({ erased }: Walk, detail: AuditRow['detail']): void {
  for (const [seq, digest] of (detail?.erased ?? []) as [number, string][])
    if (erased.get(seq) === digest) erased.delete(seq)
}

/** Accepts entries before the first signed one, if that adopts them. */
function checkAdoption(walk: Walk, { action, detail }: AuditRow): AuditBreakKind | null {
  const isAdopted =
    action === 'audit.adopted' && detail?.seq === walk.seq && detail.head === walk.hash.toString('hex')
  if (!isAdopted) return 'forged'
  for (const seq of detail.erased as number[]) walk.erased.delete(seq)
  return null
}

function checkSignature(walk: Walk, entry: AuditRow, hash: Buffer): AuditBreakKind | null {
  if (entry.v === 0) {
    walk.unproven += 1
    return walk.isSigned ? 'forged' : null
  }
  if (entry.v !== 1 || !entry.key_id || !entry.mac) return 'forged'
  const verdict = walk.keys.check('entry 1', hash, { key_id: entry.key_id, mac: entry.mac })
  if (verdict === 'unknown key') walk.unknownKey = entry.key_id.toString('hex')
  if (verdict !== 'valid') return 'forged'
  const isFirstSigned = !walk.isSigned && walk.seq > walk.start
  walk.isSigned = true
  if (isFirstSigned) return checkAdoption(walk, entry)
  if (entry.action === 'audit.erased') noteErasure(walk, entry.detail)
  return null
}

/** Checks one entry on recomputed values, and advances. */
function step(walk: Walk, entry: AuditRow): AuditBreakKind | null {
  if (entry.seq !== walk.seq + 1) return 'missing'
  if ((entry.salt === null) !== (entry.detail === null)) return 'erased_without_order'
  const { salt, detail } = entry
  if (salt && detail && !hashDetail(salt, detail).equals(entry.digest)) return 'changed'
  // An out-of-range time is not a date.
  if (!(entry.at instanceof Date)) return 'changed'
  const hash = hashEntry(walk.hash, entry)
  if (!hash.equals(entry.hash)) return 'changed'
  const broken = checkSignature(walk, entry, hash)
  if (broken) return broken
  for (let head = walk.heads[walk.passed]; head && head.seq <= entry.seq; head = walk.heads[walk.passed]) {
    if (head.seq === entry.seq && !head.hash.equals(hash)) return 'rolled_back'
    walk.passed += 1
  }
  if (!salt) walk.erased.set(entry.seq, entry.digest.toString('hex'))
  walk.seq = entry.seq
  walk.hash = hash
  return null
}

/** Problems of a chain whose entries are all intact, and where. */
function breakAtEnd(walk: Walk, end: ChainRow | undefined): [number, AuditBreakKind] | null {
  const recorded = walk.heads.at(-1)?.seq ?? 0
  const next = walk.seq + 1
  const isLonger = (end?.seq ?? 0) > walk.seq
  if (walk.seq === walk.start && (isLonger || recorded > walk.seq)) return [next, 'wiped']
  if (isLonger) return [next, 'cut']
  if (recorded > walk.seq) return [next, 'rolled_back']
  if (walk.unproven > 0 && !walk.isSigned) return [1, 'forged']
  const [unordered] = [...walk.erased.keys()].sort((a, b) => a - b)
  if (unordered !== undefined) return [unordered, 'erased_without_order']
  if (walk.seq > 0 && !(end?.seq === walk.seq && end.hash.equals(walk.hash))) return [walk.seq, 'changed']
  return null
}

function startRun(db: Db, start: { seq: number; hash: Buffer }, heads: readonly Head[]): Walk {
  const keys = getAuditKeys(db)
  const shared = { keys, heads, unproven: 0, unknownKey: null, erased: new Map() }
  const passed = heads.filter(({ seq }) => seq <= start.seq).length
  return { ...shared, ...start, start: start.seq, isSigned: start.seq > 0, passed }
}

async function walkChain(db: Db, accountId: number): Promise<ChainReport> {
  const heads = await listRecordedHeads(db, accountId)
  const chain = await findChain(db, accountId)
  const start = findStart(db, chain)
  if (!start)
    return { entries: 0, unproven: 0, brokenAt: chain?.sealed_seq ?? 1, kind: 'forged', unknownKey: null }
  const walk = startRun(db, start, heads)
  const report = (brokenAt: number | null, kind: AuditBreakKind | null): ChainReport => ({
    entries: walk.seq - walk.start,
    unproven: walk.unproven,
    brokenAt,
    kind,
    unknownKey: walk.unknownKey,
  })
  const atStart = heads.find(({ seq }) => seq === start.seq)
  if (atStart && !atStart.hash.equals(start.hash)) return report(start.seq, 'rolled_back')
  for (;;) {
    const page = await entriesAfter(db, accountId, walk.seq, PAGE)
    for (const entry of page) {
      const kind = step(walk, entry)
      if (kind) return report(walk.seq + 1, kind)
    }
    if (page.length > 0) continue
    const found = breakAtEnd(walk, await findChain(db, accountId))
    return found ? report(...found) : report(null, null)
  }
}

/**
 * Walks an account's chain and recomputes every digest, hash and MAC; heads recorded by checkpoints must be
 * among them. Memory does not grow with the chain.
 */
export async function checkChain(db: Db, accountId: number): Promise<ChainReport> {
  const report = await walkChain(db, accountId)
  // Entries may be written, or deleted with their account, during the walk: only what is broken twice is broken.
  return report.kind ? walkChain(db, accountId) : report
}
