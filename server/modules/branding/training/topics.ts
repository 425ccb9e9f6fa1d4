import type { Topic } from '#contract/branding/training-topics.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { ensureBuiltIn } from './ensure-built-in.ts'
import { isOrderOf } from './is-order-of.ts'
import { findTopics } from './reader-store.ts'
import * as store from './topics-store.ts'

interface TopicInput {
  name: string
  is_active: boolean
}

const recordTopicChange = (ctx: Context, actor: Actor, id: number, detail: Record<string, unknown>) =>
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `training_topic:${id}`, detail })

async function showTopic(ctx: Context, id: number): Promise<Topic> {
  const topic = (await store.findAllTopics(ctx.db)).find((topic) => topic.id === id)
  if (!topic) throw notFound('The topic')
  return topic
}

/** Topics available for courses. */
export async function listTopicChoices(ctx: Context) {
  await ensureBuiltIn(ctx)
  return findTopics(ctx.db)
}

export async function listContentTopics(ctx: Context) {
  await ensureBuiltIn(ctx)
  return store.findAllTopics(ctx.db)
}

export const createTopic = (ctx: Context, actor: Actor, input: TopicInput) =>
  transaction(ctx.db, async () => {
    const { id } = await store.insertTopic(ctx.db, input)
    recordTopicChange(ctx, actor, id, { name: input.name })
    return showTopic(ctx, id)
  })

export const updateTopic = (ctx: Context, actor: Actor, id: number, input: TopicInput) =>
  transaction(ctx.db, async () => {
    const before = await store.lockTopic(ctx.db, id)
    if (!before) throw notFound('The topic')
    await store.updateTopicRow(ctx.db, id, input)
    recordTopicChange(ctx, actor, id, {
      before: { name: before.name, is_active: before.is_active },
      after: input,
    })
    return showTopic(ctx, id)
  })

export const removeTopic = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const topic = await store.lockTopic(ctx.db, id)
    if (!topic) throw notFound('The topic')
    if (await store.hasCourses(ctx.db, id))
      throw conflict('This topic has courses. Hide it, or move its courses first')
    await store.deleteTopicRow(ctx.db, id)
    recordTopicChange(ctx, actor, id, { name: topic.name })
  })

export const orderTopics = (ctx: Context, actor: Actor, ids: readonly number[]) =>
  transaction(ctx.db, async () => {
    const known = (await store.findAllTopics(ctx.db)).map(({ id }) => id)
    if (!isOrderOf(ids, known)) throw conflict('The topics have changed. Reload and try again')
    await store.saveTopicOrder(ctx.db, ids)
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { topics: ids.length } })
    return store.findAllTopics(ctx.db)
  })
