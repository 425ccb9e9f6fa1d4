import type { Topic } from '#contract/branding/training-topics.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isOrderOf } from './is-order-of.ts'
import { findTopics } from './reader-store.ts'
import * as store from './topics-store.ts'

interface TopicInput {
  name: string
  is_active: boolean
}

/** Topics, managed by administrators for the whole installation. */
export function createTopicsService({ db, builtIn }: { db: Db; builtIn: () => Promise<void> }) {
  const record = (actor: Actor, id: number, detail: Record<string, unknown>) =>
    recordAudit(db, { accountId: actor.accountId, subject: `training_topic:${id}`, detail })

  async function show(id: number): Promise<Topic> {
    const topic = (await store.findAllTopics(db)).find((topic) => topic.id === id)
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
      return store.findAllTopics(db)
    },

    create: (actor: Actor, input: TopicInput) =>
      transaction(db, async () => {
        const { id } = await store.insertTopic(db, input)
        record(actor, id, { name: input.name })
        return show(id)
      }),

    update: (actor: Actor, id: number, input: TopicInput) =>
      transaction(db, async () => {
        const before = await store.lockTopic(db, id)
        if (!before) throw notFound('The topic')
        await store.updateTopicRow(db, id, input)
        record(actor, id, { before: { name: before.name, is_active: before.is_active }, after: input })
        return show(id)
      }),

    remove: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const topic = await store.lockTopic(db, id)
        if (!topic) throw notFound('The topic')
        if (await store.hasCourses(db, id))
          throw conflict('This topic has courses. Hide it, or move its courses first')
        await store.deleteTopicRow(db, id)
        record(actor, id, { name: topic.name })
      }),

    order: (actor: Actor, ids: readonly number[]) =>
      transaction(db, async () => {
        const known = (await store.findAllTopics(db)).map(({ id }) => id)
        if (!isOrderOf(ids, known)) throw conflict('The topics have changed. Reload and try again')
        await store.saveTopicOrder(db, ids)
        recordAudit(db, { accountId: actor.accountId, detail: { topics: ids.length } })
        return store.findAllTopics(db)
      }),
  }
}
export type TopicsService = ReturnType<typeof createTopicsService>
