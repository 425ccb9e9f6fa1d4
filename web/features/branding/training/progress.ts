import type { Course, CourseItem } from '#contract/branding/courses.ts'
import { counted } from '#contract/core/plural.ts'

/** Progress of a course, in words. */
export function howFar({ items, done }: Pick<Course, 'items' | 'done'>): string {
  if (items === 0) return 'Coming soon'
  if (done === 0) return counted(items, 'page')
  return done === items ? 'Done' : `${done} of ${items} done`
}

/** The item to show: that of the address, else where the person left, else the first. */
export const itemToOpen = <T extends Pick<CourseItem, 'id'>>(
  items: readonly T[],
  requested: number | null,
  next: number | null,
): T | undefined =>
  items.find(({ id }) => id === requested) ?? items.find(({ id }) => id === next) ?? items[0]

/** The first course that was started but not finished. */
export const courseToResume = (courses: readonly Course[]): Course | undefined =>
  courses.find(({ items, done }) => done > 0 && done < items)
