import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { type AuditedList, auditedList } from '#server/testing/audited-list.ts'
import { TEST_SECRET_KEY, type TestApp, testApp } from '#server/testing/test-app.ts'
import { appendEntry } from './append-entry.ts'
import { hashDetail, hashEntry } from './audit-hash.ts'
import { bindAuditKeys, createAuditKeys } from './audit-keys.ts'
import { entriesAfter } from './audit-store.ts'
import { checkChain } from './check-chain.ts'
import { createCheckpoint } from './checkpoints.ts'

let t: TestApp
let logged: AuditedList
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  logged = await auditedList(t, 'One', 'Two', 'Three')
  await createCheckpoint(db())
  await logged.rename('Four')
})
afterAll(() => t.close())

const db = () => t.app.database.db

/** What the check finds after `tamper`, which is rolled back. */
async function foundAfter(tamper: (accountId: number) => Promise<unknown>) {
  const undo = new Error('undo')
  let found: unknown
  const work = async () => {
    await tamper(logged.user.accountId)
    const { entries, brokenAt, kind } = await checkChain(db(), logged.user.accountId)
    found = { entries, brokenAt, kind }
    throw undo
  }
  await expect(transaction(db(), work)).rejects.toBe(undo)
  return found
}

/** An attack by someone who knows the program but not the key: rewrites entries from `seq` on with matching hashes. */
async function recompute(accountId: number, from: number, change: Record<string, unknown>): Promise<void> {
  let hash = Buffer.alloc(32) as Buffer
  for (const entry of await entriesAfter(db(), accountId, 0, 100)) {
    if (entry.seq === from) Object.assign(entry, change)
    if (entry.salt && entry.detail) entry.digest = hashDetail(entry.salt, entry.detail)
    hash = hashEntry(hash, entry)
    await sql`update audit_entry set action = ${entry.action}, detail = ${JSON.stringify(entry.detail)}::jsonb,
      digest = ${entry.digest}, hash = ${hash} where account_id = ${accountId} and seq = ${entry.seq}`.execute(
      db(),
    )
  }
  await sql`update audit_chain set hash = ${hash} where account_id = ${accountId}`.execute(db())
}

const cut = (accountId: number, after: number) =>
  sql`delete from audit_entry where account_id = ${accountId} and seq > ${after}`.execute(db())
const setHeadBack = (accountId: number) =>
  sql`update audit_chain c set (seq, hash) = (select seq, hash from audit_entry e
    where e.account_id = c.account_id order by seq desc limit 1) where account_id = ${accountId}`.execute(
    db(),
  )

describe('the check of a chain', () => {
  it('accepts every intact entry', async () => {
    expect(await foundAfter(async () => {})).toEqual({ entries: 5, brokenAt: null, kind: null })
  })

  it.each([
    ['a changed action', sql`update audit_entry set action = 'list.deleted'`, 'changed'],
    ['a changed user', sql`update audit_entry set user_id = 1`, 'changed'],
    ['a changed detail', sql`update audit_entry set detail = '{"from": "X"}'`, 'changed'],
    ['a time beyond all times', sql`update audit_entry set at = 'infinity'`, 'changed'],
    ['a missing entry', sql`delete from audit_entry`, 'missing'],
    [
      'a false detail without its salt',
      sql`update audit_entry set detail = '{"to": "X"}', salt = null`,
      'erased_without_order',
    ],
    ['a detail gone without its salt', sql`update audit_entry set detail = null`, 'erased_without_order'],
    ['another signature', sql`update audit_entry set mac = decode(repeat('00', 32), 'hex')`, 'forged'],
    ['a removed signature', sql`update audit_entry set v = 0, mac = null, key_id = null`, 'forged'],
    ['a version of its own', sql`update audit_entry set v = 9`, 'forged'],
  ])('finds %s', async (_what, change, kind) => {
    const found = await foundAfter((id) => sql`${change} where account_id = ${id} and seq = 3`.execute(db()))
    expect(found).toEqual({ entries: 2, brokenAt: 3, kind })
  })

  it('finds an emptied entry that no erasure names', async () => {
    const found = await foundAfter((id) =>
      sql`update audit_entry set detail = null, salt = null where account_id = ${id} and seq = 3`.execute(
        db(),
      ),
    )
    expect(found).toEqual({ entries: 5, brokenAt: 3, kind: 'erased_without_order' })
  })

  it('finds an unsigned beginning that was not adopted', async () => {
    const found = await foundAfter((id) =>
      sql`update audit_entry set v = 0, mac = null, key_id = null where account_id = ${id} and seq < 4`.execute(
        db(),
      ),
    )
    expect(found).toEqual({ entries: 3, brokenAt: 4, kind: 'forged' })
  })

  it('accepts an erasure only for entries whose digests it names', async () => {
    const found = await foundAfter(async (account_id) => {
      await appendEntry(db(), {
        account_id,
        action: 'audit.erased',
        subject: null,
        credential: 'none',
        user_id: null,
        actor_user_id: null,
        detail: { erased: [[3, '00']] },
      })
      await sql`update audit_entry set detail = null, salt = null
        where account_id = ${account_id} and seq = 3`.execute(db())
    })
    expect(found).toEqual({ entries: 6, brokenAt: 3, kind: 'erased_without_order' })
  })

  it('finds a chain whose hashes were all recomputed', async () => {
    const found = await foundAfter((id) => recompute(id, 3, { action: 'list.deleted', detail: { to: 'X' } }))
    expect(found).toEqual({ entries: 2, brokenAt: 3, kind: 'forged' })
  })

  it.each([
    ['cut', 4, async () => {}, { entries: 4, brokenAt: 5, kind: 'cut' }],
    [
      'cut, with its head set back before a checkpoint',
      2,
      setHeadBack,
      { entries: 2, brokenAt: 3, kind: 'rolled_back' },
    ],
    ['emptied', 0, async () => {}, { entries: 0, brokenAt: 1, kind: 'wiped' }],
    [
      'removed with its head',
      0,
      (id: number) => sql`delete from audit_chain where account_id = ${id}`.execute(db()),
      { entries: 0, brokenAt: 1, kind: 'wiped' },
    ],
  ])('finds a chain that was %s', async (_what, after, more, expected) => {
    const found = await foundAfter(async (id) => {
      await cut(id, after)
      await more(id)
    })
    expect(found).toEqual(expected)
  })

  it('finds a removed or moved head', async () => {
    const broken = { entries: 5, brokenAt: 5, kind: 'changed' }
    const id = logged.user.accountId
    expect(
      await foundAfter(() => sql`delete from audit_chain where account_id = ${id}`.execute(db())),
    ).toEqual(broken)
    expect(
      await foundAfter(() => sql`update audit_chain set seq = 3 where account_id = ${id}`.execute(db())),
    ).toEqual(broken)
  })

  it('finds a restored old state that was continued', async () => {
    const other = await auditedList(t, 'One', 'Two')
    const { accountId } = other.user
    await createCheckpoint(db())
    await cut(accountId, 2)
    await setHeadBack(accountId)
    await other.rename('Another', 'And more')
    expect(await checkChain(db(), accountId)).toMatchObject({ brokenAt: 3, kind: 'rolled_back' })
  })

  it('accepts former keys, and names an unknown one', async () => {
    const only = createAuditKeys(['another secret of more than 32 letters'])
    const both = createAuditKeys(['another secret of more than 32 letters', TEST_SECRET_KEY])
    try {
      bindAuditKeys(db(), both)
      expect(await checkChain(db(), logged.user.accountId)).toMatchObject({ kind: null })
      bindAuditKeys(db(), only)
      const report = await checkChain(db(), logged.user.accountId)
      expect(report).toMatchObject({
        brokenAt: 1,
        kind: 'forged',
        unknownKey: expect.stringMatching(/^\w{16}$/),
      })
    } finally {
      bindAuditKeys(db(), createAuditKeys([TEST_SECRET_KEY]))
    }
  })
})
