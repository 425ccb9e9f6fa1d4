import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** Pages are added, ordered and deleted by whoever owns the course. Who inherits it overrides and hides. */
export const canEditCourse = (
  actor: Pick<Actor, 'accountId'>,
  course: { account_id: number | null },
): boolean => course.account_id === actor.accountId

export const inheritedCourse = (): AppError =>
  new AppError('forbidden', 'This course is inherited. You can change its texts or hide it')
