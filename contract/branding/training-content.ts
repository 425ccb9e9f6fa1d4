import * as z from 'zod/mini'
import {
  Done,
  dataReply,
  Id,
  IdParam,
  numberedPage,
  numberedPageQuery,
  Timestamp,
  text,
} from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** Maximum number of pages in a course. */
export const MAX_COURSE_PAGES = 200
export const MAX_PAGE_HTML = 200_000

const api = defineArea({ tag: 'Training content', access: { can: 'manage_brand' }, scope: 'write' })
const changes = ['courses'] as const
const search = z.optional(z.string().check(z.trim(), z.maxLength(200)))
const summary = z.string().check(z.trim(), z.maxLength(500))

/** Origin: the account itself, a parent account, or the product. */
const Source = z.enum(['own', 'inherited', 'built_in'])

/** A course as its editors see it. */
export const ContentCourse = z.object({
  id: Id,
  topic_id: Id,
  topic: z.string(),
  title: z.string(),
  summary: z.string(),
  status: z.literal('active'),
  source: Source,
  is_hidden: z.boolean().check(z.describe('Hidden from the account and the accounts below it')),
  is_customized: z.boolean().check(z.describe('Inherited, with its own title or text in the account')),
  hasContent: z.boolean().check(z.describe('Whether it has a published page')),
  pages: z.int(),
  drafts: z.int().check(z.describe('Pages with unpublished changes')),
  can: z.object({
    edit: z.boolean().check(z.describe('Add, order and delete pages; otherwise override and hide')),
  }),
})
export type ContentCourse = z.output<typeof ContentCourse>

/** A page in the contents of a course in the editor. */
export const ContentPage = z.object({
  id: Id,
  title: z.string(),
  state: z
    .enum(['draft', 'published', 'changed'])
    .check(z.describe('`changed`: published, with a newer draft')),
  source: Source,
  is_hidden: z.boolean(),
  is_customized: z.boolean(),
  updated_by: z.nullable(z.string()),
  updated_at: z.nullable(Timestamp),
})
export type ContentPage = z.output<typeof ContentPage>

const PageText = z.object({ title: z.string(), html: z.string() })

/** A page in the editor. */
export const EditedPage = z.extend(ContentPage, {
  course_id: Id,
  html: z.string().check(z.describe('The draft, or else the published or inherited text')),
  version: z.int().check(z.describe('Grows with every change; 0 while the account has no own text')),
  published: z.nullable(PageText).check(z.describe('Published text; null before it is published')),
  inherited: z.nullable(PageText).check(z.describe('Text without the account’s override')),
})
export type EditedPage = z.output<typeof EditedPage>

export const contentTopics = api.get('/api/wl/training/topics', {
  name: 'training.topics',
  reads: ['courses'],
  summary: 'Topics that a course can belong to',
  reply: dataReply(z.array(z.object({ id: Id, name: z.string() }))),
})

export const contentCourses = api.get('/api/wl/training/courses', {
  name: 'training.courses',
  reads: ['courses', 'training_content'],
  summary: 'Courses to edit: the account’s own and inherited ones, including hidden ones',
  query: z.strictObject({ ...numberedPageQuery, topic_id: z.optional(IdParam), search }),
  reply: numberedPage(ContentCourse),
  cli: {
    name: 'courses list',
    summary: 'Training courses, your own and inherited ones',
    limit: 'all',
    columns: {
      '>ID': 'id',
      '>PAGES': 'pages',
      SOURCE: 'source',
      STATE: "is_hidden?hidden ?? hasContent?published ?? 'draft'",
      TITLE: 'title',
    },
  },
})

export const contentCourse = api.get('/api/wl/training/courses/{id}', {
  name: 'training.course',
  reads: ['courses', 'training_content'],
  summary: 'A course to edit with its pages in order',
  reply: dataReply(z.object({ course: ContentCourse, pages: z.array(ContentPage) })),
  cli: {
    name: 'courses show',
    summary: 'A training course with its pages',
    args: { COURSE_ID: 'id' },
    text: [
      "{course.title} ({course.topic}, {course.is_hidden?hidden ?? course.hasContent?published ?? 'draft'})",
    ],
    rows: 'pages',
    columns: { '>ID': 'id', STATE: 'state', HIDDEN: 'is_hidden?yes', TITLE: 'title' },
  },
})

export const createCourse = api.create('/api/wl/training/courses', {
  name: 'training.createCourse',
  changes,
  audit: 'training_course.created',
  idempotent: true,
  summary: 'Create a course; readers see it once a page is published',
  body: z.strictObject({ topic_id: Id, title: text(150), summary: z._default(summary, '') }),
  reply: dataReply(ContentCourse),
  errors: ['not_found'],
})

export const updateCourse = api.put('/api/wl/training/courses/{id}', {
  name: 'training.updateCourse',
  changes,
  audit: 'training_course.changed',
  summary: 'Change a course, or override title and summary of an inherited one',
  description: 'The topic of an inherited course cannot be changed.',
  body: z.strictObject({ topic_id: z.optional(Id), title: text(150), summary }),
  reply: dataReply(ContentCourse),
  errors: ['forbidden'],
})

export const hideCourse = api.put('/api/wl/training/courses/{id}/hidden', {
  name: 'training.hideCourse',
  changes,
  audit: 'training_course.hidden',
  summary: 'Hide a course from the account and the accounts below it, or show it again',
  body: z.strictObject({ is_hidden: z.boolean() }),
  reply: dataReply(ContentCourse),
})

export const resetCourse = api.post('/api/wl/training/courses/{id}/reset', {
  name: 'training.resetCourse',
  changes,
  idempotent: true,
  audit: 'training_course.reset',
  summary: 'Restore title and summary of the inherited course',
  reply: dataReply(ContentCourse),
  errors: ['forbidden'],
})

export const deleteCourse = api.delete('/api/wl/training/courses/{id}', {
  name: 'training.deleteCourse',
  changes,
  audit: 'training_course.deleted',
  summary: 'Delete a course of your account',
  description: 'It can be restored for 30 days.',
  reply: Done,
  errors: ['forbidden'],
})

export const restoreCourse = api.post('/api/wl/training/courses/{id}/restore', {
  name: 'training.restoreCourse',
  changes,
  idempotent: true,
  audit: 'training_course.restored',
  summary: 'Restore a deleted course',
  reply: dataReply(ContentCourse),
})

const Order = z.array(Id).check(z.minLength(1), z.maxLength(1000))

export const orderPages = api.put('/api/wl/training/courses/{id}/order', {
  name: 'training.orderPages',
  changes,
  audit: 'training_course.ordered',
  summary: 'Save the order of all pages of a course',
  description: 'Lists every page once; `conflict` if the pages have changed.',
  body: z.strictObject({ page_ids: Order }),
  reply: dataReply(z.array(ContentPage)),
  errors: ['forbidden', 'conflict'],
})

export const createPage = api.create('/api/wl/training/courses/{id}/pages', {
  name: 'training.createPage',
  changes,
  audit: 'training_page.created',
  idempotent: true,
  summary: `Add a page as a draft; a course has at most ${MAX_COURSE_PAGES}`,
  body: z.strictObject({
    title: text(150),
    html: z._default(z.string().check(z.maxLength(MAX_PAGE_HTML)), ''),
  }),
  reply: dataReply(EditedPage),
  errors: ['forbidden', 'conflict'],
})

export const editedPage = api.get('/api/wl/training/pages/{id}', {
  name: 'training.page',
  summary: 'A page to edit: draft, published and inherited text',
  reply: dataReply(EditedPage),
})

const version = z.int().check(z.minimum(0))
const VERSION_NOTE =
  '`version` is the version you edited. If someone else saved another one since, nothing is changed and the answer is `edit_conflict` with `details.current`.'

export const saveDraft = api.put('/api/wl/training/pages/{id}', {
  name: 'training.saveDraft',
  changes: ['training_content'],
  audit: 'training_page.changed',
  summary: 'Save the draft of a page; readers keep seeing the published text',
  description: `The HTML is sanitized: scripts, styles and handlers are removed. Only videos from YouTube, Vimeo, Loom and Wistia are allowed. ${VERSION_NOTE}`,
  body: z.strictObject({ title: text(150), html: z.string().check(z.maxLength(MAX_PAGE_HTML)), version }),
  reply: dataReply(EditedPage),
  errors: ['edit_conflict', 'validation_failed'],
})

export const publishPage = api.post('/api/wl/training/pages/{id}/publish', {
  name: 'training.publish',
  changes,
  idempotent: true,
  audit: 'training_page.published',
  summary: 'Publish the draft: it replaces what readers see',
  description: VERSION_NOTE,
  body: z.strictObject({ version }),
  reply: dataReply(EditedPage),
  errors: ['edit_conflict'],
})

export const discardDraft = api.post('/api/wl/training/pages/{id}/discard', {
  name: 'training.discard',
  changes,
  idempotent: true,
  audit: 'training_page.discarded',
  summary: 'Discard the draft and return to the published text',
  description: VERSION_NOTE,
  body: z.strictObject({ version }),
  reply: dataReply(EditedPage),
  errors: ['edit_conflict', 'conflict'],
})

export const hidePage = api.put('/api/wl/training/pages/{id}/hidden', {
  name: 'training.hidePage',
  changes,
  audit: 'training_page.hidden',
  summary: 'Hide a page from the account and the accounts below it, or show it again',
  body: z.strictObject({ is_hidden: z.boolean() }),
  reply: dataReply(EditedPage),
})

export const resetPage = api.post('/api/wl/training/pages/{id}/reset', {
  name: 'training.resetPage',
  changes,
  idempotent: true,
  audit: 'training_page.reset',
  summary: 'Restore the inherited text; draft and published text of the account are deleted',
  reply: dataReply(EditedPage),
  errors: ['forbidden'],
})

export const deletePage = api.delete('/api/wl/training/pages/{id}', {
  name: 'training.deletePage',
  changes,
  audit: 'training_page.deleted',
  summary: 'Delete a page of your own course',
  description: 'It can be restored for 30 days.',
  reply: Done,
  errors: ['forbidden'],
})

export const restorePage = api.post('/api/wl/training/pages/{id}/restore', {
  name: 'training.restorePage',
  changes,
  idempotent: true,
  audit: 'training_page.restored',
  summary: 'Restore a deleted page',
  reply: dataReply(EditedPage),
  errors: ['conflict'],
})

/** Extensions of files that a page can offer for download. */
export const TRAINING_FILE_TYPES = ['pdf', 'docx', 'xlsx', 'pptx', 'csv', 'txt', 'zip'] as const

export const uploadTrainingFile = api.create('/api/wl/training/files', {
  name: 'training.upload',
  kind: 'upload',
  audit: 'training_file.added',
  summary: 'Add an image or a file for pages',
  description: `Raw bytes of up to 5 MB: PNG, JPEG, WebP, GIF or SVG as an image, which is drawn anew, or ${TRAINING_FILE_TYPES.join(', ')} as a file. The answer’s \`url\` goes into \`img\` or \`a\` elements of a page. Everyone who knows the address can read it.`,
  query: z.strictObject({ name: text(200), kind: z.enum(['image', 'file']) }),
  reply: dataReply(z.object({ url: z.string(), name: z.string() })),
  errors: ['payload_too_large', 'validation_failed', 'conflict'],
})
