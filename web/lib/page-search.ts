import * as z from 'zod/mini'
import { PAGE_SIZES } from '#contract/core/constants.ts'
import { type PageSearch, type RawSearch, same } from './search-change.ts'

const Raw = z.record(z.string(), z.unknown())

/** Parameters that need more than a schema each. */
export function makeSearch<T>(
  codec: { read: (raw: RawSearch) => T; write: (value: T) => RawSearch },
  stays: readonly (keyof T)[] = [],
): PageSearch<T> {
  const schema = z.codec(Raw, z.custom<T>(), { decode: codec.read, encode: codec.write })
  return { read: (raw) => z.decode(schema, raw), write: (value) => z.encode(schema, value), stays }
}

const MAX_PAGE = 1_000_000

/** Text that any database accepts: no lone surrogates, no NUL. */
export const freeText = (max = 200) =>
  z.catch(
    z._default(
      z.pipe(
        z.union([z.string(), z.number(), z.boolean()]),
        z.transform((value) => String(value).slice(0, max).toWellFormed().replaceAll('\0', '')),
      ),
      '',
    ),
    '',
  )

/** A positive integer, also as a string. */
export const count = <F extends number | null>(fallback: F, max = Number.MAX_SAFE_INTEGER) =>
  z.catch(
    z._default(
      z.pipe(
        z.union([z.number(), z.string().check(z.regex(/^\d+$/))]),
        z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(max))),
      ) as unknown as z.ZodMiniType<number | F, unknown>,
      fallback as never,
    ),
    fallback as never,
  ) as unknown as z.ZodMiniType<number | F>

/** One of these values, or else the fallback. */
export const oneOf = <const T, const F>(values: readonly T[], fallback: F) =>
  z.catch(
    z.custom<T | F>((value) => values.includes(value as T)),
    () => fallback as never,
  )

/** A custom parser; it returns the default for a missing value. */
export const readAs = <T>(read: (value: unknown) => T) =>
  z._default(z.pipe(z.unknown(), z.transform(read)), () => read(undefined) as never)

/** Page and page size, shared by all lists. */
export const paging = { page: count(1, MAX_PAGE), limit: oneOf<number, 20>(PAGE_SIZES, 20) }

/** Names in the URL that differ from those in code. */
type Names<T> = Partial<Record<keyof T, string>>

interface Options<T> {
  /** Search text is `q` by default. */
  names?: Names<T>
  /** Parameters beside `page` and `limit` that keep the page, such as the open record. */
  stays?: readonly (keyof T)[]
  /** Adjusts parameters that depend on each other. */
  adjust?: (value: T) => T
}

/** Parameters of a page from a schema each, with its default. */
export function pageSearch<Shape extends Record<string, z.ZodMiniType>>(
  shape: Shape,
  options: Options<z.output<z.ZodMiniObject<Shape>>> = {},
): PageSearch<z.output<z.ZodMiniObject<Shape>>> {
  type Value = z.output<z.ZodMiniObject<Shape>>
  const { stays = [], adjust = (value: Value) => value } = options
  const names: Names<Value> = {
    ...('search' in shape ? { search: 'q' } : {}),
    ...options.names,
  } as Names<Value>
  const keys = Object.keys(shape) as (keyof Value & string)[]
  const searchName = (key: keyof Value & string): string => names[key] ?? key
  const schema = z.object(shape)
  const usual = schema.parse({}) as Value
  return makeSearch<Value>(
    {
      read: (raw) => {
        const given = keys.filter((key) => Object.hasOwn(raw, searchName(key)))
        return adjust(
          schema.parse(Object.fromEntries(given.map((key) => [key, raw[searchName(key)]]))) as Value,
        )
      },
      write: (value) =>
        Object.fromEntries(
          keys.filter((key) => !same(value[key], usual[key])).map((key) => [searchName(key), value[key]]),
        ),
    },
    ['page', 'limit', ...stays] as (keyof Value)[],
  )
}
