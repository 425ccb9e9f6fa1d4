import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { auditJobs } from '#server/modules/core/audit/index.ts'
import { auditedList } from '#server/testing/audited-list.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'

it('notifies administrators once of a broken audit log, also after the next checkpoint', async () => {
  const t = await testApp({ roles: ['web'] })
  try {
    const { db } = t.app.database
    const check = auditJobs(t.app.ctx).find(({ name }) => name === 'audit-check')
    const nightly = () => check?.handle({} as never, AbortSignal.abort())
    const received = async (user: TestUser) => (await t.call(notifications, {}, user)).body.data
    const admin = await t.admin()
    const { user } = await auditedList(t, 'One')
    await nightly()
    expect(await received(admin)).toEqual([])
    const { accountId } = user
    await sql`delete from audit_entry where account_id = ${accountId} and seq = 2`.execute(db)
    await sql`update audit_chain set seq = 1 where account_id = ${accountId}`.execute(db)
    for (let night = 0; night < 2; night += 1) await nightly()
    const text = expect.stringContaining(`Entry 2 of account ${accountId} was written and is now missing`)
    expect(await received(admin)).toMatchObject([{ kind: 'audit_broken', text }])
    expect(await received(user)).toEqual([])
  } finally {
    await t.close()
  }
})
