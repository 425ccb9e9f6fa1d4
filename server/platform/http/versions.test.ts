import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { silentLog } from '../log.ts'
import { publicRoute } from './route.ts'
import { createHttpServer } from './server.ts'

const draft = { tag: 'x', summary: 'x', method: 'GET', access: 'public' } as const
const old = defineEndpoint({
  ...draft,
  name: 'old',
  path: '/api/old/{id}',
  params: z.object({ id: z.string().check(z.maxLength(3)) }),
  query: z.strictObject({ word: z.optional(z.string()) }),
  reply: z.object({ id: z.string(), word: z.string() }),
  deprecated: { since: '2026-11-01', removal: '2027-05-01', instead: '/api/new/{id}' },
})
const current = defineEndpoint({
  ...draft,
  name: 'new',
  path: '/api/new',
  reply: z.object({ ok: z.boolean() }),
})

let http: Awaited<ReturnType<typeof createHttpServer>>
beforeAll(async () => {
  const routes = [
    publicRoute(old, async ({ params, query }) => ({ id: params.id, word: query.word ?? '' })),
    publicRoute(current, async () => ({ ok: true })),
  ]
  http = await createHttpServer(routes, {
    db: null as never,
    log: silentLog(),
    strictReplies: true,
    secretBox: null as never,
    countCall: async () => null,
    trustProxy: false,
    findActor: async () => null,
    endReason: async () => null,
  })
})
afterAll(() => http.close())

const announced = {
  deprecation: '@1793491200',
  sunset: 'Sat, 01 May 2027 00:00:00 GMT',
  link: '</api/new/a%2Fb>; rel="successor-version"',
}

it('says on replies of a deprecated call when it ends and what to call instead', async () => {
  const { statusCode, headers } = await http.inject('/api/old/a%2Fb')
  expect([statusCode, headers]).toMatchObject([200, announced])
})

it('says it on errors too', async () => {
  const { statusCode, headers } = await http.inject('/api/old/a%2Fb?typo=1')
  expect([statusCode, headers]).toMatchObject([422, announced])
})

it('says nothing of the kind on other replies', async () => {
  const { headers } = await http.inject('/api/new')
  expect(headers).not.toHaveProperty('deprecation')
  expect(headers).not.toHaveProperty('sunset')
  expect(headers).not.toHaveProperty('link')
})

it('answers the same below /api/v1', async () => {
  const answer = async (url: string) => {
    const { statusCode, body } = await http.inject(url)
    return [statusCode, body]
  }
  expect(await answer('/api/v1/old/x?word=a')).toEqual([200, '{"id":"x","word":"a"}'])
  expect(await answer('/api/v1/old/x?word=a')).toEqual(await answer('/api/old/x?word=a'))
  for (const url of ['/api/v2/new', '/api/v1new', '/v1/api/new', '/api/v1/v1/new'])
    expect((await http.inject(url)).statusCode).toBe(404)
})
