import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { auditedList } from '#server/testing/audited-list.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkChain } from './check-chain.ts'
import { createCheckpoint } from './checkpoints.ts'
import { sealChain } from './seal-chain.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

/** A log of three entries that a checkpoint records, sealed without its entries. `isRewritten`: the third is another. */
async function sealed(isRewritten: boolean) {
  const { db } = t.app.database
  const { user, rename } = await auditedList(t, 'One', 'Two')
  await createCheckpoint(db)
  if (isRewritten) {
    await sql`delete from audit_entry where account_id = ${user.accountId} and seq = 3`.execute(db)
    await sql`update audit_chain c set (seq, hash) = (select seq, hash from audit_entry e
      where e.account_id = c.account_id and e.seq = 2) where account_id = ${user.accountId}`.execute(db)
    await rename('Another')
  }
  await transaction(db, () => sealChain(db, user.accountId))
  await sql`delete from audit_entry where account_id = ${user.accountId}`.execute(db)
  const { brokenAt, kind } = await checkChain(db, user.accountId)
  return { brokenAt, kind }
}

it('a sealed log ends with the entry that a checkpoint recorded', async () => {
  expect(await sealed(false)).toEqual({ brokenAt: null, kind: null })
  expect(await sealed(true)).toEqual({ brokenAt: 3, kind: 'rolled_back' })
})
