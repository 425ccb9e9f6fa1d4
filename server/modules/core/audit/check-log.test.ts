import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { auditState } from '#contract/core/audit-log.ts'
import { erasePerson } from '#contract/privacy/suppression.ts'
import { tidyClosedAccounts } from '#server/modules/privacy/account-closing/index.ts'
import { type Db, openDatabase, transaction } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { silentLog } from '#server/platform/log.ts'
import { type AuditedList, auditedList } from '#server/testing/audited-list.ts'
import { isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { TEST_SECRET_KEY, type TestApp, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { adoptLog } from './adopt-log.ts'
import { appendEntry } from './append-entry.ts'
import { hashDetail, hashEntry } from './audit-hash.ts'
import { compareHead, readHead } from './audit-head.ts'
import { auditJobs } from './audit-jobs.ts'
import { bindAuditKeys, createAuditKeys } from './audit-keys.ts'
import { checkChain } from './check-chain.ts'
import { checkLog } from './check-log.ts'
import { createCheckpoint, isCheckpointDue } from './checkpoints.ts'
import { eraseAuditDetails } from './erase-details.ts'
import { measureAudit } from './measure-audit.ts'

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

/** A background job of the log, with its setting. */
function jobOf(name: string, auditCheckpointMinutes: number) {
  const jobs = auditJobs(testContext({ db: db(), auditCheckpointMinutes }))
  const job = jobs.find((found) => found.name === name) as (typeof jobs)[number]
  return { cron: job.cron, work: () => job.handle({} as never, AbortSignal.abort()) }
}

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
      expect(await isCheckpointDue(db(), 60)).toBe(false)
      await run(sql`update audit_chain set seq = seq + 1 where account_id = ${accountId}`)
      expect(await isCheckpointDue(db(), 60)).toBe(true)
    })
  })

  it('gets a checkpoint after the minutes of the setting, which finds an end that is cut off later', async () => {
    const own = await auditedList(t, 'One', 'Two')
    const hourly = jobOf('audit-checkpoint', 60)
    const every = jobOf('audit-checkpoint', 1)
    expect([hourly.cron, every.cron]).toEqual(['*/5 * * * *', '*/1 * * * *'])
    await createCheckpoint(db())
    await own.rename('Three')
    const cutEnd = async () => {
      await run(sql`delete from audit_entry where account_id = ${own.user.accountId} and seq > 3`)
      await run(sql`update audit_chain c set (seq, hash) = (select seq, hash from audit_entry e
        where e.account_id = c.account_id order by seq desc limit 1) where account_id = ${own.user.accountId}`)
    }
    const found = async (work: () => Promise<unknown>) => {
      let kind: unknown
      await undone(async () => {
        await work()
        await cutEnd()
        kind = (await checkChain(db(), own.user.accountId)).kind
      })
      return kind
    }
    const later = sql`update audit_checkpoint set at = at - interval '2 minutes'
      where n = (select max(n) from audit_checkpoint)`
    expect(await found(() => run(later).then(hourly.work))).toBeNull()
    expect(await found(every.work)).toBeNull()
    expect(await found(() => run(later).then(every.work))).toBe('rolled_back')
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

  it('stays broken when it is rewritten without the key and the server restarts', async () => {
    const first = await testApp({ roles: ['web'] })
    onTestFinished(() => first.close())
    const { databaseUrl } = first
    const own = first.app.database.db
    await auditedList(first, 'One', 'Two')
    const kindAfter = async (...statements: string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(own)
      const again = await testApp({ roles: ['web'], databaseUrl })
      await createCheckpoint(again.app.database.db)
      const report = await checkLog(again.app.database.db)
      await again.close()
      return report?.broken?.kind
    }
    const mark = `insert into audit_checkpoint values (0, now(), 0, '', '', '', '')`
    const noCheckpoints = ['delete from audit_checkpoint_head', 'delete from audit_checkpoint']
    expect(await kindAfter()).toBeUndefined()
    // The hashes don't cover the version, so these entries are intact ones of a version without signatures.
    const unsigned = 'update audit_entry set v = 0, key_id = null, mac = null'
    expect(await kindAfter(unsigned, ...noCheckpoints, mark)).toBe('wiped')
    expect(await kindAfter('delete from audit_entry', 'delete from audit_chain')).toBe('wiped')
    expect(await kindAfter('delete from audit_checkpoint')).toBe('wiped')
  })
})

describe('the result of the nightly check', () => {
  const nightly = () => jobOf('audit-check', 60).work()
  const state = async () => (await t.call(auditState, {}, logged.user)).body.data
  const change = (what: string) =>
    sql.raw(`update audit_checkpoint set ${what} where verified_at is not null`).execute(db())

  it('is shown with its time', async () => {
    expect(await state()).toEqual({ verified_at: null, broken: null })
    await nightly()
    expect(await state()).toEqual({ verified_at: expect.any(String), broken: null })
  })

  it.each([
    ["verified_at = verified_at + interval '1 day'", 'The log failed its last check'],
    ["verified_at = 'infinity'", 'The log failed its last check'],
    ["broken = 'another result'", 'The log failed its last check'],
    ["verified_mac = decode(repeat('00', 32), 'hex')", 'The log failed its last check'],
    ['verified_mac = null', null],
  ])('shows no time once someone without the key has set %s', async (what, broken) => {
    await nightly()
    expect((await state()).verified_at).not.toBeNull()
    await change(what)
    expect(await state()).toEqual({ verified_at: null, broken })
  })

  it('counts as missing in the metrics while it is unsigned', async () => {
    const seconds = async () =>
      (await measureAudit(db())).find(({ name }) => name === 'audit_verified_seconds')?.values[0]?.value
    await change('verified_mac = null')
    const began = await seconds()
    await nightly()
    expect(await seconds()).toBeLessThan(began as number)
  })
})

describe('the log of a deleted account', () => {
  it('is deleted with it and counts as sealed, not as wiped', async () => {
    const { user } = await auditedList(t, 'One')
    await createCheckpoint(db())
    await run(
      sql`update account set closed_at = now(), delete_at = now() - interval '1 hour' where id = ${user.accountId}`,
    )
    await tidyClosedAccounts(t.app.ctx)
    const { rows } = await run(sql`select 1 from audit_entry where account_id = ${user.accountId}`)
    expect(rows).toEqual([])
    await createCheckpoint(db())
    expect(await checkLog(db(), user.accountId)).toMatchObject({ entries: 0, broken: null })
    await run(sql`update audit_chain set sealed_seq = 1 where account_id = ${user.accountId}`)
    expect(await checkChain(db(), user.accountId)).toMatchObject({ kind: 'forged' })
  })
})

describe('unsigned old entries', () => {
  /** The database as the previous version left it, with the account's second entry erased, and then migrated. */
  async function adopt(): Promise<void> {
    await run(sql`update audit_entry set v = 0, key_id = null, mac = null`)
    await run(
      sql`update audit_entry set detail = null, salt = null where account_id = ${accountId} and seq = 2`,
    )
    for (const table of ['audit_checkpoint_head', 'audit_checkpoint'])
      await run(sql`delete from ${sql.table(table)}`)
    await run(sql`insert into audit_checkpoint values (0, now(), 0, '', '', '', '')`)
    await adoptLog(db(), [TEST_SECRET_KEY])
  }
  const chain = () => checkChain(db(), accountId)

  it('are broken when the adoption is missing or differs', () =>
    undone(async () => {
      await adopt()
      await run(sql`delete from audit_entry where account_id = ${accountId} and seq = 5`)
      await run(sql`update audit_chain set seq = 4, hash = (select hash from audit_entry
        where account_id = ${accountId} and seq = 4) where account_id = ${accountId}`)
      expect(await chain()).toMatchObject({ brokenAt: 5, kind: 'rolled_back' })
      await run(sql`delete from audit_checkpoint_head`)
      expect(await chain()).toMatchObject({ brokenAt: 1, kind: 'forged' })
    }))

  it('count as unproven once they are adopted', async () => {
    await transaction(db(), adopt)
    await logged.rename('Four')
    expect(await chain()).toMatchObject({ entries: 6, unproven: 4, kind: null })
    expect(await checkLog(db(), accountId)).toMatchObject({ unproven: 4, checkpoints: 1, broken: null })
    await run(
      sql`update audit_entry set detail = null, salt = null where account_id = ${accountId} and seq = 3`,
    )
    expect(await chain()).toMatchObject({ brokenAt: 3, kind: 'erased_without_order' })
  })

  it.skipIf(isCluster)('are adopted by the migration that introduced signing, and only by it', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const client = openDatabase(database.url, { log: silentLog(), name: 'old' })
    onTestFinished(() => client.close())
    bindAuditKeys(client.db, createAuditKeys([TEST_SECRET_KEY]))
    const onOld = (text: string) => sql.raw(text).execute(client.db)
    await onOld('drop schema public cascade; drop schema if exists pgboss cascade; create schema public')
    await migrate(database.url, { to: '0059_erasure_runs' })
    await onOld(
      `insert into realm (id, name) values (1, 'x'); insert into account (id, realm_id, name) values (1, 1, 'x')`,
    )
    const entry = { account_id: 1, seq: 1, at: new Date('2026-01-01T00:00:00Z'), action: 'list.renamed' }
    const who = { user_id: null, actor_user_id: null, credential: 'none' as const, subject: null }
    const [salt, detail] = [Buffer.alloc(16, 1), { to: 'x' }]
    const hashed = { ...entry, ...who, digest: hashDetail(salt, detail) }
    const hash = hashEntry(Buffer.alloc(32), hashed)
    await sql`insert into audit_entry (account_id, seq, at, action, credential, detail, salt, digest, hash)
      values (1, 1, ${entry.at}, ${entry.action}, 'none', ${JSON.stringify(detail)}::jsonb, ${salt},
        ${hashed.digest}, ${hash})`.execute(client.db)
    await sql`insert into audit_chain (account_id, seq, hash) values (1, 1, ${hash})`.execute(client.db)
    for (let start = 0; start < 2; start += 1) {
      const run = (handle: Db) => adoptLog(handle, [TEST_SECRET_KEY])
      await migrate(database.url, { work: { since: '0060_audit_keys', run } })
      expect(await checkLog(client.db)).toMatchObject({
        entries: 2,
        unproven: 1,
        checkpoints: 1,
        broken: null,
      })
    }
  })
})
