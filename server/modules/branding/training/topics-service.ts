import type { Topic } from '#contract/branding/training-topics.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isOrderOf } from './is-order-of.ts'
import { findTopics } from './reader-store.ts'
import {
  deleteTopicRow,
  findAllTopics,
  hasCourses,
  insertTopic,
  lockTopic,
  saveTopicOrder,
  updateTopicRow,
} from './topics-store.ts'

interface TopicInput {
  name: string
  is_active: boolean
}

/** Topics, managed by administrators for the whole installation. */
export function createTopicsService({ db, builtIn }: { db: Db; builtIn: () => Promise<void> }) {
  const record = (actor: Actor, id: number, detail: Record<string, unknown>) =>
    recordAudit(db, { accountId: actor.accountId, subject: `training_topic:${id}`, detail })

  async function show(id: number): Promise<Topic> {
    const topic = (await findAllTopics(db)).find((topic) => topic.id === id)
    if (!topic) throw notFound('The topic')
    return topic
  }

  return {
    /** Topics available for courses. */
    async choices() {
      await builtIn()
      return findTopics(db)
    },

    async list() {
      await builtIn()
      return findAllTopics(db)
    },

    create: (actor: Actor, input: TopicInput) =>
      transaction(db, async () => {
        const { id } = await insertTopic(db, input)
        record(actor, id, { name: input.name })
        return show(id)
      }),

    update: (actor: Actor, id: number, input: TopicInput) =>
      transaction(db, async () => {
        const before = await lockTopic(db, id)
        if (!before) throw notFound('The topic')
        await updateTopicRow(db, id, input)
        record(actor, id, { before: { name: before.name, is_active: before.is_active }, after: input })
        return show(id)
      }),

    remove: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const topic = await lockTopic(db, id)
        if (!topic) throw notFound('The topic')
        if (await hasCourses(db, id))
          throw new AppError('conflict', 'This topic has courses. Hide it, or move its courses first')
        await deleteTopicRow(db, id)
        record(actor, id, { name: topic.name })
      }),

    order: (actor: Actor, ids: readonly number[]) =>
      transaction(db, async () => {
        const known = (await findAllTopics(db)).map(({ id }) => id)
        if (!isOrderOf(ids, known))
          throw new AppError('conflict', 'The topics have changed. Reload and try again')
        await saveTopicOrder(db, ids)
        recordAudit(db, { accountId: actor.accountId, detail: { topics: ids.length } })
        return findAllTopics(db)
      }),
  }
}
export type TopicsService = ReturnType<typeof createTopicsService>
