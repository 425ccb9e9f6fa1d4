import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { LiveEvent, Run } from '#contract/runs.ts'
import { invalidateFor, isTouchedBy, keyOf } from './query-client.ts'

const key = (name: string, id?: number) => keyOf({ name }, id === undefined ? {} : { params: { id } })
const run = { type: 'run', run: { id: 5, list_id: 9, kind: 'bounce_import' } as Run } as LiveEvent

test.each<[LiveEvent, readonly unknown[], boolean]>([
  [{ type: 'wallet' }, key('wallet.limits'), true],
  [{ type: 'wallet' }, key('runs.index'), false],
  [run, key('runs.index'), true],
  [run, key('runs.show', 5), true],
  [run, key('runs.show', 6), false],
  [run, key('lists.history', 9), true],
  [run, key('websites.ofRun', 5), true],
  [run, key('websites.ofRun', 6), false],
  [run, key('bounces.index'), true],
  [run, key('emailVerification.index'), false],
  [{ type: 'list', list_id: 9 }, key('websites.ofList', 9), true],
  [{ type: 'list', list_id: 9 }, key('lists.index'), true],
  [{ type: 'list', list_id: 9 }, key('leads.index', 9), true],
  [{ type: 'list', list_id: 9 }, key('leads.index', 8), false],
  [{ type: 'list', list_id: 9 }, ['own key'], false],
])('%j and %j: %s', (event, queryKey, touched) => {
  expect(isTouchedBy(event, queryKey)).toBe(touched)
})

test('options do not become part of the key', () => {
  const input = { params: { id: 1 }, signal: new AbortController().signal, quiet: true }
  expect(keyOf({ name: 'x' }, input)).toEqual(['x', { params: { id: 1 } }])
})

test('an event during the first answer is not lost: it is asked for again', async () => {
  const client = new QueryClient()
  const gate = Promise.withResolvers<string>()
  const answers = [gate.promise, Promise.resolve('after the event')]
  const watched = new QueryObserver(client, {
    queryKey: key('lists.show', 9),
    queryFn: () => answers.shift() as Promise<string>,
  })
  const stop = watched.subscribe(() => {})
  const invalidated = invalidateFor({ type: 'list', list_id: 9 }, client)
  gate.resolve('before the event')
  await invalidated
  expect(watched.getCurrentResult().data).toBe('after the event')
  expect(answers).toEqual([])
  stop()
})
