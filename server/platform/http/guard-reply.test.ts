import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { guardReply } from './guard-reply.ts'
import { pickerOf, UNSURE } from './pick-named.ts'

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

describe('a reply read by compiled functions', () => {
  const Part = z.object({
    id: z.int().check(z.positive(), z.maximum(9)),
    share: z.number(),
    name: z.nullable(z.string().check(z.describe('A name'))),
    note: z.optional(z.union([z.string(), z.int()])),
    state: z.enum(['on', 'off']),
    short: z.string().check(z.maxLength(2)),
    rest: z._default(z.boolean(), true),
    trimmed: z.optional(z.string().check(z.trim())),
  })
  const Reply = z.object({
    data: z.array(Part),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    strict: z.nullable(z.strictObject({ ok: z.literal(true) })),
    either: z.union([z.object({ a: z.int() }), z.object({ a: z.number(), b: z.string() })]),
    any: z.unknown(),
  })
  const odd = fc.oneof(
    ...[undefined, null, 'x', ' x ', 'long', '', 0, 1, 10, -1, 0.5, Number.NaN, true, {}, []].map(
      fc.constant,
    ),
  )
  /** Mostly fitting values, odd ones, and fields that nothing names. */
  const record = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    fc.record(
      Object.fromEntries(
        Object.entries({ ...fields, secret: odd }).map(([name, value]) => [
          name,
          fc.oneof({ weight: 40, arbitrary: value as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd }),
        ]),
      ),
      { requiredKeys: [] },
    )
  const part = fc.oneof(
    fc.constant({ id: 1, share: 0.5, name: null, state: 'on', short: 'ab', rest: false, secret: 1 }),
    record({
      id: fc.integer({ min: 1, max: 9 }),
      share: fc.double(),
      name: fc.option(fc.string()),
      note: fc.oneof(fc.string(), fc.integer()),
      state: fc.constantFrom('on', 'off'),
      short: fc.string({ maxLength: 2 }),
      rest: fc.boolean(),
      trimmed: fc.constantFrom('x', ' x '),
    }),
  )
  const reply = fc.oneof(
    part.map((only) => ({ data: [only], values: { a: 1 }, strict: null, either: { a: 1.5, b: '' }, any: 1 })),
    record({
      data: fc.array(part, { maxLength: 3 }),
      values: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
      strict: fc.constantFrom(null, { ok: true }, { ok: true, more: 1 }),
      either: fc.constantFrom({ a: 1, b: 'b' }, { a: 1.5, b: 'b', c: 1 }, { a: 'a' }),
      any: odd,
    }),
  )

  it('is the same as by its schema, which decides about the rest', () => {
    let sure = 0
    fc.assert(
      fc.property(reply, (value) => {
        const picked = pickerOf(Reply)(value)
        if (picked === UNSURE) return
        sure += 1
        expect(JSON.stringify(picked)).toBe(JSON.stringify(Reply.parse(value)))
      }),
      { numRuns: 500 },
    )
    expect(sure).toBeGreaterThan(100)
  })
})
