import type { TrainingFileType } from '#contract/ai/ai-training.ts'
import type { Db } from '#server/platform/db/db.ts'
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

export function createReadTraining({ db }: { db: Db }) {
  /** Rewrites an item's passages for another title or language, since both are searched. */
  async function retitle(
    actor: Actor,
    id: number,
    kind: 'page' | 'file',
    to: { title: string; language: Language },
  ) {
    const { body } = await findTraining(db, actor.accountId, id, kind)
    return changeItem(db, actor, id, kind, { ...to, text: await prepareText(body, to.language) })
  }

  return {
    addFile: (actor: Actor, file: ReadFile, { title, language }: { title: string; language: Language }) =>
      addItem(db, actor, {
        kind: 'file',
        title,
        language,
        text: file.text,
        facts: { file_name: file.name, file_type: file.type, file_bytes: file.bytes, note: file.note },
      }),

    retitle,

    /** Adds a page to the training, or updates the one with its address. In the caller's transaction. */
    async addPage(
      { accountId, userId }: { accountId: number; userId: number | null },
      page: { url: string; website: string; title: string; text: PreparedText },
    ): Promise<void> {
      const before = await findByUrl(db, accountId, page.url)
      await requireTokens(db, accountId, page.text.tokens - (before?.tokens ?? 0))
      const facts = { is_gone: false }
      if (before) {
        const { language, title } = before
        await updateItem(
          db,
          { accountId, id: before.id },
          { title, language, text: page.text, facts, isRead: true },
        )
      } else
        await insertItem(db, {
          accountId,
          userId,
          kind: 'page',
          title: page.title,
          language: 'auto',
          text: page.text,
          facts: { url: page.url, website: page.website, ...facts },
        })
    },
  }
}
