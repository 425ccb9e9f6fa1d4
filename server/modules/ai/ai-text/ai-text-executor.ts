import { aiTextRun } from '#contract/activity/run-kinds/ai-text.ts'
import { defineExecutor } from '#server/modules/activity/runs/index.ts'
import { showBusinessDetails } from '#server/modules/ai/business-details/index.ts'
import { chooseModel } from '#server/modules/ai/models/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { ModelError } from '#server/providers/models/index.ts'
import { markRemaining, openLeads } from './ai-text-store.ts'
import { type AiTextContext, type Writing, writeLead } from './write-lead.ts'

/** Leads processed concurrently, each with all its texts. */
const AT_ONCE = 4

async function startWriting(ctx: Context, context: AiTextContext): Promise<Writing> {
  const { account_id: accountId, input } = context.run
  const choice = await chooseModel(ctx, accountId, input.provider)
  // The payer is fixed at the start: a key added or removed later would change it.
  if (choice.level !== input.level)
    throw conflict('The model’s key changed after this run started. Start it again')
  return {
    context,
    model: choice.model,
    business: await showBusinessDetails(ctx, accountId),
    custom: await findFieldDefinitions(ctx.db, accountId),
    unavailable: 0,
  }
}

async function work(ctx: Context, context: AiTextContext): Promise<void> {
  const writing = await startWriting(ctx, context)
  const leadIds = await openLeads(ctx.db, context.run)
  try {
    for await (const _ of inParallel(leadIds, AT_ONCE, (leadId) => writeLead(ctx, writing, leadId)))
      context.signal.throwIfAborted()
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof ModelError)) throw error
    throw new AppError('source_failed', `${error.message}. Texts written so far are kept`, {
      details: { code: error.code, retryable: !error.endsRun },
      cause: error,
    })
  }
}

/** The work of a run: requests texts for each lead, stores the answers, then evaluates them. */
export const aiTextExecutor = (ctx: Context) =>
  defineExecutor(aiTextRun, {
    run: (context) => work(ctx, context),
    async settle(run, state, write) {
      const left = await markRemaining(ctx.db, run, state === 'failed' ? 'run_failed' : 'cancelled')
      await write({ counts: { ...run.counts, not_tried: (run.counts.not_tried ?? 0) + left } })
    },
  })
