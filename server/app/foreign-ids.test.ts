import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger } from '#contract/accounts/wallet.ts'
import { cancelRun, runs } from '#contract/activity/runs.ts'
import { createUpload, download, exportList } from '#contract/core/files.ts'
import { deleteLeads, leads, restoreLeads, showLead } from '#contract/leads/leads.ts'
import {
  bulkArchiveLists,
  bulkDeleteLists,
  createList,
  lists,
  restoreLists,
  showList,
} from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { previewImport, startImport } from '#contract/sources/corpus.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let mine: TestUser
let foreign: TestUser
let myList: { id: number; leadIds: number[] }
let foreignList: { id: number; leadIds: number[] }

beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  mine = await t.account()
  foreign = await t.account()
})
afterAll(() => t.close())

describe('ids of another account in a selection', () => {
  beforeAll(async () => {
    myList = await seedList(t, mine, { name: 'Mine', leads: [{ values: { name: 'My lead' } }] })
    foreignList = await seedList(t, foreign, { name: 'Theirs', leads: [{ values: { name: 'Their lead' } }] })
  })

  const foreignLeads = () => ({ resultIds: [...foreignList.leadIds, ...myList.leadIds] })
  const here = () => ({ type: 'local', id: myList.id }) as const

  it('are left out of bulk calls about lists', async () => {
    const resultIds = [foreignList.id, myList.id]
    const archived = await t.call(bulkArchiveLists, { body: { resultIds, is_archived: true } }, mine)
    const deleted = await t.call(bulkDeleteLists, { body: { resultIds } }, mine)
    const restored = await t.call(restoreLists, { body: { resultIds } }, mine)
    expect([archived, deleted, restored].map((answer) => answer.body.count)).toEqual([1, 1, 1])
    const untouched = await t.call(showList, { params: { id: foreignList.id } }, foreign)
    expect(untouched.body.data).toMatchObject({ is_archived: false, deleted_at: null, total: 1 })
  })

  it("are left out of bulk calls about leads of the caller's list", async () => {
    const deleted = await t.call(deleteLeads, { params: here(), body: foreignLeads() }, mine)
    const restored = await t.call(restoreLeads, { params: here(), body: foreignLeads() }, mine)
    expect([deleted.body.count, restored.body.count]).toEqual([1, 1])
    const left = await t.call(leads, { params: { type: 'local', id: foreignList.id }, body: {} }, foreign)
    expect(left.body.total).toBe(1)
  })

  it("do not undo the other account's deletions", async () => {
    const params = { type: 'local', id: foreignList.id } as const
    const deleted = await t.call(deleteLeads, { params, body: { resultIds: foreignList.leadIds } }, foreign)
    const undo_token = deleted.body.undo_token as number
    const tried = await t.call(restoreLeads, { params: here(), body: { undo_token } }, mine)
    expect(tried.body.count).toBe(0)
    const undone = await t.call(restoreLeads, { params, body: { undo_token } }, foreign)
    expect(undone.body.count).toBe(1)
  })

  it("do not show a lead through the caller's list, nor through a list of another type", async () => {
    const params = { ...here(), resultId: foreignList.leadIds[0] as number }
    expect((await t.call(showLead, { params }, mine)).status).toBe(404)
    const asPeople = await t.call(leads, { params: { type: 'people', id: myList.id }, body: {} }, mine)
    expect(asPeople.status).toBe(404)
  })

  it('are not exported', async () => {
    const body = { list_id: myList.id, columns: ['name'], headings: 'fields' as const, ...foreignLeads() }
    const { body: ticket } = await t.call(exportList, { body }, mine)
    expect(ticket.data.total).toBe(1)
    const file = await t.call(download, { params: { ticket: ticket.data.url.split('/').at(-1) as string } })
    expect(file.body).toBe('name\r\nMy lead\r\n')
  })

  it('find no runs, transactions or lists', async () => {
    const search = { source: 'sample' } as const
    const body = { name: 'Their search', type: 'people', search, limit: 1 } as const
    const { run } = (await t.call(createList, { body }, foreign)).body.data
    const myRuns = await t.call(runs, { query: { list_id: run.list_id as number } }, mine)
    const myLines = await t.call(ledger, { query: { run_id: run.id } }, mine)
    const found = await t.call(lists, { query: { search: 'their' } }, mine)
    expect([myRuns.body.total, myLines.body.total, found.body.total]).toEqual([0, 0, 0])
    expect((await t.call(cancelRun, { params: { id: run.id } }, mine)).status).toBe(404)
  })

  it('do not give access to a quote', async () => {
    const request = { type: 'people', search: { source: 'sample' }, limit: 1 } as const
    const { id } = (await t.call(createQuote, { body: request }, foreign)).body.data
    const tried = await t.call(createList, { body: { ...request, name: 'x', quote_id: id } }, mine)
    expect([tried.status, tried.error.code]).toEqual([409, 'quote_expired'])
  })

  it('do not give access to a file, not even for an admin', async () => {
    const admin = await t.admin()
    const created = await t.call(createUpload, { body: { name: 'a.csv', size: 3 } }, mine)
    const upload_id = created.body.data.id
    const looked = await t.call(previewImport, { body: { upload_id } }, admin)
    const started = await t.call(startImport, { body: { upload_id, source: 'x', licence: 'y' } }, admin)
    expect([looked.status, started.status]).toEqual([404, 404])
  })
})
