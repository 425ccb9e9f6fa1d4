import pg from 'pg'
import { expect } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { moveLeads, setLeadStatus, undoChange } from '#contract/leads/lead-edits.ts'
import { deleteLeads, LeadFilters, leads, restoreLeads } from '#contract/leads/leads.ts'
import { showList } from '#contract/leads/lists.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { seedList } from './seed.ts'

interface Stage {
  t: TestApp
  pool: pg.Pool
  user: TestUser
  /** Lists with `perList` leads each; work is done on the first. */
  ids: number[]
  perList: number
}

const selection = { filters: LeadFilters.parse({}) }
const firstList = ({ ids }: Stage) => ({ type: 'local' as const, id: ids[0] as number })
const countOf = async ({ t, user }: Stage, id: number) =>
  (await t.call(showList, { params: { id } }, user)).body.data.total

/** Every list has its leads, unchanged, and its own count agrees. */
async function expectAllThere(stage: Stage): Promise<void> {
  const { rows } = await stage.pool.query(
    `select list_id, count(*)::int as n, count(*) filter (where lead_status = 'new')::int as new
    from lead where account_id = $1 and deleted_at is null group by 1 order by 1`,
    [stage.user.accountId],
  )
  const { perList } = stage
  expect(rows).toEqual(stage.ids.map((id) => ({ list_id: id, n: perList, new: perList })))
  for (const id of stage.ids) expect(await countOf(stage, id)).toBe(perList)
}

/** The reply to a change of all leads of the list. */
function done<Body extends { count: number }>(
  { perList }: Stage,
  reply: { status: number; body: Body },
): Body {
  expect([reply.status, reply.body.count], JSON.stringify(reply.body)).toEqual([200, perList])
  return reply.body
}

async function undo(stage: Stage, token: number | null | undefined): Promise<void> {
  const body = { undo_token: token as number }
  const reply = await stage.t.call(undoChange, { params: firstList(stage), body }, stage.user)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** The last page is complete, and adding a lead by hand finds the one that is there. */
async function readAndAdd(stage: Stage): Promise<void> {
  const { t, user, perList } = stage
  const params = firstList(stage)
  const last = { page: Math.ceil(perList / 100), limit: 100 }
  const page = (await t.call(leads, { params, body: LeadFilters.parse(last) }, user)).body
  expect([page.total, page.data.length]).toEqual([perList, perList - (last.page - 1) * 100])
  const add = async (values: Record<string, string>) =>
    (await t.call(addLead, { params, body: { values } }, user)).body
  const [{ values } = { values: {} }] = page.data
  const { name, website } = values as Record<string, string>
  expect((await add({ name: name as string, website: website as string })).is_new).toBe(false)
  const added = await add({ name: 'New', website: 'https://new.example' })
  expect(added.is_new).toBe(true)
  await undo(stage, added.undo_token)
}

/** Each change of all leads of the list, and its undo. */
async function changeAll(stage: Stage): Promise<void> {
  const { t, user } = stage
  const params = firstList(stage)
  const status = { selection, status: 'contacted' as const }
  await undo(stage, done(stage, await t.call(setLeadStatus, { params, body: status }, user)).undo_token)
  await expectAllThere(stage)
  const to = { selection, to: { new_list: 'Other' } }
  const moved = done(stage, await t.call(moveLeads, { params, body: to }, user))
  expect(await countOf(stage, params.id)).toBe(0)
  await undo(stage, moved.undo_token)
  await expectAllThere(stage)
  const { undo_token } = done(stage, await t.call(deleteLeads, { params, body: selection }, user))
  expect(await countOf(stage, params.id)).toBe(0)
  const body = { undo_token: undo_token as number }
  done(stage, await t.call(restoreLeads, { params, body }, user))
  await expectAllThere(stage)
}

/** An export has each lead once. */
async function exportAll(stage: Stage, origin: string): Promise<void> {
  const { t, user, perList } = stage
  const body = { list_id: firstList(stage).id, format: 'csv' as const }
  const { data } = (await t.call(exportList, { body }, user)).body
  const lines = (await (await fetch(new URL(data.url, origin))).text()).trim().split('\r\n')
  expect([lines.length, new Set(lines).size]).toEqual([perList + 1, perList + 1])
  await t.finished(data.run_id as number, user)
}

/**
 * Works on one list of an account with many others: reads, adds, changes, moves, deletes, undoes and exports all its
 * leads, and checks after each that no lead of any list was lost, doubled or changed in passing.
 * @param perList at most as many as one action may change
 */
export async function worksOnManyLeads({
  lists,
  perList,
}: {
  lists: number
  perList: number
}): Promise<void> {
  const t = await testApp()
  const pool = new pg.Pool({ connectionString: t.databaseUrl, max: 2 })
  try {
    const origin = await t.listen()
    const user = await t.account({ credits: 10 })
    const ids: number[] = []
    for (let list = 0; list < lists; list += 1) ids.push(await seedList(pool, user.accountId, perList))
    await pool.query('vacuum analyze lead')
    const stage = { t, pool, user, ids, perList }
    await expectAllThere(stage)
    await readAndAdd(stage)
    await expectAllThere(stage)
    await changeAll(stage)
    await exportAll(stage, origin)
    await expectAllThere(stage)
  } finally {
    await pool.end()
    await t.close()
  }
}
