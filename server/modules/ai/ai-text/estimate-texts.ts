import { customFieldsOf } from '#server/modules/leads/custom-fields/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AiTextDeps, scopeOf } from './ai-text-deps.ts'
import { aiTextFigures } from './ai-text-figures.ts'
import { buildPrompt } from './build-prompt.ts'
import { gatherSources } from './gather-sources.ts'
import { type LeadPageDeps, pagesOfLead } from './lead-pages.ts'
import type { TextWork } from './plan-texts.ts'

/** Leads whose prompts are built for an estimate. */
const SAMPLE = 5

export type TextFigures = ReturnType<typeof aiTextFigures> & {
  leads: number
  texts: number
  unit_cost: number
}

export type EstimateDeps = LeadPageDeps & Pick<AiTextDeps, 'leads' | 'businessOf' | 'searchTraining'>

/** Lengths of some prompts, as they would be sent now. */
async function sampleOf(
  deps: EstimateDeps,
  actor: Actor,
  { list, type, prompts, items }: TextWork,
): Promise<number[]> {
  const ids = [...new Set(items.map(({ leadId }) => leadId))].slice(0, SAMPLE)
  const custom = await customFieldsOf(deps.db, actor.accountId)
  const business = await deps.businessOf(actor.accountId)
  const lengths: number[] = []
  const scope = scopeOf(actor.accountId, list.id, type)
  for await (const rows of deps.leads.chunks(scope, ids, SAMPLE))
    for (const lead of rows) {
      const place = { accountId: actor.accountId, domain: lead.domain }
      const signal = new AbortController().signal
      const pages = await pagesOfLead(deps, place, { readNow: false, signal })
      const known = await gatherSources(
        { lead, type, custom },
        { business, pages, search: deps.searchTraining },
      )
      for (const prompt of prompts) {
        const { messages } = buildPrompt(prompt, known)
        lengths.push(messages.reduce((sum, { content }) => sum + content.length, 0))
      }
    }
  return lengths
}

/** Searches the training by meaning, which may call a vendor: call it outside a transaction. */
export async function estimateTexts(deps: EstimateDeps, actor: Actor, work: TextWork): Promise<TextFigures> {
  const { choice, items, readWebsites, modelCheck } = work
  const isModel = choice.provider !== 'template'
  const sample = isModel ? await sampleOf(deps, actor, work) : []
  const about = { rate: choice.rate, isModel, readsWebsites: readWebsites, isChecked: modelCheck }
  return {
    leads: new Set(items.map(({ leadId }) => leadId)).size,
    texts: items.length,
    unit_cost: choice.rate > 0 ? 1 : 0,
    ...aiTextFigures(items.length, sample, about),
  }
}
