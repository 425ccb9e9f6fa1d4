import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { silentLog } from '../log.ts'
import type { Actor } from './actor.ts'
import { route } from './route.ts'
import { createHttpServer } from './server.ts'

const events = defineEndpoint({
  name: 'events',
  kind: 'stream',
  method: 'GET',
  path: '/events',
  access: {},
  tag: 'x',
  summary: 'x',
  reply: z.object({ at: z.int() }),
})

const CALLER = { accountId: 1, userId: 1, scopes: null, acting: null, modules: [] } as unknown as Actor

/** The reply to a caller whose credential is revoked after so many lookups, and whether the events were closed. */
async function streamOf(lookups: number) {
  let left = lookups
  let isClosed = false
  async function* count() {
    try {
      for (let at = 1; at <= 3; at += 1) yield { at }
    } finally {
      isClosed = true
    }
  }
  const http = await createHttpServer([route(events, async () => count())], {
    db: null as never,
    log: silentLog(),
    strictReplies: true,
    secretBox: null as never,
    countCall: async () => null,
    trustProxy: false,
    findActor: async () => {
      left -= 1
      return left < 0 ? null : CALLER
    },
    endReason: async () => null,
  })
  const { statusCode, body } = await http.inject({ url: '/events', headers: { authorization: 'Bearer x' } })
  await http.close()
  return { statusCode, lines: body.split('\n').filter(Boolean).length, isClosed }
}

it('streams events to a caller with a valid credential', async () => {
  expect(await streamOf(9)).toEqual({ statusCode: 200, lines: 3, isClosed: true })
})

it('ends before the first event if the credential was revoked while the stream was opened', async () => {
  expect(await streamOf(1)).toEqual({ statusCode: 200, lines: 0, isClosed: true })
})
