import { TEMPLATE_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { showBusinessDetails } from '#server/modules/ai/business-details/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { readLeadChunks } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { aiTextFigures } from './ai-text-figures.ts'
import { buildPrompt } from './build-prompt.ts'
import { makeLeadScope } from './lead-scope.ts'
import type { TextWork } from './plan-texts.ts'
import { readSources } from './read-sources.ts'

/** Leads whose prompts are built for an estimate. */
const SAMPLE = 5

export type TextFigures = ReturnType<typeof aiTextFigures> & {
  leads: number
  texts: number
  unit_cost: number
}

/** Lengths of some prompts, as they would be sent now. */
async function countSample(
  ctx: Context,
  actor: Actor,
  { list, type, prompts, items }: TextWork,
): Promise<number[]> {
  const ids = [...new Set(items.map(({ leadId }) => leadId))].slice(0, SAMPLE)
  const custom = await findFieldDefinitions(ctx.db, actor.accountId)
  const business = await showBusinessDetails(ctx, actor.accountId)
  const lengths: number[] = []
  const scope = makeLeadScope(actor.accountId, list.id, type)
  for await (const rows of readLeadChunks(ctx, scope, ids, SAMPLE))
    for (const lead of rows) {
      const { signal } = new AbortController()
      const known = await readSources(ctx, { lead, type, custom }, { business, readNow: false, signal })
      for (const prompt of prompts) {
        const { messages } = buildPrompt(prompt, known)
        lengths.push(messages.reduce((sum, { content }) => sum + content.length, 0))
      }
    }
  return lengths
}

/** Searches the training by meaning, which may call a vendor: call it outside a transaction. */
export async function estimateTexts(ctx: Context, actor: Actor, work: TextWork): Promise<TextFigures> {
  const { choice, items, readWebsites, modelCheck } = work
  const isModel = choice.provider !== 'template'
  const possible = isModel ? items : items.filter(({ promptType }) => TEMPLATE_TYPES.includes(promptType))
  const sample = isModel ? await countSample(ctx, actor, work) : []
  const about = { rate: choice.rate, isModel, readsWebsites: readWebsites, isChecked: modelCheck }
  return {
    leads: new Set(possible.map(({ leadId }) => leadId)).size,
    texts: possible.length,
    unit_cost: choice.rate > 0 ? 1 : 0,
    ...aiTextFigures(possible.length, sample, about),
  }
}
