import { type RawBuilder, type Selectable, sql } from 'kysely'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRows, updateRows } from '#server/platform/db/rows.ts'
import type { Signature } from './audit-keys.ts'
import { databaseNow } from './database-now.ts'

interface AuditEntryTable {
  account_id: number
  seq: number
  at: Date
  action: string
  user_id: number | null
  actor_user_id: number | null
  credential: 'session' | 'api_key' | 'none'
  subject: string | null
  detail: Record<string, unknown> | null
  salt: Buffer | null
  digest: Buffer
  hash: Buffer
  /** 0: hashed only; 1: `mac` signs the hash. */
  v: number
  key_id: Buffer | null
  mac: Buffer | null
}
interface AuditChainTable {
  account_id: number
  seq: number
  hash: Buffer
  sealed_seq: number | null
  sealed_hash: Buffer | null
  sealed_key_id: Buffer | null
  sealed_mac: Buffer | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    audit_entry: AuditEntryTable
    audit_chain: AuditChainTable
  }
}
export type AuditRow = Selectable<AuditEntryTable>
export type ChainRow = Selectable<AuditChainTable>

/** Entries that prove other facts: never erased. */
const RECORDS = ['audit.adopted', 'audit.erased'] as const

/** The head of an account's chain, locked until the transaction ends, with the current time in milliseconds. */
export async function lockChain(db: Db, accountId: number) {
  const end = await db
    .insertInto('audit_chain')
    .values({ account_id: accountId, seq: 0, hash: sql`decode(repeat('00', 32), 'hex')` })
    .onConflict((oc) => oc.column('account_id').doUpdateSet({ seq: sql<number>`audit_chain.seq` }))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()
  return { ...end, at: await databaseNow(db) }
}

/** Appends an entry to the chain, which the caller has locked. */
export async function insertEntry(db: Db, entry: AuditRow): Promise<void> {
  await insertRows(db, 'audit_entry', {
    ...entry,
    detail: entry.detail ? asJson(entry.detail) : null,
  })
  await updateRows(db, 'audit_chain', { account_id: entry.account_id }, { seq: entry.seq, hash: entry.hash })
}

export const findChain = (db: Db, accountId: number): Promise<ChainRow | undefined> =>
  findRow(db, 'audit_chain', { account_id: accountId })

/** A part of the chain after `seq`, in order. */
export const entriesAfter = (db: Db, accountId: number, seq: number, limit: number): Promise<AuditRow[]> =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** Heads of all non-empty chains. */
export const findHeads = (db: Db) =>
  db
    .selectFrom('audit_chain')
    .select(['account_id', 'seq', 'hash'])
    .where('seq', '>', 0)
    .orderBy('account_id')
    .execute()

/** Total entries of all accounts, by their heads. */
export async function countEntries(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_chain')
    .select(sql<number>`coalesce(sum(seq), 0)::bigint`.as('entries'))
    .executeTakeFirstOrThrow()
  return row.entries
}

/** Every account that has or had entries. */
export async function findLoggedAccounts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from audit_chain union select account_id from audit_checkpoint_head
    union select distinct account_id from audit_entry order by 1`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Numbers of the entries with erased detail and salt. */
export async function findErased(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('seq')
    .where('account_id', '=', accountId)
    .where('detail', 'is', null)
    .where('salt', 'is', null)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

/** Erases detail and salt where `where` applies. @returns number and digest of each entry, by account and number. */
export async function blankDetails(db: Db, accountId: number | null, where: RawBuilder<unknown>) {
  const within = accountId === null ? sql`true` : sql`account_id = ${accountId}`
  const { rows } = await sql<{ account_id: number; seq: number; digest: Buffer }>`
    update audit_entry set detail = null, salt = null
    where ${within} and detail is not null and action <> all(${[...RECORDS]}::text[]) and (${where})
    returning account_id, seq, digest`.execute(db)
  return rows.sort((a, b) => a.account_id - b.account_id || a.seq - b.seq)
}

/** Records the signed head up to which an account's entries are removed. */
export async function insertSeal(
  db: Db,
  { account_id, seq, hash }: Pick<ChainRow, 'account_id' | 'seq' | 'hash'>,
  { key_id, mac }: Signature,
): Promise<void> {
  await updateRows(
    db,
    'audit_chain',
    { account_id },
    { sealed_seq: seq, sealed_hash: hash, sealed_key_id: key_id, sealed_mac: mac },
  )
}
