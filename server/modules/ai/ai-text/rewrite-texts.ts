import type { aiTextRun, RunPrompt } from '#contract/activity/run-kinds/ai-text.ts'
import type { RunOf } from '#server/modules/activity/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AiTextDeps } from './ai-text-deps.ts'
import { type AiTextItem, type AiTextRow, lockTexts, unwritten } from './ai-text-store.ts'
import { type EstimateDeps, estimateTexts, type TextFigures } from './estimate-texts.ts'
import type { TextWork } from './plan-texts.ts'
import { startTextRun } from './start-text-run.ts'

type Run = RunOf<typeof aiTextRun>

/** Texts of earlier runs to be rewritten. */
interface Earlier {
  rows: readonly AiTextRow[]
  listId: number
}

/** Rewrites texts of earlier runs with their prompts. */
export function createTextRewrites(
  deps: EstimateDeps & Pick<AiTextDeps, 'lists' | 'runs' | 'models' | 'startRun'>,
) {
  const { db, lists, runs, models } = deps

  async function planRewrite(
    actor: Actor,
    rows: readonly AiTextRow[],
    listId: number,
  ): Promise<{ work: TextWork; last: Run['input'] }> {
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
    if (!last) throw conflict('There is nothing to rewrite')
    const choice = await models.choose(actor.accountId, last.provider)
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

  async function rewrite(actor: Actor, { rows, listId }: Earlier, estimate: TextFigures) {
    const { work, last } = await planRewrite(actor, rows, listId)
    const title = `AI text: ${work.list.name}`
    return startTextRun(deps, actor, work, {
      title,
      about: {},
      review: last.review,
      isPreview: last.isPreview,
      estimate,
    })
  }

  const figuresOf = async (actor: Actor, { rows, listId }: Earlier): Promise<TextFigures> =>
    estimateTexts(deps, actor, (await planRewrite(actor, rows, listId)).work)

  /** A run's unwritten texts. @throws AppError not_found, conflict. */
  async function unwrittenOf(actor: Actor, runId: number): Promise<Earlier> {
    const run = await runs.find(actor.accountId, runId)
    if (run?.kind !== 'ai_text' || run.list_id === null) throw notFound('The run')
    if (!run.finished_at) throw conflict('The run is still in progress')
    const rows = await unwritten(db, { account_id: actor.accountId, id: runId })
    if (rows.length === 0) throw conflict('Nothing left to write in this run')
    return { rows, listId: run.list_id }
  }

  /** Texts of one list, locked until the transaction ends if there is one. */
  async function lockChosen(actor: Actor, ids: readonly number[]): Promise<Earlier> {
    const rows = await lockTexts(db, actor.accountId, ids)
    const [first] = rows
    if (!first || rows.length < new Set(ids).size) throw notFound('The text')
    if (rows.some(({ list_id }) => list_id !== first.list_id)) throw conflict('Choose texts from one list')
    return { rows, listId: first.list_id }
  }

  return {
    figuresOfRest: async (actor: Actor, runId: number) => figuresOf(actor, await unwrittenOf(actor, runId)),
    figuresOfChosen: async (actor: Actor, ids: readonly number[]) =>
      figuresOf(actor, await lockChosen(actor, ids)),

    /** Writes failed and skipped texts again. @throws AppError conflict when none are left. */
    retry: (actor: Actor, runId: number, figures: TextFigures) =>
      transaction(db, async () => {
        const { rows } = await unwrittenOf(actor, runId)
        const ids = rows.map(({ id }) => id)
        // Of two concurrent calls the second sees what the first has started.
        await lockTexts(db, actor.accountId, ids)
        return rewrite(actor, await unwrittenOf(actor, runId), figures)
      }),

    /** Rewrites texts in any state. @throws AppError not_found, conflict for several lists. */
    regenerate: async (actor: Actor, ids: readonly number[], figures: TextFigures) =>
      rewrite(actor, await lockChosen(actor, ids), figures),
  }
}
