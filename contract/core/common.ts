import * as z from 'zod/mini'
import { MAX_CURSOR_LENGTH, MAX_PAGE_SIZE } from './constants.ts'
import { MESSAGES } from './messages.ts'

/** A database id: a positive integer. */
export const Id = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
/** An id in a path or query, where it is text. */
export const IdParam = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
/** A point in time as ISO 8601 in UTC. */
export const Timestamp = z.string().check(z.describe('ISO 8601 date and time, UTC'))
/** A date as YYYY-MM-DD in the account's time zone. */
export const Day = z.iso.date().check(z.refine((day) => day >= '0001-01-01', { error: MESSAGES.type }))
/** Required text: trimmed, 1 to `max` characters. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
/** Optional text: trimmed, up to `max`; may be empty. */
export const optionalText = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))

/** A page of results that is read by number only, because the list is computed anew for each call (spec section 3). */
export const numberedPage = <T extends z.ZodMiniType>(item: T) =>
  z.object({ data: z.array(item), currentPage: z.int(), pageSize: z.int(), total: z.int() })

/** A page of results that is also read by cursor. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    ...numberedPage(item).shape,
    next_cursor: z
      .nullable(z.string())
      .check(z.describe('Send it as `cursor` for the rows behind these; null at the end')),
  })

/** Query parameters of a list that is read by page number only. */
export const numberedPageQuery = {
  page: z
    ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)
    .check(z.describe('Number of the page, from 1.')),
  limit: z
    ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), 20)
    .check(z.describe('Rows of a page.')),
}

/** `next_cursor` of the page before. */
export const Cursor = z.optional(
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(MAX_CURSOR_LENGTH),
      z.describe('`next_cursor` of the reply before, instead of `page`.'),
    ),
)

/** Query parameters of every other paged list. */
export const pageQuery = { ...numberedPageQuery, cursor: Cursor }

/** `{ data: T }`, the envelope of single records. */
export const dataReply = <T extends z.ZodMiniType>(item: T) => z.object({ data: item })

/** A response without data; `message` is shown as a toast. */
export const Done = z.object({ success: z.literal(true), message: z.optional(z.string()) })
