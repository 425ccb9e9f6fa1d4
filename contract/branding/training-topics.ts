import * as z from 'zod/mini'
import { Done, dataOf, Id, IdParam, text } from '../core/common.ts'
import { defineEndpoint } from '../core/endpoint.ts'

const tag = 'Training content'
const params = z.object({ id: IdParam })
const changes = ['courses'] as const

/** A topic as administrators see it. */
export const Topic = z.object({ id: Id, name: z.string(), is_active: z.boolean(), courses: z.int() })
export type Topic = z.output<typeof Topic>

const staff = { can: 'see_admin' } as const
const admin = { can: 'administer' } as const

export const adminTopics = defineEndpoint({
  name: 'adminTopics.index',
  method: 'GET',
  path: '/api/admin/topics',
  access: staff,
  scope: 'admin',
  tag,
  reads: ['courses'],
  summary: 'Topics of courses in order',
  reply: dataOf(z.array(Topic)),
})

const topicBody = z.strictObject({ name: text(100), is_active: z._default(z.boolean(), true) })

export const createTopic = defineEndpoint({
  name: 'adminTopics.create',
  method: 'POST',
  path: '/api/admin/topics',
  access: admin,
  scope: 'admin',
  tag,
  changes,
  audit: 'training_topic.created',
  idempotent: true,
  status: 201,
  summary: 'Create a topic',
  body: topicBody,
  reply: dataOf(Topic),
})

export const updateTopic = defineEndpoint({
  name: 'adminTopics.update',
  method: 'PUT',
  path: '/api/admin/topics/{id}',
  access: admin,
  scope: 'admin',
  tag,
  changes,
  audit: 'training_topic.changed',
  summary: 'Rename a topic, or hide it with its courses',
  params,
  body: topicBody,
  reply: dataOf(Topic),
  errors: ['not_found'],
})

export const deleteTopic = defineEndpoint({
  name: 'adminTopics.delete',
  method: 'DELETE',
  path: '/api/admin/topics/{id}',
  access: admin,
  scope: 'admin',
  tag,
  changes,
  audit: 'training_topic.deleted',
  summary: 'Delete a topic without courses',
  params,
  reply: Done,
  errors: ['not_found', 'conflict'],
})

export const orderTopics = defineEndpoint({
  name: 'adminTopics.order',
  method: 'PUT',
  path: '/api/admin/topics',
  access: admin,
  scope: 'admin',
  tag,
  changes,
  audit: 'training_topic.ordered',
  summary: 'Save the order of all topics',
  body: z.strictObject({ topic_ids: z.array(Id).check(z.minLength(1), z.maxLength(1000)) }),
  reply: dataOf(z.array(Topic)),
  errors: ['conflict'],
})
