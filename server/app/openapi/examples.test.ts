import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { hasJsonBody, hasJsonReply, readExamples } from './examples.ts'

const examples = readExamples()

/** What is wrong with the example of one part. */
function problemOf(schema: Endpoint['body'], isNeeded: boolean, example: unknown): string | null {
  if (!isNeeded) return example === undefined ? null : 'has an example that nobody sends'
  if (example === undefined && !schema?.safeParse(undefined).success) return 'has no example'
  const { error } = schema?.safeParse(example) ?? {}
  return error ? `has an example that its schema refuses: ${JSON.stringify(error.issues.slice(0, 3))}` : null
}

// Remedy: record them again, as scripts/collect-examples.ts says.
it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'has an example of the body and the reply of %s that the schemas take',
  (name, endpoint) => {
    const { body, reply } = examples.get(name) ?? {}
    const problems = {
      body: problemOf(endpoint.body, hasJsonBody(endpoint), body),
      reply: problemOf(endpoint.reply, hasJsonReply(endpoint), reply),
    }
    expect(problems).toEqual({ body: null, reply: null })
  },
)

it('has no example of other calls', () => {
  const names = new Set(allEndpoints.map((endpoint) => endpoint.name))
  expect([...examples.keys()].filter((name) => !names.has(name))).toEqual([])
})

it('shows nothing of the machine that made them', () => {
  const text = JSON.stringify([...examples])
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|\/tmp\/|\/work\/|\/dev\/shm/)
  expect(text).not.toMatch(/whsec_(?!EXAMPLE)|"key_(?!EXAMPLE)[\w-]{20}/)
})
