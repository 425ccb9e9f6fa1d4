import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { erasePerson } from '#contract/privacy/suppression.ts'
import { transaction } from '#server/platform/db/db.ts'
import { type AuditedList, auditedList } from '#server/testing/audited-list.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { adoptLog } from './adopt-log.ts'
import { appendEntry } from './append-entry.ts'
import { compareHead, readHead } from './audit-head.ts'
import { checkChain } from './check-chain.ts'
import { checkLog } from './check-log.ts'
import { createCheckpoint, isCheckpointDue } from './checkpoints.ts'
import { eraseAuditDetails } from './erase-details.ts'

let t: TestApp
let logged: AuditedList
let accountId: number
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  logged = await auditedList(t, 'One', 'Two')
  accountId = logged.user.accountId
  await createCheckpoint(db())
  await logged.rename('Three')
  await createCheckpoint(db())
})
afterAll(() => t.close())

const db = () => t.app.database.db
const run = (query: ReturnType<typeof sql>) => query.execute(db())
const broken = async () => (await checkLog(db()))?.broken

/** Runs `work` in a transaction that is rolled back. */
async function undone(work: () => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  const undoing = transaction(db(), async () => {
    await work()
    throw undo
  })
  await expect(undoing).rejects.toBe(undo)
}

describe('an erasure', () => {
  it('leaves the chain intact and an entry that names what it emptied', async () => {
    const working = await testApp()
    onTestFinished(() => working.close())
    const own = working.app.database.db
    const { user } = await auditedList(working, 'Anna anna@acme.example', 'Two')
    const erased = await working.call(erasePerson, { body: { email: 'anna@acme.example' } }, user)
    expect(erased.status).toBe(200)
    await working.finished(erased.body.data.run_id as number, user)
    const { rows } = await sql<{ action: string; detail: { erased: [number, string][] } | null }>`
      select action, detail from audit_entry where account_id = ${user.accountId} order by seq`.execute(own)
    const of = (action: string) => rows.filter((row) => row.action === action)
    expect(of('list.renamed').map(({ detail }) => detail)).toEqual([null, null])
    expect(of('audit.erased').map(({ detail }) => detail?.erased.map(([seq]) => seq))).toEqual([[2, 3]])
    expect(await checkChain(own, user.accountId)).toMatchObject({ entries: rows.length, kind: null })
  })

  it('commits with its entry or not at all, and needs a transaction', async () => {
    const order = { accountId, where: sql`seq = 2` }
    await undone(async () => {
      expect(await eraseAuditDetails(db(), order)).toBe(1)
    })
    await expect(eraseAuditDetails(db(), order)).rejects.toThrow('needs a transaction')
    expect(await checkChain(db(), accountId)).toMatchObject({ entries: 4, kind: null })
  })

  it('in all accounts names in each log what it emptied, and empties no such entry', async () => {
    const others = [await auditedList(t, 'Bo', 'Ann'), await auditedList(t, 'Bo')]
    const erase = () =>
      transaction(db(), () =>
        eraseAuditDetails(db(), {
          accountId: null,
          where: sql`detail ->> 'to' = 'Bo'
        or action in ('audit.erased', 'audit.adopted')`,
        }),
      )
    expect([await erase(), await erase()]).toEqual([2, 0])
    const chains = await Promise.all(others.map(({ user }) => checkChain(db(), user.accountId)))
    expect(chains.map(({ entries, kind }) => [entries, kind])).toEqual([
      [4, null],
      [3, null],
    ])
  })
})

describe('the whole log', () => {
  it('is intact with its checkpoints, and one account can be checked alone', async () => {
    const whole = { unproven: 0, broken: null, broken_accounts: 0 }
    expect(await checkLog(db())).toMatchObject(whole)
    expect(await checkLog(db(), accountId)).toEqual({ ...whole, accounts: 1, entries: 4, checkpoints: 3 })
    expect(await checkLog(db(), 999_999)).toBeNull()
  })

  it('is compared with a head stored elsewhere', async () => {
    const head = await readHead(db(), { signed: true })
    if (!head) throw new Error('the log has no head')
    const { signature: _, ...unsigned } = head
    const kindOf = async (stored: typeof unsigned) => (await compareHead(db(), stored))?.kind ?? null
    expect(await kindOf(head)).toBeNull()
    expect(await kindOf(unsigned)).toBeNull()
    expect(await kindOf({ ...unsigned, n: head.n + 5 })).toBe('rolled_back')
    expect(await kindOf({ ...unsigned, root: 'ab'.repeat(32) })).toBe('changed')
    expect(await kindOf({ ...head, root: 'ab'.repeat(32) })).toBe('forged')
  })

  it('gets a checkpoint after 1,000 entries, and none without changes', async () => {
    await createCheckpoint(db())
    const count = async () => (await checkLog(db(), accountId))?.checkpoints
    const before = await count()
    await createCheckpoint(db())
    expect(await count()).toBe(before)
    await undone(async () => {
      await run(sql`update audit_chain set seq = seq + 999 where account_id = ${accountId}`)
      expect(await isCheckpointDue(db())).toBe(false)
      await run(sql`update audit_chain set seq = seq + 1 where account_id = ${accountId}`)
      expect(await isCheckpointDue(db())).toBe(true)
    })
  })

  it.each([
    ['a moved head', sql`update audit_checkpoint_head set seq = seq - 1 where n = 2`, 2, 'changed'],
    ['another hash of a head', sql`update audit_checkpoint_head set hash = '' where n = 2`, 2, 'changed'],
    ['a removed head', sql`delete from audit_checkpoint_head where n = 2`, 2, 'changed'],
    ['another predecessor', sql`update audit_checkpoint set previous = mac where n = 2`, 2, 'forged'],
    ['a changed time', sql`update audit_checkpoint set at = at - interval '1 day' where n = 2`, 2, 'forged'],
    ['a time beyond all times', sql`update audit_checkpoint set at = 'infinity' where n = 2`, 2, 'changed'],
    ['a missing checkpoint', sql`delete from audit_checkpoint where n = 2`, 2, 'missing'],
    ['no checkpoint at all', sql`delete from audit_checkpoint`, 1, 'wiped'],
  ])('is broken by %s', (_what, tamper, checkpoint, kind) =>
    undone(async () => {
      await run(tamper)
      expect(await broken()).toMatchObject({ account_id: null, checkpoint, kind })
    }),
  )

  it('is broken by our own checkpoint after another one', async () => {
    await createCheckpoint(db())
    await undone(async () => {
      await appendEntry(db(), {
        account_id: accountId,
        action: 'list.renamed',
        subject: null,
        credential: 'none',
        user_id: null,
        actor_user_id: null,
        detail: {},
      })
      await createCheckpoint(db())
      const { rows } = await sql<{ n: number }>`select max(n) as n from audit_checkpoint`.execute(db())
      const last = rows[0]?.n as number
      await run(
        sql`create temp table kept on commit drop as select * from audit_checkpoint where n = ${last}`,
      )
      await run(sql`delete from audit_checkpoint where n >= ${last - 1}`)
      await run(sql`delete from audit_checkpoint_head where n >= ${last - 1}`)
      await createCheckpoint(db())
      expect(await broken()).toBeNull()
      await run(sql`insert into audit_checkpoint select * from kept`)
      expect(await broken()).toMatchObject({ checkpoint: last, kind: 'changed' })
    })
  })

  it('stays broken when everything is deleted and the server restarts', async () => {
    await undone(async () => {
      for (const table of ['audit_entry', 'audit_chain', 'audit_checkpoint', 'audit_checkpoint_head'])
        await run(sql`delete from ${sql.table(table)}`)
      await adoptLog(db())
      await createCheckpoint(db())
      expect(await broken()).toMatchObject({ kind: 'wiped' })
    })
    await undone(async () => {
      await run(sql`delete from audit_checkpoint`)
      await run(sql`insert into audit_checkpoint values (0, now(), 0, '', '', '', '')`)
      await adoptLog(db())
      expect(await broken()).toMatchObject({ kind: 'wiped' })
    })
  })
})

describe('the log of a deleted account', () => {
  it('is deleted with it and counts as sealed, not as wiped', async () => {
    const { user } = await auditedList(t, 'One')
    await createCheckpoint(db())
    await run(
      sql`update account set closed_at = now(), delete_at = now() - interval '1 hour' where id = ${user.accountId}`,
    )
    await t.app.modules.accountClosing.tidy()
    const { rows } = await run(sql`select 1 from audit_entry where account_id = ${user.accountId}`)
    expect(rows).toEqual([])
    await createCheckpoint(db())
    expect(await checkLog(db(), user.accountId)).toMatchObject({ entries: 0, broken: null })
    await run(sql`update audit_chain set sealed_seq = 1 where account_id = ${user.accountId}`)
    expect(await checkChain(db(), user.accountId)).toMatchObject({ kind: 'forged' })
  })
})

describe('unsigned old entries', () => {
  /** The database as the previous version left it, with the account's second entry erased. */
  async function unsign(): Promise<void> {
    await run(sql`update audit_entry set v = 0, key_id = null, mac = null`)
    await run(
      sql`update audit_entry set detail = null, salt = null where account_id = ${accountId} and seq = 2`,
    )
    for (const table of ['audit_checkpoint_head', 'audit_checkpoint'])
      await run(sql`delete from ${sql.table(table)}`)
    await run(sql`insert into audit_checkpoint values (0, now(), 0, '', '', '', '')`)
  }
  const chain = () => checkChain(db(), accountId)

  it('are broken when the adoption is missing or differs', async () => {
    await undone(async () => {
      await unsign()
      await adoptLog(db())
      await run(sql`delete from audit_entry where account_id = ${accountId} and seq = 5`)
      await run(sql`update audit_chain set seq = 4, hash = (select hash from audit_entry
        where account_id = ${accountId} and seq = 4) where account_id = ${accountId}`)
      expect(await chain()).toMatchObject({ brokenAt: 5, kind: 'rolled_back' })
      await run(sql`delete from audit_checkpoint_head`)
      expect(await chain()).toMatchObject({ brokenAt: 1, kind: 'forged' })
    })
  })

  it('are adopted once, and count as unproven', async () => {
    await unsign()
    await Promise.all([adoptLog(db()), adoptLog(db())])
    await logged.rename('Four')
    expect(await chain()).toMatchObject({ entries: 6, unproven: 4, kind: null })
    expect(await checkLog(db(), accountId)).toMatchObject({ unproven: 4, checkpoints: 1, broken: null })
    await run(
      sql`update audit_entry set detail = null, salt = null where account_id = ${accountId} and seq = 3`,
    )
    expect(await chain()).toMatchObject({ brokenAt: 3, kind: 'erased_without_order' })
  })
})
