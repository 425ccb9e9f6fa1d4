import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** The course's owner adds, orders and deletes pages. Inheriting accounts override and hide. */
export const canEditCourse = (
  actor: Pick<Actor, 'accountId'>,
  course: { account_id: number | null },
): boolean => course.account_id === actor.accountId

export const inheritedCourse = (): AppError =>
  new AppError('forbidden', 'This course is inherited. You can change its texts or hide it')
