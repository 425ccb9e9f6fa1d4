import pg from 'pg'
import { expect } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { moveLeads, setLeadStatus, undoChange } from '#contract/leads/lead-edits.ts'
import { deleteLeads, LeadFilters, leads, restoreLeads } from '#contract/leads/leads.ts'
import { showList } from '#contract/leads/lists.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import { testApp } from '#server/testing/test-app.ts'
import { seedList } from './seed.ts'

/**
 * Works on one list of an account with many others: reads, adds, changes, moves, deletes, undoes and exports all its
 * leads, and checks after each that no lead of any list was lost, doubled or changed in passing.
 * @param perList at most as many as one action may change
 */
export async function worksOnManyLeads(options: { lists: number; perList: number }): Promise<void> {
  const { perList } = options
  const t = await testApp()
  const pool = new pg.Pool({ connectionString: t.databaseUrl, max: 2 })
  try {
    const origin = await t.listen()
    const user = await t.account({ credits: 10 })
    const ids: number[] = []
    for (let list = 0; list < options.lists; list += 1)
      ids.push(await seedList(pool, user.accountId, perList))
    await pool.query('vacuum analyze lead')
    const id = ids[0] as number
    const params = { type: 'local' as const, id }
    const selection = { filters: LeadFilters.parse({}) }

    const countOf = async (listId: number) =>
      (await t.call(showList, { params: { id: listId } }, user)).body.data.total
    /** Leads outside the trash by list and status; a list's own count agrees. */
    async function counts(): Promise<Record<string, number>> {
      const { rows } = await pool.query(
        `select list_id, lead_status, count(*)::int as n from lead where account_id = $1 and deleted_at is null group by 1, 2`,
        [user.accountId],
      )
      for (const listId of ids)
        expect(await countOf(listId)).toBe(
          rows.filter((row) => Number(row.list_id) === listId).reduce((sum, { n }) => sum + n, 0),
        )
      return Object.fromEntries(rows.map(({ list_id, lead_status, n }) => [`${list_id} ${lead_status}`, n]))
    }
    const before = await counts()
    expect(Object.values(before)).toEqual(ids.map(() => perList))
    const expectAllBack = async () => expect(await counts()).toEqual(before)
    const done = <Body extends { count: number }>(reply: { status: number; body: Body }): Body => {
      expect([reply.status, reply.body.count], JSON.stringify(reply.body)).toEqual([200, perList])
      return reply.body
    }
    const undo = async (token: number | undefined) =>
      done(await t.call(undoChange, { params, body: { undo_token: token as number } }, user))

    // The last page, sorted by another column, ends with the last of all leads.
    const last = { page: Math.ceil(perList / 100), limit: 100 }
    const page = (await t.call(leads, { params, body: LeadFilters.parse(last) }, user)).body
    expect([page.total, page.data.length]).toEqual([perList, perList - (last.page - 1) * 100])

    const same = { website: 'https://site7.example', name: page.data[0]?.values.name as string }
    const other = { website: 'https://new.example', name: 'New' }
    for (const [values, isNew] of [
      [{ ...same, website: page.data[0]?.values.website as string }, false],
      [other, true],
    ] as const) {
      const added = (await t.call(addLead, { params, body: { values } }, user)).body
      expect(added.is_new).toBe(isNew)
      if (added.undo_token) await t.call(undoChange, { params, body: { undo_token: added.undo_token } }, user)
    }
    await expectAllBack()

    const status = done(
      await t.call(setLeadStatus, { params, body: { selection, status: 'contacted' } }, user),
    )
    await undo(status.undo_token as number)
    await expectAllBack()
    const moved = done(
      await t.call(moveLeads, { params, body: { selection, to: { new_list: 'Other' } } }, user),
    )
    expect(await countOf(id)).toBe(0)
    await undo(moved.undo_token as number)
    await expectAllBack()
    const deleted = done(await t.call(deleteLeads, { params, body: selection }, user))
    expect(await countOf(id)).toBe(0)
    done(await t.call(restoreLeads, { params, body: { undo_token: deleted.undo_token as number } }, user))
    await expectAllBack()

    const { data } = (await t.call(exportList, { body: { list_id: id, format: 'csv' } }, user)).body
    const file = await (await fetch(new URL(data.url, origin))).text()
    const lines = file.trim().split('\r\n')
    expect([lines.length, new Set(lines).size]).toEqual([perList + 1, perList + 1])
    await t.finished(data.run_id as number, user)
    await expectAllBack()
  } finally {
    await pool.end()
    await t.close()
  }
}
