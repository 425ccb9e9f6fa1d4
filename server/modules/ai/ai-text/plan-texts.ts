import type { RunPrompt } from '#contract/activity/run-kinds/ai-text.ts'
import type { AiListType } from '#contract/ai/ai-prompt-types.ts'
import { PREVIEW_ROWS } from '#contract/ai/ai-text.ts'
import type { AiProvider } from '#contract/ai/open-ai.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { findPromptForRun, type PromptChoice } from '#server/modules/ai/ai-prompts/index.ts'
import { chooseModel, type ModelChoice } from '#server/modules/ai/models/index.ts'
import { findLeadIds, findLeadScope, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import { findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AiTextItem } from './ai-text-store.ts'

const CHUNK = 500

export interface AiTextQuery {
  type: AiListType
  listId: number
  selection: { resultIds: number[] } | { filters: LeadFilters; first?: number }
  prompts: readonly PromptChoice[]
  provider?: AiProvider
  readWebsites: boolean
  modelCheck?: boolean
  isPreview: boolean
}
/** Everything to be written in one run. */
export interface TextWork {
  list: ListRow
  type: AiListType
  prompts: RunPrompt[]
  items: AiTextItem[]
  choice: ModelChoice
  readWebsites: boolean
  modelCheck: boolean
}

function requireSupported(type: AiListType): void {
  if (LIST_TYPES[type].actions.includes('ai')) return
  throw conflict(`A list of the type "${LIST_TYPES[type].name}" doesn’t support this`)
}

async function readPrompts(ctx: Context, actor: Actor, query: AiTextQuery): Promise<RunPrompt[]> {
  const read: RunPrompt[] = []
  for (const choice of query.prompts) read.push(await findPromptForRun(ctx, actor, query.type, choice))
  const duplicate = read.find(({ field }, at) => read.findIndex((other) => other.field === field) !== at)
  // Comparing two versions is only for previews.
  if (duplicate && !query.isPreview)
    throw invalidField('prompts', `Two prompts fill the same field: ${duplicate.name}`)
  return read
}

/** Active leads without samples, in the chosen order. */
async function resolveLeadIds(ctx: Context, actor: Actor, query: AiTextQuery): Promise<number[]> {
  const scope = await findLeadScope(ctx, actor, query.listId, query.type)
  const ids = await findLeadIds(ctx, scope, query.selection)
  const chosen = query.isPreview ? ids.slice(0, PREVIEW_ROWS) : ids
  const active: number[] = []
  for await (const rows of readLeadChunks(ctx, scope, chosen, CHUNK)) active.push(...rows.map(({ id }) => id))
  return active
}

/** @throws AppError conflict, not_found, validation_failed. */
export async function planTexts(ctx: Context, actor: Actor, query: AiTextQuery): Promise<TextWork> {
  requireSupported(query.type)
  const list = await findOwnList(ctx, actor, query.listId, query.type)
  const prompts = await readPrompts(ctx, actor, query)
  const ids = await resolveLeadIds(ctx, actor, query)
  const items = ids.flatMap((leadId) =>
    prompts.map(({ prompt_type, field }, prompt) => ({ leadId, prompt, promptType: prompt_type, field })),
  )
  const choice = await chooseModel(ctx, actor.accountId, query.provider)
  return {
    list,
    type: query.type,
    prompts,
    items,
    choice,
    readWebsites: query.readWebsites,
    modelCheck: query.modelCheck === true && choice.provider !== 'template',
  }
}
