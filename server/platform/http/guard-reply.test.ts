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
  it('leaves without what its schema does not name', () => {
    expect(guardReply(endpoint, secret, false)).toEqual({ data: [{ id: 1 }] })
  })

  it('is a fault in tests when it has more, at any depth, and the place is named', () => {
    expect(() => guardReply(endpoint, secret, true)).toThrow('data.0.password_hash, token')
  })

  it('passes as it is when it fits, with or without what may be absent', () => {
    const fitting = {
      data: [
        { id: 1, note: undefined },
        { id: 2, note: 'n' },
      ],
    }
    expect(guardReply(endpoint, fitting, true)).toEqual(fitting)
  })

  it.each([true, false])('never leaves when it does not fit (strict: %s)', (strict) => {
    expect(() => guardReply(endpoint, { data: [{ id: 'one' }] }, strict)).toThrow(
      'people.show answered something its contract does not know',
    )
  })
})
