import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { refuseInTransaction } from '../db/db.ts'
import { AppError } from '../errors.ts'

/** Counts tries in the database, so that every process sees the same number. */
export interface RateLimit {
  /** Counts one try of `key`. @throws AppError rate_limited with Retry-After when there were too many. */
  consume(key: string): Promise<void>
  /** Takes one counted try of `key` back: it was none. */
  release(key: string): Promise<void>
  /** Forgets the tries of `key`, after a success. */
  reset(key: string): Promise<void>
}

/** Keys of any length and any text; what was typed is not stored. */
const stored = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Forgets counters whose time is over (`expire` is in milliseconds since 1970). */
export async function removeOldCounters(pool: pg.Pool): Promise<void> {
  await pool.query('delete from rate_limit where expire < extract(epoch from now()) * 1000')
}

/** At most `points` tries per key within `seconds`. */
export function createRateLimit(
  pool: pg.Pool,
  options: { name: string; points: number; seconds: number },
): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: options.name,
    points: options.points,
    duration: options.seconds,
    clearExpiredByTimeout: false,
  })
  return {
    async consume(key) {
      // It takes a connection of its own, and what it counts must stay when the transaction is undone.
      refuseInTransaction('Counting tries')
      try {
        await limiter.consume(stored(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
        throw new AppError('rate_limited', `Too many attempts. Wait ${wait}`, { retryAfterSeconds: seconds })
      }
    },
    async release(key) {
      await limiter.reward(stored(key))
    },
    async reset(key) {
      await limiter.delete(stored(key))
    },
  }
}
