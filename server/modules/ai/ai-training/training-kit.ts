import type { KitContent } from '#contract/admin/kit-document.ts'
import type { TrainingKind } from '#contract/ai/ai-training.ts'
import type { Context } from '#server/platform/context.ts'
import { byKitName, defineKitPart, type KitItem } from '#server/platform/kit-part.ts'
import { type ItemRow, listAllItems, lockItem } from './ai-training-store.ts'
import { safeHtml } from './text/safe-html.ts'
import {
  addTrainingQa,
  addTrainingText,
  changeTrainingQa,
  changeTrainingText,
} from './texts-and-questions.ts'
import { removeTraining } from './training-trash.ts'

/** Training of one kind by title; of several with one title, the first. */
async function listByTitle<Content>(
  ctx: Context,
  accountId: number,
  kind: TrainingKind,
  content: (row: ItemRow) => Content,
): Promise<ReadonlyMap<string, KitItem<Content>>> {
  const rows = await listAllItems(ctx.db, accountId, kind)
  return byKitName(
    rows.toReversed(),
    ({ title }) => title,
    (row) => ({ id: row.id, content: content(row) }),
  )
}

const findVersion = async (ctx: Context, accountId: number, id: number, kind: TrainingKind) =>
  (await lockItem(ctx.db, accountId, id, kind))?.version ?? 0

export const trainingKitParts = [
  defineKitPart<KitContent<'training_texts'>>({
    name: 'training_texts',
    module: 'ai_suggest',
    normalise: (content) => ({ ...content, html: safeHtml(content.html) }),
    list: (ctx, { accountId }) =>
      listByTitle(ctx, accountId, 'text', ({ html, language }) => ({ html: html ?? '', language })),
    create: (ctx, actor, title, content) => addTrainingText(ctx, actor, { title, ...content }),
    async change(ctx, actor, id, content, title) {
      const version = await findVersion(ctx, actor.accountId, id, 'text')
      return changeTrainingText(ctx, actor, id, { title, ...content, version })
    },
    remove: (ctx, actor, id) => removeTraining(ctx, actor, id, 'text'),
  }),
  defineKitPart<KitContent<'training_questions'>>({
    name: 'training_questions',
    module: 'ai_suggest',
    list: (ctx, { accountId }) =>
      listByTitle(ctx, accountId, 'qa', ({ body, language }) => ({ answer: body, language })),
    create: (ctx, actor, question, content) => addTrainingQa(ctx, actor, { question, ...content }),
    async change(ctx, actor, id, content, question) {
      const version = await findVersion(ctx, actor.accountId, id, 'qa')
      return changeTrainingQa(ctx, actor, id, { question, ...content, version })
    },
    remove: (ctx, actor, id) => removeTraining(ctx, actor, id, 'qa'),
  }),
]
