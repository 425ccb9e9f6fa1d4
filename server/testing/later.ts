import { vi } from 'vitest'

/** Runs `work` as if `ms` milliseconds had passed on the monotonic clock (`performance.now`). Timers are unaffected. */
export async function later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const now = performance.now.bind(performance)
  const moved = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  try {
    return await work()
  } finally {
    moved.mockRestore()
  }
}
