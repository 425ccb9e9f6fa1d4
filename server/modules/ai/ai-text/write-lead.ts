import type { aiTextRun } from '#contract/activity/run-kinds/ai-text.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { findRun, type RunContext } from '#server/modules/activity/runs/index.ts'
import { type LeadRow, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Completion, completeAll, type Model, ModelError } from '#server/providers/models/index.ts'
import { type AiTextRow, finishText, openTexts, storeAnswer, storeOpinions } from './ai-text-store.ts'
import { buildPrompt } from './build-prompt.ts'
import { type AiTextRun, deliverText, progressWith, readText } from './deliver-text.ts'
import type { BusinessFacts, LeadSources } from './gather-sources.ts'
import { makeLeadScope } from './lead-scope.ts'
import { requestOpinions } from './model-check.ts'
import { readSources } from './read-sources.ts'

export type AiTextContext = RunContext<typeof aiTextRun>

/** Shared by the leads of one run. */
export interface Writing {
  context: AiTextContext
  model: Model
  business: BusinessFacts | null
  custom: readonly FieldDefinition[]
  /** Consecutive texts for which the model was unreachable. */
  unavailable: number
}

/** A model unreachable for this many consecutive texts ends the run, instead of every text waiting to fail. */
const MAX_UNAVAILABLE = 8

/** An answer, or why there is none. */
type Written = { row: AiTextRow; answer: Completion } | { row: AiTextRow; failure: ModelError }

async function findLead(ctx: Context, { context }: Writing, leadId: number): Promise<LeadRow | undefined> {
  const { account_id: accountId, input } = context.run
  const scope = makeLeadScope(accountId, input.listId, input.type)
  for await (const [lead] of readLeadChunks(ctx, scope, [leadId], 1)) return lead
  return undefined
}

function gatherLeadSources(
  ctx: Context,
  { context, business, custom }: Writing,
  lead: LeadRow,
): Promise<LeadSources> {
  const { type, readWebsites: readNow } = context.run.input
  return readSources(ctx, { lead, type, custom }, { business, readNow, signal: context.signal })
}

/** Requests one text. @throws only errors that are not the model's. */
async function complete({ context, model }: Writing, row: AiTextRow, sources: LeadSources): Promise<Written> {
  const prompt = context.run.input.prompts[row.prompt]
  if (!prompt) return { row, failure: new ModelError('bad_response', { detail: 'no prompt' }) }
  try {
    return { row, answer: await completeAll(model, buildPrompt(prompt, sources), context.signal) }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof ModelError) return { row, failure: error }
    throw error
  }
}

/** Stores results before they are evaluated. Texts whose failure ends the run stay open. */
async function storeResults(
  ctx: Context,
  { context, model: { provider, name } }: Writing,
  written: readonly Written[],
  sources: LeadSources,
): Promise<void> {
  await context.step(async (run: AiTextRun) => {
    let progress = {}
    let now = run
    for (const result of written) {
      if ('answer' in result) {
        const { names, company } = sources
        const stored = { text: result.answer.text, sources: sources.sources, names, company }
        await storeAnswer(ctx.db, result.row, stored, {
          ...result.answer.usage,
          model: provider === 'template' ? null : name,
        })
      } else if (!result.failure.endsRun) {
        await finishText(ctx.db, result.row, { state: 'failed', reason: result.failure.code })
        const next = progressWith(now, { failed: 1 })
        progress = next
        now = { ...now, ...next } as AiTextRun
      }
    }
    return progress
  })
}

/** Ends texts of a lead that cannot be written about. */
async function skip(
  ctx: Context,
  { context }: Writing,
  rows: readonly AiTextRow[],
  reason: string,
): Promise<void> {
  await context.step(async (run: AiTextRun) => {
    for (const row of rows) await finishText(ctx.db, row, { state: 'not_tried', reason })
    return progressWith(run, { not_tried: rows.length })
  })
}

/** Requests the model's opinions on the sentences of answers, if the run includes the check, and stores them. */
async function checkTexts(
  ctx: Context,
  { context, model, business }: Writing,
  answered: readonly AiTextRow[],
) {
  const { run, signal } = context
  if (!run.input.modelCheck) return
  const unchecked = answered.filter(({ answer }) => answer && !answer.opinions)
  const checked = await Promise.all(
    unchecked.map(async (row) => {
      const read = readText(run, row, business)
      if (read.state !== 'written') return []
      return [{ row, ...(await requestOpinions(model, row, read.sentences, signal)) }]
    }),
  )
  for (const { row, opinions, usage } of checked.flat()) await storeOpinions(ctx.db, row, opinions, usage)
}

/** Whether the run has any credits left. */
const isSpent = ({ input, cost }: AiTextRun): boolean => input.rate > 0 && cost >= input.maxCost

/** A failure after which no further request is made, if any. */
function findFatal(writing: Writing, written: readonly Written[]): ModelError | null {
  for (const result of written) {
    if ('answer' in result) writing.unavailable = 0
    else if (result.failure.endsRun) return result.failure
    else if (result.failure.code === 'unavailable' || result.failure.code === 'rate_limited') {
      writing.unavailable += 1
      if (writing.unavailable >= MAX_UNAVAILABLE) return result.failure
    }
  }
  return null
}

/**
 * Writes the texts of one lead. Answers stored before a crash are reused.
 * @throws ModelError when no further request is possible.
 */
export async function writeLead(ctx: Context, writing: Writing, leadId: number): Promise<void> {
  const { context, business } = writing
  context.signal.throwIfAborted()
  const open = await openTexts(ctx.db, context.run, leadId)
  const queued = open.filter(({ state }) => state === 'queued')
  const lead = await findLead(ctx, writing, leadId)
  if (!lead) return skip(ctx, writing, open, 'deleted')
  let fatal: ModelError | null = null
  if (queued.length > 0) {
    const now = (await findRun(ctx, context.run.account_id, context.run.id)) as { cost: number } | null
    if (isSpent({ ...context.run, cost: now?.cost ?? 0 })) return skip(ctx, writing, open, 'credits')
    const sources = await gatherLeadSources(ctx, writing, lead)
    const written = await Promise.all(queued.map((row) => complete(writing, row, sources)))
    await storeResults(ctx, writing, written, sources)
    fatal = findFatal(writing, written)
  }
  const answeredTexts = async () =>
    (await openTexts(ctx.db, context.run, leadId)).filter(({ state }) => state === 'answered')
  await checkTexts(ctx, writing, await answeredTexts())
  const answered = await answeredTexts()
  if (answered.length > 0) await context.step((run: AiTextRun) => deliverText(ctx, run, answered, business))
  if (fatal) throw fatal
}
