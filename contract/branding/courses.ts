import * as z from 'zod/mini'
import {
  dataReply,
  Id,
  IdParam,
  numberedPage,
  numberedPageQuery,
  page,
  pageQuery,
  Timestamp,
  text,
} from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** A course in a list, with the caller's progress. */
export const Course = z.object({
  id: Id,
  topic_id: Id,
  title: z.string(),
  summary: z.string(),
  hasContent: z.boolean().check(z.describe('Whether it has a published page')),
  status: z.literal('active'),
  items: z.int(),
  done: z.int().check(z.describe('Pages that the caller has completed')),
})
export type Course = z.output<typeof Course>

/** A page in the contents of a course. */
export const CourseItem = z.object({ id: Id, title: z.string(), done: z.boolean() })
export type CourseItem = z.output<typeof CourseItem>

const api = defineArea({ tag: 'Onboarding', access: {}, scope: 'write' })

export const topics = api.get('/api/topics', {
  name: 'topics.index',
  reads: ['courses'],
  summary: 'Onboarding topics with their courses',
  description: 'Empty where the site has turned its training center off (`show_training_center`).',
  reply: dataReply(z.array(z.object({ id: Id, name: z.string(), courses: z.array(Course) }))),
})

export const courses = api.get('/api/courses', {
  name: 'courses.index',
  reads: ['courses'],
  summary: 'Courses of one topic or with matching titles',
  query: z.strictObject({
    ...numberedPageQuery,
    topic_id: z.optional(IdParam),
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  reply: numberedPage(Course),
})

export const courseItems = api.get('/api/courses/items/{id}', {
  name: 'courses.items',
  reads: ['courses'],
  summary: 'A course with its pages in order, and the one to continue with',
  description:
    '`next` is the first page not done; null when all are. `GET /api/courses/pages/{id}` has the text of a page.',
  reply: dataReply(z.object({ course: Course, next: z.nullable(Id), items: z.array(CourseItem) })),
})

export const coursePage = api.get('/api/courses/pages/{id}', {
  name: 'courses.page',
  reads: ['courses'],
  summary: 'Published text of a page',
  reply: dataReply(
    z.object({
      id: Id,
      course_id: Id,
      title: z.string(),
      html: z.string().check(z.describe('Sanitized HTML. Videos are `iframe` elements of allowed hosts')),
    }),
  ),
})

/** A page found by full-text search. */
export const CourseHit = z.object({
  id: Id,
  course_id: Id,
  course: z.string(),
  title: z.string(),
  excerpt: z.string(),
})

export const searchCourses = api.get('/api/courses/search', {
  name: 'courses.search',
  reads: ['courses'],
  summary: 'Published pages with all search words, up to 20',
  query: z.strictObject({ search: text(200) }),
  reply: dataReply(z.array(CourseHit)),
})

export const markCourseItem = api.put('/api/courses/progress/{id}', {
  name: 'courses.mark',
  changes: ['courses'],
  audit: 'course.marked',
  summary: 'Mark a page of a course as done, or as not done',
  body: z.strictObject({ done: z.boolean() }),
  reply: dataReply(z.object({ done: z.boolean(), next: z.nullable(Id) })),
})

/** Progress of one member, without courses that were not started. */
export const MemberProgress = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  courses: z.array(
    z.object({
      id: Id,
      title: z.string(),
      items: z.int(),
      done: z.int(),
      finished_at: z.nullable(Timestamp).check(z.describe('When the last page was completed; null before')),
    }),
  ),
})
export type MemberProgress = z.output<typeof MemberProgress>

export const memberProgress = api.get('/api/courses/members', {
  name: 'courses.members',
  access: { can: 'manage_team' },
  reads: ['courses', 'team'],
  summary: 'Which members of the account have finished which courses',
  query: z.strictObject({ ...pageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  reply: page(MemberProgress),
})
