/** Takes a slot of a key and returns the function that releases it. Rejects with the signal's reason when it aborts. */
export type TakeSlot = (key: string, signal: AbortSignal) => Promise<() => void>

/** Lets at most `limit` tasks run per key, first come first served. */
export function createKeyedSlots(limit: number): TakeSlot {
  const running = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()

  function leave(key: string): void {
    const [next] = waiting.get(key) ?? []
    if (next) {
      next()
      return
    }
    const left = (running.get(key) ?? 1) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
  }

  function once(key: string): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      leave(key)
    }
  }

  function wait(key: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const queue = waiting.get(key) ?? new Set()
      waiting.set(key, queue)
      const leaveQueue = () => {
        signal.removeEventListener('abort', onAbort)
        queue.delete(next)
        if (queue.size === 0) waiting.delete(key)
      }
      const next = () => {
        leaveQueue()
        resolve(once(key))
      }
      const onAbort = () => {
        leaveQueue()
        reject(signal.reason)
      }
      queue.add(next)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  return async (key, signal) => {
    signal.throwIfAborted()
    const now = running.get(key) ?? 0
    if (now >= limit) return wait(key, signal)
    running.set(key, now + 1)
    return once(key)
  }
}
