import { leadScoreRun } from '#contract/activity/run-kinds/lead-score.ts'
import type { Run } from '#contract/activity/runs.ts'
import { type LeadScore, MIN_WON_LEADS } from '#contract/ai/lead-scores.ts'
import { findField, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { defineExecutor } from '#server/modules/activity/runs/index.ts'
import {
  countSignals,
  patternFields,
  signalCells,
  valueText,
} from '#server/modules/ai/lead-patterns/index.ts'
import { showLead, writeScores } from '#server/modules/leads/leads/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { countWon, findModel, findScorable, leadsToScore, saveModel } from './lead-scores-store.ts'
import { countScore, createScoreModel, findReasons, type ScoreModel } from './score-model.ts'

const BATCH = 1000
const MAX_REASONS = 5

type Place = { accountId: number; type: ListTypeId }

/** The model of an account's current leads; null while there are too few won leads. */
async function buildModel(
  db: Db,
  { accountId, type }: Place,
): Promise<{ won: number; model: ScoreModel | null }> {
  const fields = patternFields(type)
  const cells = await signalCells(db, accountId, type, fields)
  const won = cells.reduce((sum, cell) => sum + cell.won, 0)
  if (won < MIN_WON_LEADS) return { won, model: null }
  const [signals = []] = await countSignals(db, { accountId, type, fields }, [[]])
  return { won, model: createScoreModel(type, cells, signals) }
}

/** Scores the next leads, or removes their scores. @returns how many, and the last. */
async function scoreBatch(
  db: Db,
  { accountId, type }: Place,
  model: Pick<ScoreModel, 'weights'> | null,
  after: number,
) {
  const leads = await leadsToScore(db, accountId, type, { after, limit: BATCH })
  const scores = leads.map(({ id, list_id, values }) => {
    const reasons = model ? findReasons(model, values) : []
    return { id, listId: list_id, score: reasons.length > 0 ? countScore(reasons) : null }
  })
  await writeScores(db, accountId, scores)
  return { count: leads.length, last: leads.at(-1)?.id ?? after }
}

// Ranks leads by similarity to the won ones, with reasons. No language model is used.

/** Rescores everything in the background. */
async function refreshScores(ctx: Context, place: Place): Promise<void> {
  const { model } = await buildModel(ctx.db, place)
  await transaction(ctx.db, () => saveModel(ctx.db, place.accountId, place.type, model))
  for (let after = 0; ; ) {
    const { count, last } = await transaction(ctx.db, () => scoreBatch(ctx.db, place, model, after))
    if (count < BATCH) return
    after = last
  }
}

/** Every account that has or had enough won leads. */
export async function refreshAllLeadScores(ctx: Context): Promise<void> {
  await forEachItem(
    'accounts',
    await findScorable(ctx.db),
    ({ account_id: accountId, type }) => refreshScores(ctx, { accountId, type }),
    { nameItem: ({ account_id, type }) => `${account_id} (${type})` },
  )
}

const sayTooFew = (won: number): string =>
  `Scores need ${MIN_WON_LEADS} won leads of this type. You have ${won}. Set the status of more leads to Won`

/** Whether there are enough won leads of the list's type for scores. */
export async function showScoreReadiness(
  ctx: Context,
  actor: Actor,
  listId: number,
): Promise<{ won: number; refusal: string | null }> {
  const { type } = await findOwnList(ctx, actor, listId)
  const won = await countWon(ctx.db, actor.accountId, type as ListTypeId)
  return { won, refusal: won < MIN_WON_LEADS ? sayTooFew(won) : null }
}

/** Starts scoring all leads of a list's type. @throws AppError conflict while there are too few won leads. */
export async function startLeadScores(ctx: Context, actor: Actor, listId: number): Promise<Run> {
  const list = await findOwnList(ctx, actor, listId)
  const type = list.type as ListTypeId
  if (patternFields(type).length === 0)
    throw conflict(`Leads of type ${LIST_TYPES[type].name} can’t be scored`)
  const { won, model } = await buildModel(ctx.db, { accountId: actor.accountId, type })
  if (!model)
    throw conflict(won < MIN_WON_LEADS ? sayTooFew(won) : 'Scores need leads that aren’t won to compare with')
  const { run } = await startRun(ctx, actor, leadScoreRun, {
    title: `Score ${LIST_TYPES[type].name} leads`,
    list,
    plan: { input: { type }, total: model.leads },
  })
  return run
}

/** A lead's score and its components. @throws AppError not_found. */
export async function showLeadScore(
  ctx: Context,
  actor: Actor,
  listId: number,
  type: ListTypeId,
  leadId: number,
): Promise<LeadScore> {
  const { values } = await showLead(ctx, actor, listId, type, leadId)
  const model = await findModel(ctx.db, actor.accountId, type)
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return {
    score: model && typeof values.score === 'number' ? values.score : null,
    computed_at: model?.computed_at.toISOString() ?? null,
    reasons: (model ? findReasons(model, texts) : [])
      .slice(0, MAX_REASONS)
      .map(({ field, value, ...rest }) => ({
        field,
        label: findField(type, field)?.label ?? field,
        text: valueText(findField(type, field), value),
        ...rest,
      })),
  }
}

/** Scores leads in batches; the model is computed in the first step, so that all leads use the same one. */
export const leadScoreExecutor = (ctx: Context) =>
  defineExecutor(leadScoreRun, {
    async run(context) {
      const place = { accountId: context.run.account_id, type: context.run.input.type }
      if (context.run.cursor === null) {
        const { won, model } = await buildModel(ctx.db, place)
        await context.step(async () => {
          await saveModel(ctx.db, place.accountId, place.type, model)
          return { cursor: { after: 0 }, counts: { won } }
        })
      }
      const model = (await findModel(ctx.db, place.accountId, place.type)) ?? null
      for (let more = true; more; ) {
        context.signal.throwIfAborted()
        await context.step(async (run) => {
          const { count, last } = await scoreBatch(ctx.db, place, model, Number(run.cursor?.after ?? 0))
          more = count === BATCH
          const done = (run.done ?? 0) + count
          return {
            cursor: { after: last },
            done,
            ...(more ? {} : { total: done }),
            counts: { ...run.counts, scored: (run.counts.scored ?? 0) + (model ? count : 0) },
          }
        })
      }
    },
  })
