import type { CallRecords, Line } from './access-rules.ts'

/** An unknown id; training-content.test.ts covers ownership of courses and pages. */
const UNKNOWN = { params: { id: 999_999_999 } }
const course = (body?: object) => ({
  input: ({ course: { id } }: CallRecords) => ({ params: { id }, ...(body && { body }) }),
})
const item = (body?: object) => ({
  input: ({ course: { item: id } }: CallRecords) => ({ params: { id }, ...(body && { body }) }),
})
const unknown = (body?: object) => ({ ok: 404, input: () => ({ ...UNKNOWN, ...(body && { body }) }) })
const read = { rule: 'seller', scope: 'read', ok: 200 } as const
const write = { rule: 'seller', scope: 'write', ok: 200 } as const
const staff = { rule: 'staff', scope: 'admin', ok: 200 } as const

/** Calls that write training content: for resellers and the platform, about inherited courses. */
export const TRAINING_CONTENT_LINES: Record<string, Line> = {
  'training.topics': read,
  'training.courses': read,
  'training.course': { ...read, ...course() },
  'training.page': { ...read, ...item() },
  'training.createCourse': {
    ...write,
    ...unknown(),
    input: () => ({ body: { topic_id: 999_999_999, title: 'Ours' } }),
  },
  'training.updateCourse': { ...write, ...course({ title: 'Ours', summary: '' }) },
  'training.hideCourse': { ...write, ...course({ is_hidden: false }) },
  'training.resetCourse': { ...write, ...course() },
  'training.deleteCourse': { ...write, ...unknown() },
  'training.restoreCourse': { ...write, ...unknown() },
  'training.orderPages': { ...write, ...unknown({ page_ids: [1] }) },
  'training.createPage': { ...write, ...unknown({ title: 'New' }) },
  'training.saveDraft': { ...write, ...unknown({ title: 'New', html: '', version: 0 }) },
  'training.publish': { ...write, ...unknown({ version: 0 }) },
  'training.discard': { ...write, ...unknown({ version: 0 }) },
  'training.hidePage': { ...write, ...item({ is_hidden: false }) },
  'training.resetPage': { ...write, ...item() },
  'training.deletePage': { ...write, ...unknown() },
  'training.restorePage': { ...write, ...unknown() },
  'training.upload': {
    ...write,
    ok: 422,
    input: () => ({ query: { kind: 'file', name: 'page.html' }, bytes: 'x' }),
  },
  'adminTopics.index': staff,
  'adminTopics.create': { ...staff, ok: 201, input: () => ({ body: { name: 'Matrix' } }) },
  'adminTopics.update': { ...staff, ...unknown({ name: 'Matrix' }) },
  'adminTopics.delete': { ...staff, ...unknown() },
  'adminTopics.order': { ...staff, ok: 409, input: () => ({ body: { topic_ids: [999_999_999] } }) },
}
