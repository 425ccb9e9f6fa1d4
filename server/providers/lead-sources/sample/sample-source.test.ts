import { expect, it } from 'vitest'
import type { SourceContext } from '../lead-source.ts'
import { createSampleSource } from './sample-source.ts'

const SEARCH = { source: 'sample', category: 'craft/brewery' }
const source = createSampleSource()
const check: SourceContext['check'] = async () => {
  throw new Error('invented addresses are never asked about')
}

async function collect(context: Partial<SourceContext> = {}) {
  const batches = []
  const whole = { cursor: null, batchSize: 200, signal: new AbortController().signal, check, ...context }
  for await (const batch of source.search('local', SEARCH, whole)) batches.push(batch)
  return { batches, keys: batches.flatMap(({ leads }) => leads.map(({ key }) => key)) }
}

it('delivers what it counted, in the order it told', async () => {
  const { batches, keys } = await collect()
  expect(batches.map(({ leads }) => leads.length)).toEqual([200, 200, 100])
  expect((await source.count('local', SEARCH)).matched).toBe(500)
  expect(await source.keys('local', SEARCH, 7)).toEqual(keys.slice(0, 7))
  expect(batches[0]!.leads[0]!.origin.source).toBe('sample')
})

it('goes on from a cursor without repeating or leaving out', async () => {
  const { batches, keys } = await collect()
  const rest = await collect({ cursor: batches[0]!.cursor, batchSize: 33 })
  expect(rest.keys).toEqual(keys.slice(200))
})

it('ends within one batch of an abort', async () => {
  const controller = new AbortController()
  let seen = 0
  const context = { cursor: null, batchSize: 10, signal: controller.signal, check }
  for await (const batch of source.search('local', SEARCH, context)) {
    seen += batch.leads.length
    controller.abort()
  }
  expect(seen).toBe(10)
})
