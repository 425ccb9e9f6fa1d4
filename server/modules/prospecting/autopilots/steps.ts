import { EVENT_LEADS } from '#contract/activity/webhook-events.ts'
import type { AiListType, PromptType } from '#contract/ai/ai-prompt-types.ts'
import { isSender } from '#contract/core/crms/index.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { summariseSignalChanges } from '#contract/leads/signal-changes.ts'
import type { AutopilotStepName } from '#contract/prospecting/autopilot-steps.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { startTexts, usualTextPrice } from '#server/modules/ai/ai-text/index.ts'
import { findOwnConnection, pushLeads } from '#server/modules/leads/crm/index.ts'
import { listLabels, setLabels } from '#server/modules/leads/labels/index.ts'
import { listSignalChanges } from '#server/modules/leads/lists/index.ts'
import { verifyLeads } from '#server/modules/prospecting/email-verification/index.ts'
import {
  findCheckPrice,
  findEmailPrice,
  startCheckWebsites,
  startFindEmails,
} from '#server/modules/prospecting/enrichment/index.ts'
import { listWaterfalls, startWaterfall } from '#server/modules/prospecting/waterfalls/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { sendSummary } from './send-summary.ts'
import type { StepContext, StepPrice, StepWork } from './step-work.ts'

/** Assumed share of leads for which a value is found, until the account has results of its own. */
const USUAL_HIT_RATE = 0.6

const makeRequest = ({ list, leadIds }: StepContext) => ({
  type: list.type as ListTypeId,
  listId: list.id,
  selection: { resultIds: leadIds },
})

const findEmailsStep: StepWork = {
  async start(ctx, context) {
    const request = { ...makeRequest(context), action: 'find-emails' as const }
    return { runId: (await startFindEmails(ctx, context.actor, request)).run.id }
  },
  async price(ctx, actor, leads) {
    const each = await findEmailPrice(ctx, actor.accountId)
    return { expected: Math.round(leads * USUAL_HIT_RATE) * each, max: leads * each }
  },
}

const checkWebsitesStep: StepWork = {
  async start(ctx, context) {
    const request = { ...makeRequest(context), action: 'check-websites' as const }
    return { runId: (await startCheckWebsites(ctx, context.actor, request)).run.id }
  },
  async price(ctx, actor, leads) {
    const most = leads * (await findCheckPrice(ctx, actor.accountId))
    return { expected: most, max: most }
  },
  summarise: async (db, work) => summariseSignalChanges(await listSignalChanges(db, work)) || null,
}

function waterfallStep(fixed?: Want): StepWork {
  const readWant = (options: Record<string, unknown>) => fixed ?? (options.want as Want)
  return {
    async start(ctx, context) {
      const request = { ...makeRequest(context), want: readWant(context.options) }
      return { runId: (await startWaterfall(ctx, context.actor, request)).run.id }
    },
    async price(ctx, actor, leads, options): Promise<StepPrice> {
      const all = await listWaterfalls(ctx, actor)
      const { steps, sources } = all.find(({ want }) => want === readWant(options)) ?? {
        steps: [],
        sources: [],
      }
      const requested = sources.filter(
        ({ source, is_ready }) => is_ready && steps.some((step) => step.source === source),
      )
      const highestPrice = Math.max(0, ...requested.map(({ price }) => price))
      const rate = Math.max(0, ...requested.map(({ hit_rate }) => hit_rate ?? USUAL_HIT_RATE))
      return { expected: Math.round(leads * rate) * highestPrice, max: leads * highestPrice }
    },
  }
}

const verifyStep: StepWork = {
  async start(ctx, context) {
    const { type, listId, selection } = makeRequest(context)
    try {
      return {
        runId: (await verifyLeads(ctx, context.actor, type, listId, selection)).run.id,
      }
    } catch (error) {
      // None of the leads has an email: there is nothing to do, which is no error.
      if (error instanceof AppError && error.code === 'conflict')
        throw invalidField('selection', error.message)
      throw error
    }
  },
}

const aiTextStep: StepWork = {
  async start(ctx, context) {
    const { prompt, max_credits } = context.options as { prompt: PromptType; max_credits: number | null }
    const request = {
      ...makeRequest(context),
      // Only lists with AI text have this step.
      type: context.list.type as AiListType,
      prompts: [{ prompt_type: prompt }],
      readWebsites: false,
      isPreview: false,
      review: true,
      ...(max_credits !== null && { maxCost: max_credits }),
    }
    return { runId: (await startTexts(ctx, context.actor, request)).run.id }
  },
  async price(ctx, actor, leads, { max_credits }) {
    const { expected, max } = await usualTextPrice(ctx, actor, leads)
    const limit = typeof max_credits === 'number' ? max_credits : max
    return { expected: Math.min(expected, limit), max: Math.min(max, limit) }
  },
}

async function checkLabel(ctx: Context, actor: Actor, { label_id }: Record<string, unknown>): Promise<void> {
  if (!(await listLabels(ctx, actor)).some(({ id }) => id === label_id)) throw notFound('The label')
}

const labelStep: StepWork = {
  check: checkLabel,
  async start(ctx, context) {
    await checkLabel(ctx, context.actor, context.options)
    const { type, listId, selection } = makeRequest(context)
    const add = [context.options.label_id as number]
    await setLabels(ctx, context.actor, { listId, type }, selection, { add, remove: [] })
    return null
  },
}

const pushStep: StepWork = {
  async check(ctx, actor, { connection_id }) {
    const { crm } = await findOwnConnection(ctx, actor, connection_id as number)
    // Nobody is emailed without someone having looked.
    if (isSender(crm)) throw conflict('An autopilot hands no leads over to a sender. Choose a CRM')
  },
  async start(ctx, context) {
    const { connection_id, only_verified, only_new } = context.options as {
      connection_id: number
      only_verified: boolean
      only_new?: boolean
    }
    const { run } = await pushLeads(ctx, context.actor, {
      ...makeRequest(context),
      connectionId: connection_id,
      onlyVerified: only_verified,
      includeInvalid: false,
      onlyNew: only_new === true,
      tags: [],
      owner: null,
      policy: null,
      campaign: null,
      doubtful: [],
      otherCampaigns: false,
    })
    return { runId: run.id }
  },
}

const webhookStep: StepWork = {
  async start(ctx, { autopilot, list, leadIds }) {
    for (let at = 0; at < leadIds.length; at += EVENT_LEADS)
      await emitEvent(ctx.db, autopilot.account_id, {
        type: 'autopilot.leads',
        listId: list.id,
        data: { lead_ids: leadIds.slice(at, at + EVENT_LEADS) },
      })
    return null
  },
}

/** Implementations of the steps declared in contract/prospecting/autopilot-steps.ts. A new one is one line here. */
export const STEPS: Record<AutopilotStepName, StepWork> = {
  'find-emails': findEmailsStep,
  'get-phones': waterfallStep('phone'),
  waterfall: waterfallStep(),
  'check-websites': checkWebsitesStep,
  verify: verifyStep,
  'ai-text': aiTextStep,
  label: labelStep,
  push: pushStep,
  webhook: webhookStep,
  mail: { start: sendSummary },
}
