import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Context, perContext } from '../context.ts'
import { refuseInTransaction } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { findNetwork } from '../net/find-network.ts'

/**
 * Counts attempts in the database, so that all processes share one count. An address in a key counts as its network:
 * a caller can have a new IPv6 address for every request.
 */
export interface RateLimit {
  /**
   * Counts one attempt for `key`.
   * @throws AppError rate_limited with Retry-After when there were too many
   */
  consume(ctx: Context, key: string): Promise<void>
  /** Takes back one counted attempt for `key`. */
  release(ctx: Context, key: string): Promise<void>
  /** Clears the attempts for `key`, after a success. */
  reset(ctx: Context, key: string): Promise<void>
}

/** A key's parts are separated by `|`. */
const withNetworks = (key: string): string =>
  key
    .split('|')
    .map((part) => (isIP(part) ? findNetwork(part) : part))
    .join('|')

/** Keys may have any length and text, so their hash is stored. */
const stored = (key: string): string => createHash('sha256').update(withNetworks(key)).digest('base64url')

/** Removes expired counters (`expire` is in milliseconds since 1970). */
export async function removeOldCounters(pool: pg.Pool): Promise<void> {
  await pool.query('delete from rate_limit where expire < extract(epoch from now()) * 1000')
}

/** Counts what happens per key within windows of `seconds`, for callers who say themselves how much is too much. */
export function defineCount(options: { name: string; seconds: number }) {
  const counterOf = perContext(
    ({ pool }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: options.name,
        points: Number.MAX_SAFE_INTEGER,
        duration: options.seconds,
        clearExpiredByTimeout: false,
      }),
  )
  return {
    /** One more for `key`: how many there are in this window, and when the next one starts. */
    async count(ctx: Context, key: string): Promise<{ used: number; resetSeconds: number }> {
      refuseInTransaction('Counting')
      const { consumedPoints, msBeforeNext } = await counterOf(ctx).consume(stored(key))
      return { used: consumedPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
    },
  }
}

/** At most `points` attempts per key within `seconds`. Declared where it is used; `name` keeps its count apart. */
export function defineRateLimit(options: { name: string; points: number; seconds: number }): RateLimit {
  const limiterOf = perContext(
    ({ pool }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: options.name,
        points: options.points,
        duration: options.seconds,
        clearExpiredByTimeout: false,
      }),
  )
  return {
    async consume(ctx, key) {
      // It uses a separate connection, and its counts must survive a rollback.
      refuseInTransaction('Counting tries')
      try {
        await limiterOf(ctx).consume(stored(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
        throw new AppError('rate_limited', `Too many attempts. Wait ${wait}`, { retryAfterSeconds: seconds })
      }
    },
    async release(ctx, key) {
      await limiterOf(ctx).reward(stored(key))
    },
    async reset(ctx, key) {
      await limiterOf(ctx).delete(stored(key))
    },
  }
}
