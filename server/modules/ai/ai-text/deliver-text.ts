import type { aiTextRun } from '#contract/activity/run-kinds/ai-text.ts'
import type { AiSentence } from '#contract/ai/ai-text.ts'
import { captureAmount, lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import type { ProgressOf, RunOf } from '#server/modules/activity/runs/index.ts'
import { writeFoundValues } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { priceTokens } from './ai-text-figures.ts'
import { type AiTextRow, finishText, replaceOpen } from './ai-text-store.ts'
import type { BusinessFacts } from './gather-sources.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'

export type AiTextRun = RunOf<typeof aiTextRun>
type Counts = AiTextRun['counts']

/** The run's counts with more finished texts. */
export function progressWith(
  run: AiTextRun,
  more: Counts,
  cost = run.cost,
): ProgressOf<typeof aiTextRun> & { cost: number; counts: Counts; done: number } {
  const counts: Counts = { ...run.counts }
  for (const [name, count] of Object.entries(more) as [keyof Counts, number][])
    counts[name] = (counts[name] ?? 0) + count
  const { written = 0, no_signal = 0, failed = 0, not_tried = 0 } = more
  return {
    done: run.done + written + no_signal + failed + not_tried,
    cost,
    counts: { ...counts, charged: cost },
  }
}

/** The source of a text, shown in the row. */
const makeOrigin = ({ id }: AiTextRun, at: Date) => ({
  source: 'ai',
  url: null,
  method: 'ai_text',
  confidence: 1,
  observed_at: at.toISOString(),
  licence: null,
  record: String(id),
})

/** Writes texts into their leads' rows, in the caller's transaction. @returns the leads that changed. */
export async function writeIntoRow(
  ctx: Context,
  run: AiTextRun,
  texts: readonly { lead_id: number; field: string; text: string }[],
  userId: number | null,
): Promise<number[]> {
  const place = { accountId: run.account_id, listId: run.input.listId, runId: run.id, userId }
  const origin = makeOrigin(run, ctx.clock.now())
  const byLead = Map.groupBy(texts, ({ lead_id }) => lead_id)
  const fills = [...byLead].map(([leadId, own]) => ({
    leadId,
    values: Object.fromEntries(own.map(({ field, text }) => [field, { value: text, origin }])),
  }))
  return writeFoundValues(ctx, place, fills, new Set(texts.map(({ field }) => field)))
}

/** The result of an answer, with the model's opinions where requested. */
export function readText(run: AiTextRun, row: AiTextRow, business: BusinessFacts | null): ReadAnswer {
  const prompt = run.input.prompts[row.prompt]
  if (!prompt || !row.answer) return { state: 'failed', reason: 'bad_format', dropped: [] }
  const read = readAnswer(row.answer.text, {
    prompt,
    sources: row.answer.sources,
    owners: {
      lead: row.answer.names,
      company: row.answer.company ?? [],
      business: business ? [business.name] : [],
    },
    bannedPhrases: business?.banned_phrases ?? [],
    isTemplate: run.input.provider === 'template',
  })
  const { opinions } = row.answer
  if (read.state !== 'written' || !opinions) return read
  const sentences = read.sentences.map((sentence, at) => {
    const opinion = opinions[at]
    return opinion ? { ...sentence, opinion } : sentence
  })
  return { ...read, sentences }
}

/** The state of a text: an unverified one waits for a person, whatever was requested. */
function reviewState({ input }: AiTextRun, sentences: readonly AiSentence[]) {
  if (input.isPreview) return 'preview' as const
  const waits = input.review || sentences.some(({ state }) => state === 'not_verified')
  return waits ? ('open' as const) : ('accepted' as const)
}

/**
 * Evaluates answers and delivers accepted texts, charging only the tokens of written texts, in the transaction
 * of the run's step.
 * @returns the run's progress.
 */
export async function deliverText(
  ctx: Context,
  run: AiTextRun,
  rows: readonly AiTextRow[],
  business: BusinessFacts | null,
) {
  const { db } = ctx
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  const fill: { lead_id: number; field: string; text: string }[] = []
  let now = run
  const count = (more: Counts, cost?: number) => {
    now = { ...now, ...progressWith(now, more, cost) } as AiTextRun
  }
  await lockAccountWallet(ctx, run.account_id)
  for (const row of rows) {
    const read = readText(run, row, business)
    const { dropped } = read
    if (read.state !== 'written') {
      const reason = read.state === 'failed' ? read.reason : undefined
      await finishText(db, row, { state: read.state, dropped, ...(reason && { reason }) })
      count({ [read.state]: 1 })
      continue
    }
    const tokens = row.prompt_tokens + row.completion_tokens
    const cost = priceTokens((now.counts.tokens ?? 0) + tokens, run.input.rate)
    const { maxCost: max, provider: source } = run.input
    const charge = { amount: cost - now.cost, max, reason: 'ai_tokens' as const, source }
    if (cost > max || !(await captureAmount(ctx, payer, charge))) {
      await finishText(db, row, { state: 'not_tried', reason: 'credits' })
      count({ not_tried: 1 })
      continue
    }
    const { text, sentences } = read
    const review = reviewState(run, sentences)
    await finishText(db, row, { state: 'written', text, sentences, dropped, review })
    if (review !== 'preview') await replaceOpen(db, row)
    if (review === 'accepted') fill.push({ lead_id: row.lead_id, field: row.field, text })
    count({ written: 1, tokens, ...(review === 'open' && { to_review: 1 }) }, cost)
  }
  if (fill.length > 0) await writeIntoRow(ctx, run, fill, run.created_by)
  const { done, cost, counts } = now
  return { done, cost, counts }
}
