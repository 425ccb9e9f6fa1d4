import * as z from 'zod/mini'
import { Done, dataOf, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** Maximum number of pages in a course. */
export const MAX_COURSE_PAGES = 200
const MAX_HTML = 200_000

const access = { can: 'manage_brand' } as const
const tag = 'Training content'
const params = z.object({ id: IdParam })
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

export const contentTopics = defineEndpoint({
  name: 'training.topics',
  method: 'GET',
  path: '/api/wl/training/topics',
  access,
  scope: 'read',
  tag,
  reads: ['courses'],
  summary: 'Topics that a course can belong to',
  reply: dataOf(z.array(z.object({ id: Id, name: z.string() }))),
})

export const contentCourses = defineEndpoint({
  name: 'training.courses',
  method: 'GET',
  path: '/api/wl/training/courses',
  access,
  scope: 'read',
  tag,
  reads: ['courses', 'training_content'],
  summary: 'Courses to edit: the account’s own and inherited ones, including hidden ones',
  query: z.strictObject({ ...pageQuery, topic_id: z.optional(IdParam), search }),
  reply: page(ContentCourse),
})

export const contentCourse = defineEndpoint({
  name: 'training.course',
  method: 'GET',
  path: '/api/wl/training/courses/{id}',
  access,
  scope: 'read',
  tag,
  reads: ['courses', 'training_content'],
  summary: 'A course to edit with its pages in order',
  params,
  reply: dataOf(z.object({ course: ContentCourse, pages: z.array(ContentPage) })),
  errors: ['not_found'],
})

export const createCourse = defineEndpoint({
  name: 'training.createCourse',
  method: 'POST',
  path: '/api/wl/training/courses',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.created',
  idempotent: true,
  status: 201,
  summary: 'Create a course; readers see it once a page is published',
  body: z.strictObject({ topic_id: Id, title: text(150), summary: z._default(summary, '') }),
  reply: dataOf(ContentCourse),
  errors: ['not_found'],
})

export const updateCourse = defineEndpoint({
  name: 'training.updateCourse',
  method: 'PUT',
  path: '/api/wl/training/courses/{id}',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.changed',
  summary: 'Change a course, or override title and summary of an inherited one',
  description: 'The topic of an inherited course cannot be changed.',
  params,
  body: z.strictObject({ topic_id: z.optional(Id), title: text(150), summary }),
  reply: dataOf(ContentCourse),
  errors: ['not_found', 'forbidden'],
})

export const hideCourse = defineEndpoint({
  name: 'training.hideCourse',
  method: 'PUT',
  path: '/api/wl/training/courses/{id}/hidden',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.hidden',
  summary: 'Hide a course from the account and the accounts below it, or show it again',
  params,
  body: z.strictObject({ is_hidden: z.boolean() }),
  reply: dataOf(ContentCourse),
  errors: ['not_found'],
})

export const resetCourse = defineEndpoint({
  name: 'training.resetCourse',
  method: 'POST',
  path: '/api/wl/training/courses/{id}/reset',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.reset',
  summary: 'Restore title and summary of the inherited course',
  params,
  reply: dataOf(ContentCourse),
  errors: ['not_found', 'forbidden'],
})

export const deleteCourse = defineEndpoint({
  name: 'training.deleteCourse',
  method: 'DELETE',
  path: '/api/wl/training/courses/{id}',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.deleted',
  summary: 'Delete a course of your account',
  description: 'It can be restored for 30 days.',
  params,
  reply: Done,
  errors: ['not_found', 'forbidden'],
})

export const restoreCourse = defineEndpoint({
  name: 'training.restoreCourse',
  method: 'POST',
  path: '/api/wl/training/courses/{id}/restore',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.restored',
  summary: 'Restore a deleted course',
  params,
  reply: dataOf(ContentCourse),
  errors: ['not_found'],
})

const Order = z.array(Id).check(z.minLength(1), z.maxLength(1000))

export const orderPages = defineEndpoint({
  name: 'training.orderPages',
  method: 'PUT',
  path: '/api/wl/training/courses/{id}/order',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_course.ordered',
  summary: 'Save the order of all pages of a course',
  description: 'Lists every page once; `conflict` if the pages have changed.',
  params,
  body: z.strictObject({ page_ids: Order }),
  reply: dataOf(z.array(ContentPage)),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const createPage = defineEndpoint({
  name: 'training.createPage',
  method: 'POST',
  path: '/api/wl/training/courses/{id}/pages',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.created',
  idempotent: true,
  status: 201,
  summary: `Add a page as a draft; a course has at most ${MAX_COURSE_PAGES}`,
  params,
  body: z.strictObject({ title: text(150), html: z._default(z.string().check(z.maxLength(MAX_HTML)), '') }),
  reply: dataOf(EditedPage),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const editedPage = defineEndpoint({
  name: 'training.page',
  method: 'GET',
  path: '/api/wl/training/pages/{id}',
  access,
  scope: 'read',
  tag,
  summary: 'A page to edit: draft, published and inherited text',
  params,
  reply: dataOf(EditedPage),
  errors: ['not_found'],
})

const version = z.int().check(z.minimum(0))
const VERSION_NOTE =
  '`version` is the version you edited. If someone else saved another one since, nothing is changed and the answer is `edit_conflict` with `details.current`.'

export const saveDraft = defineEndpoint({
  name: 'training.saveDraft',
  method: 'PUT',
  path: '/api/wl/training/pages/{id}',
  access,
  scope: 'write',
  tag,
  changes: ['training_content'],
  audit: 'training_page.changed',
  summary: 'Save the draft of a page; readers keep seeing the published text',
  description: `The HTML is sanitized: scripts, styles and handlers are removed. Only videos from YouTube, Vimeo, Loom and Wistia are allowed. ${VERSION_NOTE}`,
  params,
  body: z.strictObject({ title: text(150), html: z.string().check(z.maxLength(MAX_HTML)), version }),
  reply: dataOf(EditedPage),
  errors: ['not_found', 'edit_conflict', 'validation_failed'],
})

export const publishPage = defineEndpoint({
  name: 'training.publish',
  method: 'POST',
  path: '/api/wl/training/pages/{id}/publish',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.published',
  summary: 'Publish the draft: it replaces what readers see',
  description: VERSION_NOTE,
  params,
  body: z.strictObject({ version }),
  reply: dataOf(EditedPage),
  errors: ['not_found', 'edit_conflict'],
})

export const discardDraft = defineEndpoint({
  name: 'training.discard',
  method: 'POST',
  path: '/api/wl/training/pages/{id}/discard',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.discarded',
  summary: 'Discard the draft and return to the published text',
  description: VERSION_NOTE,
  params,
  body: z.strictObject({ version }),
  reply: dataOf(EditedPage),
  errors: ['not_found', 'edit_conflict', 'conflict'],
})

export const hidePage = defineEndpoint({
  name: 'training.hidePage',
  method: 'PUT',
  path: '/api/wl/training/pages/{id}/hidden',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.hidden',
  summary: 'Hide a page from the account and the accounts below it, or show it again',
  params,
  body: z.strictObject({ is_hidden: z.boolean() }),
  reply: dataOf(EditedPage),
  errors: ['not_found'],
})

export const resetPage = defineEndpoint({
  name: 'training.resetPage',
  method: 'POST',
  path: '/api/wl/training/pages/{id}/reset',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.reset',
  summary: 'Restore the inherited text; draft and published text of the account are deleted',
  params,
  reply: dataOf(EditedPage),
  errors: ['not_found', 'forbidden'],
})

export const deletePage = defineEndpoint({
  name: 'training.deletePage',
  method: 'DELETE',
  path: '/api/wl/training/pages/{id}',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.deleted',
  summary: 'Delete a page of your own course',
  description: 'It can be restored for 30 days.',
  params,
  reply: Done,
  errors: ['not_found', 'forbidden'],
})

export const restorePage = defineEndpoint({
  name: 'training.restorePage',
  method: 'POST',
  path: '/api/wl/training/pages/{id}/restore',
  access,
  scope: 'write',
  tag,
  changes,
  audit: 'training_page.restored',
  summary: 'Restore a deleted page',
  params,
  reply: dataOf(EditedPage),
  errors: ['not_found', 'conflict'],
})

/** Extensions of files that a page can offer for download. */
export const TRAINING_FILE_TYPES = ['pdf', 'docx', 'xlsx', 'pptx', 'csv', 'txt', 'zip'] as const

export const uploadTrainingFile = defineEndpoint({
  name: 'training.upload',
  method: 'POST',
  path: '/api/wl/training/files',
  kind: 'upload',
  access,
  scope: 'write',
  tag,
  audit: 'training_file.added',
  status: 201,
  summary: 'Add an image or a file for pages',
  description: `Raw bytes of up to 5 MB: PNG, JPEG, WebP, GIF or SVG as an image, which is drawn anew, or ${TRAINING_FILE_TYPES.join(', ')} as a file. The answer’s \`url\` goes into \`img\` or \`a\` elements of a page. Everyone who knows the address can read it.`,
  query: z.strictObject({ name: text(200), kind: z.enum(['image', 'file']) }),
  reply: dataOf(z.object({ url: z.string(), name: z.string() })),
  errors: ['payload_too_large', 'validation_failed', 'conflict'],
})
