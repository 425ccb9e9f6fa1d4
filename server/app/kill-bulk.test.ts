import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportAgain, exportList } from '#contract/core/files.ts'
import { exportHistory } from '#contract/leads/exports.ts'
import { createLabel, labelLeads } from '#contract/leads/labels.ts'
import { moveLeads, setLeadStatus } from '#contract/leads/lead-edits.ts'
import { LeadFilters, leads } from '#contract/leads/leads.ts'
import { lists, showList } from '#contract/leads/lists.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { isCluster } from '#server/testing/cluster.ts'
import { ended, httpCall, signIn, upload } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/** More than one piece of an export. */
const ROWS = 1200

let program: Program
let admin: Awaited<ReturnType<typeof signIn>>
let listId: number
const call = httpCall(() => program.url)
beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(call, PROGRAM_ADMIN)
  const rows = Array.from({ length: ROWS }, (_, n) => `Somebody with a long name ${n},p${n}@a.example\n`)
  const upload_id = await upload(program.url, admin, `Name,Email\n${rows.join('')}`, 'leads.csv')
  const to = { new_list: 'Killed', type: 'people' as const }
  const { body } = await call(startLeadImport, { body: { upload_id, to } }, admin)
  listId = body.data.list.id
  await ended(call, body.data.run.id, admin)
})
afterAll(() => program?.remove())

const inList = () => ({ type: 'people' as const, id: listId })
const counted = async (filter: object) =>
  (await call(leads, { params: inList(), body: filter }, admin)).body.total
const ofStatus = (value: string) => ({
  custom_search: [{ field: 'lead_status', operator: 'like' as const, value }],
})
const selection = { filters: LeadFilters.parse({}) }

/**
 * Kills the program amid a call: a row that the call changes is locked before, and when the call waits for it, the
 * power goes. Only then the row is free.
 */
async function killAmid(lock: string, start: () => Promise<unknown>): Promise<void> {
  await program.withDatabase(async (client: Client) => {
    await client.query('begin')
    await client.query(lock)
    const broken = start().catch(() => null)
    const waiting = isCluster
      ? 'select count(*)::int as n from citus_lock_waits'
      : 'select count(*)::int as n from pg_locks where not granted'
    await expect.poll(async () => (await client.query(waiting)).rows[0].n).toBeGreaterThan(0)
    await program.kill()
    await broken
    await client.query('rollback')
  })
  await program.start()
}

/** The last lead of the list: whoever changes all of them comes to it. */
const lastLead = () =>
  `select from lead where account_id = ${admin.accountId} and list_id = ${listId}
    and id = (select max(id) from lead where account_id = ${admin.accountId}) for update`

it('a change of status, labels or list is done whole or not at all, and once when it is sent again', async () => {
  const label = (await call(createLabel, { body: { name: 'Hot' } }, admin)).body.data
  const params = inList()
  const status = () =>
    call(setLeadStatus, { params, body: { selection, status: 'won' } }, admin, { key: 'status-1' })
  await killAmid(lastLead(), status)
  expect(await counted(ofStatus('won'))).toBe(0)
  expect((await status()).body).toMatchObject({ count: ROWS })
  expect(await counted(ofStatus('won'))).toBe(ROWS)

  const labelled = () =>
    call(labelLeads, { params, body: { selection, add: [label.id] } }, admin, { key: 'label-1' })
  const withLabel = { custom_search: [{ field: 'labels', operator: 'like' as const, value: 'Hot' }] }
  await killAmid(lastLead(), labelled)
  expect(await counted(withLabel)).toBe(0)
  expect((await labelled()).body).toMatchObject({ count: ROWS })
  expect(await counted(withLabel)).toBe(ROWS)

  const move = () =>
    call(moveLeads, { params, body: { selection, to: { new_list: 'Moved' } } }, admin, { key: 'move-1' })
  await killAmid(lastLead(), move)
  expect((await call(lists, { query: { search: 'Moved' } }, admin)).body.total).toBe(0)
  expect(await counted({})).toBe(ROWS)
  const moved = (await move()).body
  expect(moved).toMatchObject({ count: ROWS })
  const total = async (id: number) => (await call(showList, { params: { id } }, admin)).body.data.total
  expect([await total(listId), await total(moved.list.id)]).toEqual([0, ROWS])
  listId = moved.list.id
})

it('an export that was killed leaves no file behind, and counts nothing as downloaded', async () => {
  const body = { list_id: listId, delta: true }
  const { data } = (await call(exportList, { body }, admin)).body
  const fetched = async () => (await fetch(`${program.url}${data.url}`)).text()
  await killAmid(
    `select from run where account_id = ${admin.accountId} and id = ${data.run_id} for update`,
    fetched,
  )
  // A download has longer than a lease to start.
  await program.withDatabase((client) =>
    client.query(`update run set lease_until = now() - interval '1 second' where id = ${data.run_id}`),
  )
  expect(await ended(call, data.run_id as number, admin)).toMatchObject({ state: 'cancelled', file: null })
  const params = { id: data.run_id as number }
  expect((await call(exportAgain, { params }, admin)).status).toBe(409)
  expect((await fetch(`${program.url}${data.url}`)).ok).toBe(false)

  const second = (await call(exportList, { body }, admin)).body.data
  expect(second.total).toBe(ROWS)
  const whole = await (await fetch(`${program.url}${second.url}`)).text()
  expect(whole.trim().split('\r\n')).toHaveLength(ROWS + 1)
  const { data: reported } = (await call(exportHistory, { query: { list_id: listId } }, admin)).body
  expect(reported.map(({ state, rows }) => [state, rows])).toEqual([
    ['succeeded', ROWS],
    ['cancelled', 0],
  ])
})
