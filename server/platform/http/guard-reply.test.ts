import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { guardReply } from './guard-reply.ts'

const endpoint = defineEndpoint({
  name: 'people.show',
  method: 'GET',
  path: '/api/people',
  access: 'public',
  tag: 'People',
  summary: 'People',
  reply: z.object({ data: z.array(z.object({ id: z.int(), note: z.optional(z.string()) })) }),
})
const secret = { data: [{ id: 1, password_hash: 'x' }], token: 'y' }

describe('a reply', () => {
  it('omits what its schema does not name', () => {
    expect(guardReply(endpoint, secret, false)).toEqual({ data: [{ id: 1 }] })
  })

  it('fails in tests when it has more, at any depth, and names the place', () => {
    expect(() => guardReply(endpoint, secret, true)).toThrow('data.0.password_hash, token')
  })

  it('passes unchanged when it fits, with or without optional fields', () => {
    const fitting = {
      data: [
        { id: 1, note: undefined },
        { id: 2, note: 'n' },
      ],
    }
    expect(guardReply(endpoint, fitting, true)).toEqual(fitting)
  })

  it.each([true, false])('is not sent when it does not fit (strict: %s)', (strict) => {
    expect(() => guardReply(endpoint, { data: [{ id: 'one' }] }, strict)).toThrow(
      "people.show replied with something that doesn't fit its contract",
    )
  })
})
