import type { TrainingFileType } from '#contract/ai/ai-training.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findByUrl, insertItem, updateItem } from './ai-training-store.ts'
import { type PreparedText, prepareText } from './text/prepare-text.ts'
import { requireTokens } from './training-allowance.ts'
import { addItem, changeItem, findTraining, type Language } from './training-items.ts'

export interface ReadFile {
  name: string
  type: TrainingFileType
  bytes: number
  text: PreparedText
  note: string | null
}

/** Rewrites an item's passages for another title or language, since both are searched. */
export async function retitleTraining(
  ctx: Context,
  actor: Actor,
  id: number,
  kind: 'page' | 'file',
  to: { title: string; language: Language },
) {
  const { body } = await findTraining(ctx.db, actor.accountId, id, kind)
  return changeItem(ctx.db, actor, id, kind, { ...to, text: await prepareText(body, to.language) })
}

export const addTrainingFile = (
  ctx: Context,
  actor: Actor,
  file: ReadFile,
  { title, language }: { title: string; language: Language },
) =>
  addItem(ctx.db, actor, {
    kind: 'file',
    title,
    language,
    text: file.text,
    facts: { file_name: file.name, file_type: file.type, file_bytes: file.bytes, note: file.note },
  })

/** Adds a page to the training, or updates the one with its address. In the caller's transaction. */
export async function addTrainingPage(
  ctx: Context,
  { accountId, userId }: { accountId: number; userId: number | null },
  page: { url: string; website: string; title: string; text: PreparedText },
): Promise<void> {
  const before = await findByUrl(ctx.db, accountId, page.url)
  await requireTokens(ctx.db, accountId, page.text.tokens - (before?.tokens ?? 0))
  const facts = { is_gone: false }
  if (before) {
    const { language, title } = before
    await updateItem(
      ctx.db,
      { accountId, id: before.id },
      { title, language, text: page.text, facts, isRead: true },
    )
  } else
    await insertItem(ctx.db, {
      accountId,
      userId,
      kind: 'page',
      title: page.title,
      language: 'auto',
      text: page.text,
      facts: { url: page.url, website: page.website, ...facts },
    })
}
