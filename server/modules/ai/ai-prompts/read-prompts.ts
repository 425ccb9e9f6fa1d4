import type { RunPrompt } from '#contract/activity/run-kinds/ai-text.ts'
import { type AiListType, aiFieldName, type PromptType } from '#contract/ai/ai-prompt-types.ts'
import type { FineTune, PromptVersion } from '#contract/ai/ai-prompts.ts'
import type { PlatformPrompt } from '#contract/ai/platform-prompts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { currentDefault, currentDefaults } from './platform-prompts.ts'
import { findPrompt, findPrompts, findVersions, type PromptRow, type Viewer } from './prompts-store.ts'

export interface PromptChoice {
  prompt_type: PromptType
  fine_tune_id?: number | null
  version?: number
}

const presentDefault = ({
  is_built_in: _,
  changed_by: _by,
  changed_at: _at,
  ...fields
}: PlatformPrompt): FineTune => ({
  ...fields,
  id: null,
  field: aiFieldName(fields.prompt_type),
  is_default: true,
  is_shared: true,
  is_mine: false,
  updated_by: null,
  updated_at: null,
})

const presentPrompt = (row: PromptRow, viewer: Viewer): FineTune => ({
  ...pick(row, 'id', 'type', 'prompt_type', 'name'),
  field: row.field ?? aiFieldName(row.prompt_type),
  is_default: false,
  is_shared: row.is_shared,
  is_mine: row.created_by === viewer.userId,
  ...pick(row, 'text', 'max_characters', 'language', 'version', 'updated_by'),
  updated_at: row.updated_at.toISOString(),
})

export const makeViewer = ({ accountId, userId }: Actor): Viewer => ({ accountId, userId })

/** @throws AppError not_found. */
export async function showPrompt(db: Db, actor: Actor, id: number): Promise<FineTune> {
  const row = await findPrompt(db, makeViewer(actor), id)
  if (!row) throw notFound('The prompt')
  return presentPrompt(row, makeViewer(actor))
}

export async function listPrompts(
  ctx: Context,
  actor: Actor,
  query: { type?: AiListType; prompt_type?: PromptType; show_default: boolean },
): Promise<FineTune[]> {
  const viewer = makeViewer(actor)
  const saved = await findPrompts(ctx.db, viewer, { type: query.type, promptType: query.prompt_type })
  const all = query.show_default ? await currentDefaults(ctx.db) : []
  const defaults = all.filter(
    ({ type, prompt_type }) =>
      (!query.type || type === query.type) && (!query.prompt_type || prompt_type === query.prompt_type),
  )
  return [...defaults.map(presentDefault), ...saved.map((row) => presentPrompt(row, viewer))]
}

export const listDefaultPrompts = async (ctx: Context): Promise<FineTune[]> =>
  (await currentDefaults(ctx.db)).map(presentDefault)

export async function listPromptVersions(ctx: Context, actor: Actor, id: number): Promise<PromptVersion[]> {
  await showPrompt(ctx.db, actor, id)
  const rows = await findVersions(ctx.db, actor.accountId, id)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** A prompt for a run. @throws AppError not_found, conflict for one of another list type. */
export async function findPromptForRun(
  ctx: Context,
  actor: Actor,
  type: AiListType,
  choice: PromptChoice,
): Promise<RunPrompt> {
  const { prompt_type, fine_tune_id: id } = choice
  if (!id) {
    const { name, text, max_characters, language, version } = await currentDefault(ctx.db, {
      type,
      prompt_type,
    })
    const content = { name, text, max_characters, language }
    return { ...content, prompt_type, fine_tune_id: null, version, field: aiFieldName(prompt_type) }
  }
  const prompt = await showPrompt(ctx.db, actor, id)
  if (prompt.type !== type) throw conflict(`“${prompt.name}” is for another list type`)
  const version = choice.version ?? prompt.version
  const content = (await findVersions(ctx.db, actor.accountId, id)).find((item) => item.version === version)
  if (!content) throw notFound('The version')
  const { text, max_characters, language } = content
  const place = { prompt_type: prompt.prompt_type, fine_tune_id: id, version, field: prompt.field }
  return { ...place, name: prompt.name, text, max_characters, language }
}
