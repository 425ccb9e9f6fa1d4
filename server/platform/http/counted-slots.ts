import { AppError } from '../errors.ts'

/** A limited number of slots per user. */
export interface CountedSlots {
  /** Takes a slot; the returned function releases it. @throws AppError rate_limited when all are taken. */
  enter(userId: number): () => void
}

/** At most `most` slots per user, within this process. */
export function countedSlots(max: number): CountedSlots {
  const running = new Map<number, number>()
  return {
    enter(userId) {
      const now = running.get(userId) ?? 0
      if (now >= max)
        throw new AppError('rate_limited', `${max} event streams are already open. Close one of them`, {
          retryAfterSeconds: 30,
        })
      running.set(userId, now + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (running.get(userId) ?? 1) - 1
        if (left > 0) running.set(userId, left)
        else running.delete(userId)
      }
    },
  }
}
