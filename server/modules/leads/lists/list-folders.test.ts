import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  bulkDeleteLists,
  duplicateList,
  listFolders,
  listHistory,
  lists,
  moveLists,
  showList,
} from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

const move = async (resultIds: number[], folder: string | null, as: TestUser) =>
  (await t.call(moveLists, { body: { resultIds, folder } }, as)).body
const namesIn = async (folder: string, as: TestUser) =>
  (await t.call(lists, { query: { folder, sort: 'name' } as never }, as)).body.data.map(({ name }) => name)
const folders = async (as: TestUser) => (await t.call(listFolders, {}, as)).body.data

it('lists are moved to a folder, found by it, and moved out again', async () => {
  const [user, stranger] = [await t.account(), await t.account()]
  const [one, two, three] = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => (await seedList(t, user, { name })).id),
  )
  const theirs = (await seedList(t, stranger, { name: 'theirs' })).id
  await move([theirs], 'Spring', stranger)
  const ids = [one, two] as number[]
  expect(await move(ids, ' Spring fair ', user)).toMatchObject({
    count: 2,
    message: '2 lists moved to Spring fair',
  })
  // A folder is its name, ignoring case.
  expect(await move([three as number], 'SPRING FAIR', user)).toMatchObject({
    count: 1,
    message: '1 list moved to Spring fair',
  })
  expect(await namesIn('spring fair', user)).toEqual(['one', 'three', 'two'])
  expect(await namesIn('spring', user)).toEqual([])
  expect(await folders(user)).toEqual([{ folder: 'Spring fair', lists: 3 }])
  const { data } = (await t.call(listHistory, { params: { id: one as number } }, user)).body
  expect(data[0]).toMatchObject({ event: 'list.moved', detail: { folder: 'Spring fair' } })
  expect(await move(ids, 'Spring fair', user)).toMatchObject({ count: 0 })
  expect(await move(ids, null, user)).toMatchObject({
    count: 2,
    message: '2 lists moved out of their folder',
  })
  expect((await t.call(showList, { params: { id: one as number } }, user)).body.data.folder).toBeNull()
})

it('a folder is gone with its last list, and a copy is in the folder of its list', async () => {
  const user = await t.account()
  const { id } = await seedList(t, user, { name: 'one' })
  await move([id], 'Fairs', user)
  const copy = (await t.call(duplicateList, { params: { id } }, user)).body.data
  expect(copy.folder).toBe('Fairs')
  await t.call(bulkDeleteLists, { body: { resultIds: [id, copy.id] } }, user)
  expect(await folders(user)).toEqual([])
  // Of a folder that is gone no spelling is left.
  const next = await seedList(t, user, { name: 'next' })
  await move([next.id], 'FAIRS', user)
  expect(await folders(user)).toEqual([{ folder: 'FAIRS', lists: 1 }])
})

it('ids of other accounts and an empty name change nothing', async () => {
  const [user, stranger] = [await t.account(), await t.account()]
  const { id } = await seedList(t, user, { name: 'one' })
  expect(await move([id], 'Mine', stranger)).toMatchObject({ count: 0 })
  expect((await t.call(moveLists, { body: { resultIds: [id], folder: ' ' } }, user)).status).toBe(422)
  expect((await t.call(showList, { params: { id } }, user)).body.data.folder).toBeNull()
})
