import * as z from 'zod/mini'
import { dataOf, Id, IdParam, page, pageQuery } from '../core/common.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** A course as lists show it, with how far the caller is. */
export const Course = z.object({
  id: Id,
  topic_id: Id,
  title: z.string(),
  summary: z.string(),
  hasContent: z.boolean().check(z.describe('Whether it has items')),
  status: z.literal('active'),
  items: z.int(),
  done: z.int().check(z.describe('Items that the caller has marked as done')),
})
export type Course = z.output<typeof Course>

/** One step of a course. */
export const CourseItem = z.object({
  id: Id,
  title: z.string(),
  body: z
    .string()
    .check(z.describe('Markdown: headings, lists, bold, code, links, pictures. HTML in it is plain text')),
  done: z.boolean(),
})
export type CourseItem = z.output<typeof CourseItem>

const tag = 'Onboarding'

export const topics = defineEndpoint({
  name: 'topics.index',
  method: 'GET',
  path: '/api/topics',
  access: {},
  scope: 'read',
  tag,
  reads: ['courses'],
  summary: 'Onboarding topics with their courses',
  description: 'Empty where the site has turned its training center off (`show_training_center`).',
  reply: dataOf(z.array(z.object({ id: Id, name: z.string(), courses: z.array(Course) }))),
})

export const courses = defineEndpoint({
  name: 'courses.index',
  method: 'GET',
  path: '/api/courses',
  access: {},
  scope: 'read',
  tag,
  reads: ['courses'],
  summary: 'Courses, of one topic or by words of their title',
  query: z.strictObject({
    ...pageQuery,
    topic_id: z.optional(IdParam),
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  reply: page(Course),
})

export const courseItems = defineEndpoint({
  name: 'courses.items',
  method: 'GET',
  path: '/api/courses/items/{id}',
  access: {},
  scope: 'read',
  tag,
  reads: ['courses'],
  summary: 'A course with its items in order, and the one to go on with',
  description: '`next` is the first item that is not done; null when all are.',
  params: z.object({ id: IdParam }),
  reply: dataOf(z.object({ course: Course, next: z.nullable(Id), items: z.array(CourseItem) })),
  errors: ['not_found'],
})

export const markCourseItem = defineEndpoint({
  name: 'courses.mark',
  method: 'PUT',
  path: '/api/courses/progress/{id}',
  access: {},
  scope: 'write',
  tag,
  changes: ['courses'],
  audit: 'course.marked',
  summary: 'Mark an item of a course as done, or as not done',
  params: z.object({ id: IdParam }),
  body: z.strictObject({ done: z.boolean() }),
  reply: dataOf(z.object({ done: z.boolean(), next: z.nullable(Id) })),
  errors: ['not_found'],
})
