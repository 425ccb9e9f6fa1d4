import * as z from 'zod/mini'
import { Done, dataReply, Id, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

const api = defineArea({ tag: 'Training content', access: { can: 'administer' }, scope: 'admin' })
const changes = ['courses'] as const

/** A topic as administrators see it. */
export const Topic = z.object({ id: Id, name: z.string(), is_active: z.boolean(), courses: z.int() })
export type Topic = z.output<typeof Topic>

const staff = { can: 'see_admin' } as const

export const adminTopics = api.get('/api/admin/topics', {
  name: 'adminTopics.index',
  access: staff,
  reads: ['courses'],
  summary: 'Topics of courses in order',
  reply: dataReply(z.array(Topic)),
})

const topicBody = z.strictObject({ name: text(100), is_active: z._default(z.boolean(), true) })

export const createTopic = api.create('/api/admin/topics', {
  name: 'adminTopics.create',
  changes,
  audit: 'training_topic.created',
  idempotent: true,
  summary: 'Create a topic',
  body: topicBody,
  reply: dataReply(Topic),
})

export const updateTopic = api.put('/api/admin/topics/{id}', {
  name: 'adminTopics.update',
  changes,
  audit: 'training_topic.changed',
  summary: 'Rename a topic, or hide it with its courses',
  body: topicBody,
  reply: dataReply(Topic),
})

export const deleteTopic = api.delete('/api/admin/topics/{id}', {
  name: 'adminTopics.delete',
  changes,
  audit: 'training_topic.deleted',
  summary: 'Delete a topic without courses',
  reply: Done,
  errors: ['conflict'],
})

export const orderTopics = api.put('/api/admin/topics', {
  name: 'adminTopics.order',
  changes,
  audit: 'training_topic.ordered',
  summary: 'Save the order of all topics',
  body: z.strictObject({ topic_ids: z.array(Id).check(z.minLength(1), z.maxLength(1000)) }),
  reply: dataReply(z.array(Topic)),
  errors: ['conflict'],
})
