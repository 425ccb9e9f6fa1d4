import { AppError } from '#server/platform/errors.ts'

/** A limited number of slots per user. */
export interface CountedPlaces {
  /** Takes a slot; the returned function releases it. @throws AppError rate_limited when all are taken. */
  enter(userId: number): () => void
}

/** At most `most` slots per user, within this process. */
export function countedPlaces(max: number): CountedPlaces {
  const taken = new Map<number, number>()
  return {
    enter(userId) {
      const now = taken.get(userId) ?? 0
      if (now >= max)
        throw new AppError('rate_limited', `${max} event streams are already open. Close one of them`, {
          retryAfterSeconds: 30,
        })
      taken.set(userId, now + 1)
      let given = false
      return () => {
        if (given) return
        given = true
        const left = (taken.get(userId) ?? 1) - 1
        if (left > 0) taken.set(userId, left)
        else taken.delete(userId)
      }
    },
  }
}
