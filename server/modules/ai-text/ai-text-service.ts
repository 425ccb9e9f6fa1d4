import type { AiListType } from '#contract/ai-prompt-types.ts'
import { type AiTextQuote, PREVIEW_ROWS } from '#contract/ai-text.ts'
import type { LeadFilters } from '#contract/leads.ts'
import { LIST_TYPES } from '#contract/list-types/index.ts'
import type { AiProvider } from '#contract/open-ai.ts'
import { aiTextRun, type RunPrompt } from '#contract/run-kinds/ai-text.ts'
import type { PromptChoice } from '#server/modules/ai-prompts/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import type { ListRow } from '#server/modules/lists/index.ts'
import type { ModelChoice } from '#server/modules/models/index.ts'
import { keepQuote } from '#server/modules/quotes/index.ts'
import type { RunTerms } from '#server/modules/run-start/index.ts'
import type { RunOf } from '#server/modules/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AiTextDeps, scopeOf } from './ai-text-deps.ts'
import { aiTextFigures } from './ai-text-figures.ts'
import { type AiTextItem, type AiTextRow, insertTexts, lockTexts, unwritten } from './ai-text-store.ts'
import { buildPrompt } from './build-prompt.ts'
import { gatherSources } from './gather-sources.ts'
import { pagesOfLead } from './lead-pages.ts'

export interface AiTextQuestion {
  type: AiListType
  listId: number
  selection: { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }
  prompts: readonly PromptChoice[]
  provider?: AiProvider | undefined
  readWebsites: boolean
  isPreview: boolean
}
export interface AiTextOrder extends AiTextQuestion {
  review: boolean
  quoteId?: number | undefined
  maxCost?: number | undefined
}

type Run = RunOf<typeof aiTextRun>
type Figures = ReturnType<typeof aiTextFigures> & { leads: number; texts: number; unit_cost: number }

/** Leads whose questions are written out for an estimate. */
const SAMPLE = 5
const CHUNK = 500
/** Characters of a question with its sources. */
const USUAL_QUESTION = 6000

/** Everything that is to be written in one run. */
interface Work {
  list: ListRow
  type: AiListType
  prompts: RunPrompt[]
  items: AiTextItem[]
  choice: ModelChoice
  readWebsites: boolean
}

/** Texts of earlier runs that are to be written once more. */
interface Earlier {
  rows: readonly AiTextRow[]
  listId: number
}

/** Texts about leads: quotes and starts. The work of a run is in ai-text-executor.ts, reviews in review-service.ts. */
export function createAiTextService(deps: AiTextDeps) {
  const { db, lists, leads, wallet, runs, startRun, models, prompts: promptsService } = deps

  function refuseUnoffered(type: AiListType): void {
    if (LIST_TYPES[type].actions.includes('ai')) return
    throw new AppError('conflict', `A list of the type "${LIST_TYPES[type].name}" does not offer this`)
  }

  async function promptsOf(actor: Actor, { type, prompts, isPreview }: AiTextQuestion): Promise<RunPrompt[]> {
    const read: RunPrompt[] = []
    for (const choice of prompts) read.push(await promptsService.forRun(actor, type, choice))
    const twice = read.find(({ field }, at) => read.findIndex((other) => other.field === field) !== at)
    // Two versions side by side are what a preview is for.
    if (twice && !isPreview)
      throw invalidField('prompts', `Two prompts would fill the same field: ${twice.name}`)
    return read
  }

  /** Leads that are there and no sample, in the order in which they were chosen. */
  async function leadIds(actor: Actor, question: AiTextQuestion): Promise<number[]> {
    const scope = await leads.scopeOf(actor, question.listId, question.type)
    const ids = await leads.idsOf(scope, question.selection)
    const wanted = question.isPreview ? ids.slice(0, PREVIEW_ROWS) : ids
    const living: number[] = []
    for await (const rows of leads.chunks(scope, wanted, CHUNK)) living.push(...rows.map(({ id }) => id))
    return living
  }

  async function workOf(actor: Actor, question: AiTextQuestion): Promise<Work> {
    refuseUnoffered(question.type)
    const list = await lists.find(actor, question.listId, question.type)
    const prompts = await promptsOf(actor, question)
    const ids = await leadIds(actor, question)
    const items = ids.flatMap((leadId) =>
      prompts.map(({ prompt_type, field }, prompt) => ({ leadId, prompt, promptType: prompt_type, field })),
    )
    const choice = await models.choose(actor.accountId, question.provider)
    return { list, type: question.type, prompts, items, choice, readWebsites: question.readWebsites }
  }

  /** Lengths of some of the questions, as they would be asked now. */
  async function sampleOf(actor: Actor, { list, type, prompts, items }: Work): Promise<number[]> {
    const ids = [...new Set(items.map(({ leadId }) => leadId))].slice(0, SAMPLE)
    const custom = await customFieldsOf(db, actor.accountId)
    const business = await deps.businessOf(actor.accountId)
    const lengths: number[] = []
    const scope = scopeOf(actor.accountId, list.id, type)
    for await (const rows of leads.chunks(scope, ids, SAMPLE))
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

  async function figuresOf(actor: Actor, work: Work): Promise<Figures> {
    const { choice, items, readWebsites } = work
    const isModel = choice.provider !== 'template'
    const sample = isModel ? await sampleOf(actor, work) : []
    const about = { rate: choice.rate, isModel, readsWebsites: readWebsites }
    return {
      leads: new Set(items.map(({ leadId }) => leadId)).size,
      texts: items.length,
      unit_cost: choice.rate > 0 ? 1 : 0,
      ...aiTextFigures(items.length, sample, about),
    }
  }

  /** What a quote is about: an order that names it must mean the same. */
  const inputOf = (question: AiTextQuestion, { level, rate }: ModelChoice) => {
    const { type, listId, selection, prompts, provider, readWebsites, isPreview } = question
    return {
      action: 'ai_text',
      ...{ type, list_id: listId, selection, prompts, provider: provider ?? null },
      ...{ read_websites: readWebsites, preview: isPreview },
      // Another price or another key is another promise.
      ...{ level, rate },
    }
  }

  async function begin(
    actor: Actor,
    work: Work,
    order: {
      title: string
      about: object
      quoteId?: number | undefined
      maxCost?: number | undefined
      review: boolean
      isPreview: boolean
      /** Null with a quote. */
      asked: Figures | null
    },
  ) {
    const { list, items, choice, prompts, type, readWebsites } = work
    const { asked } = order
    const { run } = await startRun(actor, aiTextRun, {
      title: order.title,
      list,
      promise: { quoteId: order.quoteId, about: order.about, asked, maxCost: order.maxCost },
      plan: ({ maxCost }: RunTerms<Figures>) => ({
        input: {
          ...{ type, listId: list.id, prompts, provider: choice.provider, level: choice.level },
          ...{ rate: choice.rate, maxCost, review: order.review, isPreview: order.isPreview, readWebsites },
        },
        total: items.length,
      }),
      work: ({ accountId, runId }) => insertTexts(db, { accountId, runId, listId: list.id }, items),
    })
    return { run, list_id: list.id }
  }

  /** Texts of earlier runs once more, with the prompts that they had. */
  async function workAgain(
    actor: Actor,
    rows: readonly AiTextRow[],
    listId: number,
  ): Promise<{ work: Work; last: Run['input'] }> {
    const list = await lists.find(actor, listId)
    const inputs = new Map<number, Run['input']>()
    const prompts: RunPrompt[] = []
    const seen = new Map<string, number>()
    const items: AiTextItem[] = []
    for (const row of rows) {
      const input =
        inputs.get(row.run_id) ?? ((await runs.find(actor.accountId, row.run_id)) as unknown as Run).input
      inputs.set(row.run_id, input)
      const prompt = input.prompts[row.prompt]
      if (!prompt) continue
      const key = `${row.run_id}:${row.prompt}`
      if (!seen.has(key)) seen.set(key, prompts.push(prompt) - 1)
      const at = seen.get(key) ?? 0
      items.push({ leadId: row.lead_id, prompt: at, promptType: row.prompt_type, field: row.field })
    }
    const last = [...inputs.values()].at(-1)
    if (!last) throw new AppError('conflict', 'There is nothing to write once more')
    const choice = await models.choose(actor.accountId, last.provider)
    const work: Work = { list, type: last.type, prompts, items, choice, readWebsites: last.readWebsites }
    return { work, last }
  }

  async function again(actor: Actor, { rows, listId }: Earlier, asked: Figures) {
    const { work, last } = await workAgain(actor, rows, listId)
    const title = `AI text: ${work.list.name}`
    return begin(actor, work, {
      ...{ title, about: {}, review: last.review, isPreview: last.isPreview, asked },
    })
  }

  const figuresAgain = async (actor: Actor, { rows, listId }: Earlier): Promise<Figures> =>
    figuresOf(actor, (await workAgain(actor, rows, listId)).work)

  /** What a run left unwritten. */
  async function restOf(actor: Actor, runId: number): Promise<Earlier> {
    const run = await runs.find(actor.accountId, runId)
    if (run?.kind !== 'ai_text' || run.list_id === null) throw notFound('The run')
    if (!run.finished_at) throw new AppError('conflict', 'The run is still working')
    const rows = await unwritten(db, { account_id: actor.accountId, id: runId })
    if (rows.length === 0) throw new AppError('conflict', 'Nothing is left to write in this run')
    return { rows, listId: run.list_id }
  }

  /** Texts of one list, held until the transaction ends where there is one. */
  async function chosen(actor: Actor, ids: readonly number[]): Promise<Earlier> {
    const rows = await lockTexts(db, actor.accountId, ids)
    const [first] = rows
    if (!first || rows.length < new Set(ids).size) throw notFound('The text')
    if (rows.some(({ list_id }) => list_id !== first.list_id))
      throw new AppError('conflict', 'Choose texts of one list')
    return { rows, listId: first.list_id }
  }

  return {
    /** What texts need: outside of a transaction, since the training is searched by meaning too. */
    figures: async (actor: Actor, question: AiTextQuestion): Promise<Figures> =>
      figuresOf(actor, await workOf(actor, question)),
    figuresOfRest: async (actor: Actor, runId: number) => figuresAgain(actor, await restOf(actor, runId)),
    figuresOfChosen: async (actor: Actor, ids: readonly number[]) =>
      figuresAgain(actor, await chosen(actor, ids)),

    async quote(actor: Actor, question: AiTextQuestion, figures: Figures): Promise<AiTextQuote> {
      const work = await workOf(actor, question)
      const { id, expiresAt } = await keepQuote(db, actor, inputOf(question, work.choice), figures)
      const { provider, level, rate, model } = work.choice
      return {
        id,
        ...figures,
        ...{ provider, level, model: provider === 'template' ? null : model.name },
        credits_per_1000_tokens: rate,
        available: await wallet.spendable(actor),
        expires_at: expiresAt,
      }
    },

    /** Credits of one text for each of so many leads, by the length of usual questions: before the leads are known. */
    async usualPrice(actor: Actor, leads: number): Promise<{ expected: number; max: number }> {
      const { provider, rate } = await models.choose(actor.accountId)
      const isModel = provider !== 'template'
      return aiTextFigures(leads, [USUAL_QUESTION], { rate, isModel, readsWebsites: false }).credits
    },

    /**
     * Starts writing, for what `figures` said or, with a quote, for what that did. Without both they are computed here.
     * @throws AppError conflict, not_found, insufficient_credits, quote_expired, validation_failed.
     */
    async start(actor: Actor, order: AiTextOrder, figures?: Figures | null) {
      const work = await workOf(actor, order)
      if (work.items.length === 0) throw invalidField('selection', 'Select at least one lead')
      const words = order.isPreview ? 'Preview of AI text' : 'AI text'
      const title = `${words}: ${work.list.name}`
      const asked = order.quoteId === undefined ? (figures ?? (await figuresOf(actor, work))) : null
      return begin(actor, work, { ...order, title, about: inputOf(order, work.choice), asked })
    },

    /** Writes what failed, or was not tried, once more. @throws AppError conflict when nothing is left. */
    retry: (actor: Actor, runId: number, figures: Figures) =>
      transaction(db, async () => {
        const { rows } = await restOf(actor, runId)
        const ids = rows.map(({ id }) => id)
        // Of two calls at once the second sees what the first has begun.
        await lockTexts(db, actor.accountId, ids)
        return again(actor, await restOf(actor, runId), figures)
      }),

    /** Writes texts once more, whatever became of them. @throws AppError not_found, conflict for several lists. */
    regenerate: async (actor: Actor, ids: readonly number[], figures: Figures) =>
      again(actor, await chosen(actor, ids), figures),
  }
}

export type AiTextService = ReturnType<typeof createAiTextService>
