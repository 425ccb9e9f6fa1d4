import type { aiTextRun, RunPrompt } from '#contract/activity/run-kinds/ai-text.ts'
import { findOwnRun, type RunOf } from '#server/modules/activity/runs/index.ts'
import { chooseModel } from '#server/modules/ai/models/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type AiTextItem, type AiTextRow, lockTexts, unwritten } from './ai-text-store.ts'
import { estimateTexts, type TextFigures } from './estimate-texts.ts'
import type { TextWork } from './plan-texts.ts'
import { startTextRun } from './start-text-run.ts'

type Run = RunOf<typeof aiTextRun>

/** Texts of earlier runs to be rewritten. */
interface Earlier {
  rows: readonly AiTextRow[]
  listId: number
}

async function planRewrite(
  ctx: Context,
  actor: Actor,
  rows: readonly AiTextRow[],
  listId: number,
): Promise<{ work: TextWork; last: Run['input'] }> {
  const list = await findOwnList(ctx, actor, listId)
  const inputs = new Map<number, Run['input']>()
  const prompts: RunPrompt[] = []
  const seen = new Map<string, number>()
  const items: AiTextItem[] = []
  for (const row of rows) {
    const input =
      inputs.get(row.run_id) ?? ((await findOwnRun(ctx, actor, row.run_id)) as unknown as Run).input
    inputs.set(row.run_id, input)
    const prompt = input.prompts[row.prompt]
    if (!prompt) continue
    const key = `${row.run_id}:${row.prompt}`
    if (!seen.has(key)) seen.set(key, prompts.push(prompt) - 1)
    const at = seen.get(key) ?? 0
    items.push({ leadId: row.lead_id, prompt: at, promptType: row.prompt_type, field: row.field })
  }
  const last = [...inputs.values()].at(-1)
  if (!last) throw conflict('There is nothing to rewrite')
  const choice = await chooseModel(ctx, actor.accountId, last.provider)
  const work: TextWork = {
    list,
    type: last.type,
    prompts,
    items,
    choice,
    readWebsites: last.readWebsites,
    modelCheck: last.modelCheck === true,
  }
  return { work, last }
}

async function rewrite(ctx: Context, actor: Actor, { rows, listId }: Earlier, estimate: TextFigures) {
  const { work, last } = await planRewrite(ctx, actor, rows, listId)
  const title = `AI text: ${work.list.name}`
  return startTextRun(ctx, actor, work, {
    title,
    about: {},
    review: last.review,
    isPreview: last.isPreview,
    estimate,
  })
}

const estimateRewrite = async (ctx: Context, actor: Actor, { rows, listId }: Earlier): Promise<TextFigures> =>
  estimateTexts(ctx, actor, (await planRewrite(ctx, actor, rows, listId)).work)

/** A run's unwritten texts. @throws AppError not_found, conflict. */
async function findUnwritten(ctx: Context, actor: Actor, runId: number): Promise<Earlier> {
  const run = await findOwnRun(ctx, actor, runId)
  if (run?.kind !== 'ai_text' || run.list_id === null) throw notFound('The run')
  if (!run.finished_at) throw conflict('The run is still in progress')
  const rows = await unwritten(ctx.db, { account_id: actor.accountId, id: runId })
  if (rows.length === 0) throw conflict('Nothing left to write in this run')
  return { rows, listId: run.list_id }
}

/** Texts of one list, locked until the transaction ends if there is one. */
async function lockChosen(ctx: Context, actor: Actor, ids: readonly number[]): Promise<Earlier> {
  const rows = await lockTexts(ctx.db, actor.accountId, ids)
  const [first] = rows
  if (!first || rows.length < new Set(ids).size) throw notFound('The text')
  if (rows.some(({ list_id }) => list_id !== first.list_id)) throw conflict('Choose texts from one list')
  return { rows, listId: first.list_id }
}

export const figuresOfRemaining = async (ctx: Context, actor: Actor, runId: number) =>
  estimateRewrite(ctx, actor, await findUnwritten(ctx, actor, runId))

export const figuresOfChosen = async (ctx: Context, actor: Actor, ids: readonly number[]) =>
  estimateRewrite(ctx, actor, await lockChosen(ctx, actor, ids))

/** Writes failed and skipped texts again. @throws AppError conflict when none are left. */
export const retryTexts = (ctx: Context, actor: Actor, runId: number, figures: TextFigures) =>
  transaction(ctx.db, async () => {
    const { rows } = await findUnwritten(ctx, actor, runId)
    const ids = rows.map(({ id }) => id)
    // Of two concurrent calls the second sees what the first has started.
    await lockTexts(ctx.db, actor.accountId, ids)
    return rewrite(ctx, actor, await findUnwritten(ctx, actor, runId), figures)
  })

/** Rewrites texts in any state. @throws AppError not_found, conflict for several lists. */
export const regenerateTexts = async (
  ctx: Context,
  actor: Actor,
  ids: readonly number[],
  figures: TextFigures,
) => rewrite(ctx, actor, await lockChosen(ctx, actor, ids), figures)
