import { vi } from 'vitest'

/**
 * Does `work` as though `ms` milliseconds more had passed on the clock that measures how long things last
 * (`performance.now`). Timers stay where they are.
 */
export async function later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const now = performance.now.bind(performance)
  const moved = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  try {
    return await work()
  } finally {
    moved.mockRestore()
  }
}
