import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { type LiveEvent, type Run, runs, run as showRun } from '#contract/activity/runs.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { leadFacets, leads } from '#contract/leads/leads.ts'
import { listHistory, lists, renameList, showList } from '#contract/leads/lists.ts'
import { bounces } from '#contract/prospecting/bounces.ts'
import { verifications } from '#contract/prospecting/email-verification.ts'
import { listWebsites, runWebsites } from '#contract/sources/websites.ts'
import { call } from './api.ts'
import { listTopics, markChanged, queryClient } from './freshness.ts'
import { topicsOfEvent } from './run-topics.ts'

const run: LiveEvent = {
  type: 'run',
  run: { id: 5, list_id: 9, kind: 'bounce_import', state: 'running' } as Run,
}
const ended: LiveEvent = {
  type: 'run',
  run: { id: 5, list_id: 9, kind: 'verify', state: 'succeeded' } as Run,
}
const list: LiveEvent = { type: 'list', list_id: 9 }

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('an import that ended also changes the fields that a session holds', () => {
  const topicsOf = (state: Run['state']) =>
    topicsOfEvent({ type: 'run', run: { id: 5, list_id: 9, kind: 'lead_import', state } as Run })
  expect(topicsOf('succeeded')).toContain('me')
  expect(topicsOf('running')).not.toContain('me')
})

/** A cached response of an endpoint, as a page leaves it. */
function cached(client: QueryClient, endpoint: Endpoint, id?: number) {
  const input = id === undefined ? {} : { params: { id } }
  const query = client.getQueryCache().build(client, {
    queryKey: [endpoint.name, input],
    meta: listTopics(endpoint, input),
  })
  query.setData('answer')
  return query
}

test.each<[string, LiveEvent, Endpoint, number | undefined, boolean]>([
  ['wallet', { type: 'wallet' }, userLimits, undefined, true],
  ['wallet', { type: 'wallet' }, runs, undefined, false],
  ['run', run, runs, undefined, true],
  ['run', run, showRun, 5, true],
  ['run', run, showRun, 6, false],
  ['run', run, listHistory, 9, true],
  ['run', run, runWebsites, 5, true],
  ['run', run, runWebsites, 6, false],
  ['run', run, bounces, undefined, true],
  ['run', run, verifications, undefined, true],
  ['run', run, leadFacets, 9, false],
  ['ended run', ended, verifications, undefined, true],
  ['ended run', ended, leads, 9, true],
  ['ended run', ended, leadFacets, 9, true],
  ['ended run', ended, leadFacets, 8, false],
  ['ended run', ended, bounces, undefined, false],
  ['list', list, listWebsites, 9, true],
  ['list', list, lists, undefined, true],
  ['list', list, leads, 9, true],
  ['list', list, leads, 8, false],
  ['list', list, leadFacets, 9, false],
])('%s: marks stale answers (%#)', async (_name, event, endpoint, id, stale) => {
  const client = new QueryClient()
  const query = cached(client, endpoint, id)
  await markChanged(topicsOfEvent(event), client)
  expect(query.state.isInvalidated).toBe(stale)
})

test('an answer without topics never becomes stale', async () => {
  const client = new QueryClient()
  client.setQueryData(['own key'], 'answer')
  await markChanged(topicsOfEvent(list), client)
  expect(client.getQueryState(['own key'])?.isInvalidated).toBe(false)
})

test('refetches when a change arrives during the first request', async () => {
  const client = new QueryClient()
  const gate = Promise.withResolvers<string>()
  const answers = [gate.promise, Promise.resolve('after the event')]
  const watched = new QueryObserver(client, {
    queryKey: ['lists.show', 9],
    queryFn: () => answers.shift() as Promise<string>,
    meta: listTopics(showList, { params: { id: 9 } }),
  })
  const stop = watched.subscribe(() => {})
  const invalidated = markChanged(topicsOfEvent(list), client)
  gate.resolve('before the event')
  await invalidated
  expect(watched.getCurrentResult().data).toBe('after the event')
  expect(answers).toEqual([])
  stop()
})

test.each([
  [200, true],
  [409, true],
  [404, true],
  [422, false],
])('a call answered with %i makes its changes stale: %s', async (status, stale) => {
  const code = { 409: 'conflict', 404: 'not_found', 422: 'validation_failed' }[status]
  vi.stubGlobal('fetch', async () => Response.json({ code, message: 'So it is.', data: {} }, { status }))
  const mine = cached(queryClient, showList, 9)
  const other = cached(queryClient, showList, 8)
  await call(renameList, { params: { id: 9 }, body: { name: 'New' }, quiet: true }).catch(() => {})
  await expect.poll(() => mine.state.isInvalidated).toBe(stale)
  expect(other.state.isInvalidated).toBe(false)
})
