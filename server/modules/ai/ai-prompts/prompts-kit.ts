import type { KitContent } from '#contract/admin/kit-document.ts'
import type { AiListType } from '#contract/ai/ai-prompt-types.ts'
import { conflict } from '#server/platform/errors.ts'
import { byKitName, defineKitPart, readTypedName, typedName } from '#server/platform/kit-part.ts'
import { createPrompt, removePrompt, updatePrompt } from './edit-prompts.ts'
import { findPrompts, lockPrompt } from './prompts-store.ts'

export const promptsKitPart = defineKitPart<KitContent<'prompts'>>({
  name: 'prompts',
  module: 'leads',
  async list(ctx, actor) {
    const rows = await findPrompts(ctx.db, actor, {})
    return byKitName(
      rows.filter(({ is_shared }) => is_shared),
      ({ type, name }) => typedName(type, name),
      ({ id, prompt_type, field, text, max_characters, language }) => ({
        id,
        content: { prompt_type, field, text, max_characters, language },
      }),
    )
  },
  create(ctx, actor, key, { field, ...content }) {
    const { type, name } = readTypedName<AiListType>(key)
    return createPrompt(ctx, actor, { ...content, type, name, is_shared: true, ...(field && { field }) })
  },
  async change(ctx, actor, id, content, key) {
    const row = await lockPrompt(ctx.db, actor.accountId, id)
    if (row && (row.prompt_type !== content.prompt_type || row.field !== content.field))
      throw conflict(`The prompt “${key}” is for another text. Give the one of the kit another name`)
    const { name } = readTypedName(key)
    return updatePrompt(ctx, actor, id, { ...content, name, is_shared: true, version: row?.version ?? 0 })
  },
  remove: removePrompt,
})
