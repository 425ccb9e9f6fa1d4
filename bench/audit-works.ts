import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { hashDetail, hashEntry } from '#server/modules/core/audit/audit-hash.ts'
import { createAuditKeys } from '#server/modules/core/audit/audit-keys.ts'
import { createCheckpoint } from '#server/modules/core/audit/checkpoints.ts'
import { bindAuditKeys, checkLog } from '#server/modules/core/audit/index.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, residentMb, watchMemory } from './measure.ts'

/** Entries between two checkpoints, as in the product. */
const BATCH = 1000
/** CPU seconds for a million entries, and megabytes. */
const GATE = 20
const MEMORY_GATE = 100

type Keys = ReturnType<typeof createAuditKeys>

/** Appends one batch of signed entries of about 460 bytes to an account's chain. */
async function appendBatch(database: pg.Pool, keys: Keys, accountId: number): Promise<void> {
  const { rows } = await database.query('select seq, hash from audit_chain where account_id = $1', [
    accountId,
  ])
  let [seq, hash] = [Number(rows[0].seq), rows[0].hash as Buffer]
  const entries = Array.from({ length: BATCH }, () => {
    seq += 1
    const detail = { from: `List ${seq} `.repeat(8), to: `List ${seq + 1} `.repeat(8), count: seq }
    const salt = Buffer.alloc(16, seq % 251)
    const entry = {
      account_id: accountId,
      seq,
      at: new Date(1_790_000_000_000 + seq),
      action: 'list.renamed',
      user_id: 1,
      actor_user_id: 1,
      credential: 'session' as const,
      subject: `list:${seq % 97}`,
      digest: hashDetail(salt, detail),
    }
    hash = hashEntry(hash, entry)
    const bytes = { salt, digest: entry.digest, hash, ...keys.sign('entry 1', hash) }
    const texts = Object.entries(bytes).map(([name, value]) => [name, `\\x${value.toString('hex')}`])
    return { ...entry, detail, v: 1, ...Object.fromEntries(texts) }
  })
  await database.query(
    'insert into audit_entry select * from jsonb_populate_recordset(null::audit_entry, $1::jsonb)',
    [JSON.stringify(entries)],
  )
  await database.query('update audit_chain set seq = $2, hash = $3 where account_id = $1', [
    accountId,
    seq,
    hash,
  ])
}

/** Verifying a log of one long chain, with a checkpoint for every 1,000 entries. */
export async function measureAudit(bench: BenchApp, size: number): Promise<Line[]> {
  const keys = createAuditKeys([readFileSync(join(bench.program.dataDir, 'secret-key'), 'utf8').trim()])
  const { db, close } = openDatabase(bench.databaseUrl, { log: silentLog(), max: 2 })
  bindAuditKeys(db, keys)
  const { accountId } = bench.admin
  const known = (await checkLog(db, accountId))?.entries ?? 0
  for (let at = known; at < size; at += BATCH) {
    await appendBatch(bench.database, keys, accountId)
    await createCheckpoint(db)
  }
  await bench.database.query('vacuum analyze audit_entry')
  const grown = watchMemory(process.pid)
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  const report = await checkLog(db)
  const { user, system } = process.cpuUsage(before)
  const took = (performance.now() - startedAt) / 1000
  const memory = grown()
  await close()
  if (!report || report.broken || report.entries < size) throw new Error(JSON.stringify(report))
  const processor = (user + system) / 1e6
  const limit = (GATE * size) / 1e6
  return [
    {
      work: 'verify the audit log',
      size,
      ours: `${fixed(processor, 2)} s`,
      limit: `${fixed(limit, 1)} s`,
      ratio: processor / limit,
      gate: `<= ${GATE} s a million, <= ${MEMORY_GATE} MB`,
      kept: processor <= limit && memory <= MEMORY_GATE,
      note: `processor time; ${fixed(took, 1)} s in all, memory +${fixed(memory)} of ${fixed(residentMb(process.pid))} MB, ${report.checkpoints} checkpoints`,
    },
  ]
}
