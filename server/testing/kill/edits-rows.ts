import { expect } from 'vitest'
import { exportAgain, exportList } from '#contract/core/files.ts'
import { exportHistory } from '#contract/leads/exports.ts'
import { createLabel, labelLeads } from '#contract/leads/labels.ts'
import { moveLeads, setLeadStatus } from '#contract/leads/lead-edits.ts'
import { LeadFilters, leads } from '#contract/leads/leads.ts'
import { lists, showList } from '#contract/leads/lists.ts'
import { ended } from '../http-call.ts'
import { type Hold, holdLock } from './hold.ts'
import { importLeads, type KillRow, type World } from './world.ts'

/** More than one batch of an export. */
const LEADS = 1200
const selection = { filters: LeadFilters.parse({}) }
const like = (field: string, value: string) => ({
  custom_search: [{ field, operator: 'like' as const, value }],
})

/** A separate list, for one change of all its leads. */
function createEditedList(name: string) {
  let id = 0
  let hold: Hold | undefined
  return {
    id: () => id,
    params: () => ({ type: 'people' as const, id }),
    async setUp(world: World) {
      const rows = Array.from(
        { length: LEADS },
        (_, n) => `${name} with a long name ${n},p${n}@${name}.example`,
      )
      id = await importLeads(world, ['Name,Email', ...rows], { new_list: name, type: 'people' })
    },
    /** Makes a call that waits at the last lead, after changing all others. */
    async start(world: World, change: () => Promise<unknown>) {
      const of = `account_id = ${world.admin.accountId} and list_id = ${id}`
      const last = `select from lead where ${of} and id = (select max(id) from lead where ${of}) for update`
      hold = await holdLock(world, last)
      change().catch(() => {})
      await hold.reached()
    },
    release: () => hold?.release(),
    counted: async ({ call, admin }: World, filter: object = {}) =>
      (await call(leads, { params: { type: 'people', id }, body: filter }, admin)).body.total,
  }
}

function createStatusRow(): KillRow {
  const list = createEditedList('status')
  const change = ({ call, admin }: World) =>
    call(setLeadStatus, { params: list.params(), body: { selection, status: 'won' } }, admin, {
      key: 'status',
    })
  return {
    title: 'a status change: applied completely or not at all, and once when it is resent',
    setUp: list.setUp,
    async start(world) {
      await list.start(world, () => change(world))
      return []
    },
    release: list.release,
    async check(world) {
      expect(await list.counted(world, like('lead_status', 'won'))).toBe(0)
      expect((await change(world)).body).toMatchObject({ count: LEADS })
      expect(await list.counted(world, like('lead_status', 'won'))).toBe(LEADS)
    },
  }
}

function createLabelsRow(): KillRow {
  const list = createEditedList('label')
  let label = 0
  const change = ({ call, admin }: World) =>
    call(labelLeads, { params: list.params(), body: { selection, add: [label] } }, admin, { key: 'label' })
  return {
    title: 'a label change: applied completely or not at all, and once when it is resent',
    setUp: list.setUp,
    async start(world) {
      label = (await world.call(createLabel, { body: { name: 'Hot' } }, world.admin)).body.data.id
      await list.start(world, () => change(world))
      return []
    },
    release: list.release,
    async check(world) {
      expect(await list.counted(world, like('labels', 'Hot'))).toBe(0)
      expect((await change(world)).body).toMatchObject({ count: LEADS })
      expect(await list.counted(world, like('labels', 'Hot'))).toBe(LEADS)
    },
  }
}

function createMoveRow(): KillRow {
  const list = createEditedList('move')
  const change = ({ call, admin }: World) =>
    call(moveLeads, { params: list.params(), body: { selection, to: { new_list: 'Moved' } } }, admin, {
      key: 'move',
    })
  return {
    title: 'a move to a new list: applied completely or not at all, and once when it is resent',
    setUp: list.setUp,
    async start(world) {
      await list.start(world, () => change(world))
      return []
    },
    release: list.release,
    async check(world) {
      const { call, admin } = world
      expect((await call(lists, { query: { search: 'Moved' } }, admin)).body.total).toBe(0)
      expect(await list.counted(world)).toBe(LEADS)
      const moved = (await change(world)).body
      expect(moved).toMatchObject({ count: LEADS })
      const total = async (id: number) => (await call(showList, { params: { id } }, admin)).body.data.total
      expect([await total(list.id()), await total(moved.list.id)]).toEqual([0, LEADS])
    },
  }
}

function createExportRow(): KillRow {
  const list = createEditedList('export')
  let [runId, url] = [0, '']
  let hold: Hold | undefined
  const wanted = () => ({ list_id: list.id(), delta: true })
  return {
    title: 'an export: leaves no file behind, and counts nothing as downloaded',
    setUp: list.setUp,
    async start(world) {
      const { data } = (await world.call(exportList, { body: wanted() }, world.admin)).body
      ;[runId, url] = [data.run_id as number, data.url]
      const of = `account_id = ${world.admin.accountId} and id = ${runId}`
      hold = await holdLock(world, `select from run where ${of} for update`)
      fetch(`${world.url}${url}`)
        .then((answer) => answer.text())
        .catch(() => {})
      await hold.reached()
      // Not a run that a worker takes over.
      return []
    },
    release: () => hold?.release(),
    async check(world) {
      const { call, admin } = world
      // A download must start within a lease.
      await world.query(`update run set lease_until = now() - interval '1 second' where id = ${runId}`)
      expect(await ended(call, runId, admin)).toMatchObject({ state: 'cancelled', file: null })
      expect((await call(exportAgain, { params: { id: runId } }, admin)).status).toBe(409)
      expect((await fetch(`${world.url}${url}`)).ok).toBe(false)

      const again = (await call(exportList, { body: wanted() }, admin)).body.data
      expect(again.total).toBe(LEADS)
      const whole = await (await fetch(`${world.url}${again.url}`)).text()
      expect(whole.trim().split('\r\n')).toHaveLength(LEADS + 1)
      const { data } = (await call(exportHistory, { query: { list_id: list.id() } }, admin)).body
      expect(data.map(({ state, rows }) => [state, rows])).toEqual([
        ['succeeded', LEADS],
        ['cancelled', 0],
      ])
    },
  }
}

/** Calls that change or read all leads of a list. */
export const createEditRows = (): KillRow[] => [
  createStatusRow(),
  createLabelsRow(),
  createMoveRow(),
  createExportRow(),
]
