import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** A point where a test's work waits: `pass` waits until `open`, `reached` resolves when something waits. */
export function halt() {
  const arrival = Promise.withResolvers<void>()
  const exit = Promise.withResolvers<void>()
  return {
    reached: arrival.promise,
    open: exit.resolve,
    pass: () => {
      arrival.resolve()
      return exit.promise
    },
  }
}

/** Waits until `count` statements of the test's database wait for a lock. */
export async function waitingForLock(t: TestApp, count: number): Promise<void> {
  const waiting = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await t.app.database.pool.query(waiting)).rows[0].n).toBe(count)
}
