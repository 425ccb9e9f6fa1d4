import { expect, it } from 'vitest'
import { forEachItem, ItemsFailedError, runSteps } from './for-each-item.ts'

const failure = async (work: Promise<void>) => (await work.catch((error) => error)) as ItemsFailedError
const lostConnection = () => new Error('Connection terminated unexpectedly')

it('a list of work is done item by item to its end, and then names those that failed', async () => {
  const done: number[] = []
  const error = await failure(
    forEachItem('accounts', [1, 2, 3, 4], async (id) => {
      if (id % 2 === 1) throw new Error(`no ${id}`)
      done.push(id)
    }),
  )
  expect(done).toEqual([2, 4])
  expect(error).toBeInstanceOf(ItemsFailedError)
  expect(error.message).toBe('2 of 4 accounts failed, the others are done: 1 (no 1), 3 (no 3)')
})

it('ends without an error when no item failed, and when there is none', async () => {
  await forEachItem('accounts', [], () => Promise.reject(new Error('never called')))
  await forEachItem('accounts', [{ id: 1 }], async () => {})
})

it('names items by id, account or as told, and counts those beyond the first', async () => {
  const fail = () => Promise.reject('gone')
  const names = async (items: object[], options = {}) =>
    (await failure(forEachItem('rows', items, fail, options))).causes().map(({ item }) => item)
  expect(await names([{ id: 7, account_id: 1 }, { account_id: 2 }])).toEqual(['7', '2'])
  expect(await names([{ id: 7, host: 'a.example' }], { nameItem: () => 'a.example' })).toEqual(['a.example'])
  const many = Array.from({ length: 30 }, (_, id) => ({ id }))
  const { message } = await failure(forEachItem('rows', many, fail))
  expect(message).toMatch(/^30 of 30 rows failed: 0 \(gone\), .*4 \(gone\), and 25 more$/)
})

it('runs steps independently, and names what failed within one', async () => {
  const done: string[] = []
  const error = await failure(
    runSteps({
      accounts: () =>
        forEachItem('accounts', [1, 2], (id) =>
          id === 1 ? Promise.reject(new Error('full')) : Promise.resolve(),
        ),
      mails: async () => void done.push('mails'),
    }),
  )
  expect(done).toEqual(['mails'])
  expect(error.causes()).toMatchObject([{ item: 'accounts: 1', error: { message: 'full' } }])
})

it('stops when the database is lost, but not for one item that can’t connect to something', async () => {
  const tried: number[] = []
  const items = Array.from({ length: 9 }, (_, index) => index)
  const lost = await failure(
    forEachItem('items', items, async (item) => {
      tried.push(item)
      throw lostConnection()
    }),
  )
  expect([lost.message, tried]).toEqual([lostConnection().message, [0, 1, 2]])
  const one = await failure(
    forEachItem('items', items, async (item) => {
      if (item % 3 !== 0) throw lostConnection()
    }),
  )
  expect(one.message).toContain('6 of 9 items failed')
})
