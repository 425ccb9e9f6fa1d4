import { EVENT_LEADS } from '#contract/activity/webhook-events.ts'
import type { AiListType, PromptType } from '#contract/ai/ai-prompt-types.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { AutopilotStepName } from '#contract/prospecting/autopilot-steps.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import type { AiTextService } from '#server/modules/ai/ai-text/index.ts'
import type { ConnectionsService, PushService } from '#server/modules/leads/crm/index.ts'
import type { LabelsService } from '#server/modules/leads/labels/index.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import type { EnrichmentService } from '#server/modules/prospecting/enrichment/index.ts'
import type { WaterfallsService } from '#server/modules/prospecting/waterfalls/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type SummaryDeps, sendSummary } from './send-summary.ts'
import type { StepContext, StepPrice, StepWork } from './step-work.ts'

export interface StepsDeps extends SummaryDeps {
  db: Db
  enrichment: EnrichmentService
  waterfalls: WaterfallsService
  emailVerification: EmailVerificationService
  labels: LabelsService
  aiText: AiTextService
  pushes: Pick<PushService, 'push'>
  connections: Pick<ConnectionsService, 'find'>
}

/** Assumed share of leads for which a value is found, until the account has results of its own. */
const USUAL_HIT_RATE = 0.6

const requestOf = ({ list, leadIds }: StepContext) => ({
  type: list.type as ListTypeId,
  listId: list.id,
  selection: { resultIds: leadIds },
})

function findEmailsStep({ enrichment }: StepsDeps): StepWork {
  return {
    async start(context) {
      const request = { ...requestOf(context), action: 'find-emails' as const }
      return { runId: (await enrichment.findEmails(context.actor, request)).run.id }
    },
    async price(actor, leads) {
      const each = await enrichment.emailPrice(actor.accountId)
      return { expected: Math.round(leads * USUAL_HIT_RATE) * each, max: leads * each }
    },
  }
}

function waterfallStep({ waterfalls }: StepsDeps, fixed?: Want): StepWork {
  const wantOf = (options: Record<string, unknown>) => fixed ?? (options.want as Want)
  return {
    async start(context) {
      const request = { ...requestOf(context), want: wantOf(context.options) }
      return { runId: (await waterfalls.start(context.actor, request)).run.id }
    },
    async price(actor, leads, options): Promise<StepPrice> {
      const all = await waterfalls.all(actor)
      const { steps, sources } = all.find(({ want }) => want === wantOf(options)) ?? {
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

function verifyStep({ emailVerification }: StepsDeps): StepWork {
  return {
    async start(context) {
      const { type, listId, selection } = requestOf(context)
      try {
        return {
          runId: (await emailVerification.start.forLeads(context.actor, type, listId, selection)).run.id,
        }
      } catch (error) {
        // None of the leads has an email: there is nothing to do, which is no error.
        if (error instanceof AppError && error.code === 'conflict')
          throw invalidField('selection', error.message)
        throw error
      }
    },
  }
}

function aiTextStep({ aiText }: StepsDeps): StepWork {
  return {
    async start(context) {
      const { prompt, max_credits } = context.options as { prompt: PromptType; max_credits: number | null }
      const request = {
        ...requestOf(context),
        // Only lists with AI text have this step.
        type: context.list.type as AiListType,
        prompts: [{ prompt_type: prompt }],
        readWebsites: false,
        isPreview: false,
        review: true,
        ...(max_credits !== null && { maxCost: max_credits }),
      }
      return { runId: (await aiText.start(context.actor, request)).run.id }
    },
    async price(actor, leads, { max_credits }) {
      const { expected, max } = await aiText.usualPrice(actor, leads)
      const limit = typeof max_credits === 'number' ? max_credits : max
      return { expected: Math.min(expected, limit), max: Math.min(max, limit) }
    },
  }
}

function labelStep({ labels }: StepsDeps): StepWork {
  const check = async (actor: Actor, { label_id }: Record<string, unknown>) => {
    if (!(await labels.list(actor)).some(({ id }) => id === label_id)) throw notFound('The label')
  }
  return {
    check,
    async start(context) {
      await check(context.actor, context.options)
      const { type, listId, selection } = requestOf(context)
      const add = [context.options.label_id as number]
      await labels.setOn(context.actor, { listId, type }, selection, { add, remove: [] })
      return null
    },
  }
}

function pushStep({ pushes, connections }: StepsDeps): StepWork {
  const check = async (actor: Actor, { connection_id }: Record<string, unknown>) => {
    await connections.find(actor, connection_id as number)
  }
  return {
    check,
    async start(context) {
      const { connection_id, only_verified, only_new } = context.options as {
        connection_id: number
        only_verified: boolean
        only_new?: boolean
      }
      const { run } = await pushes.push(context.actor, {
        ...requestOf(context),
        connectionId: connection_id,
        onlyVerified: only_verified,
        onlyNew: only_new === true,
        tags: [],
        owner: null,
        policy: null,
      })
      return { runId: run.id }
    },
  }
}

function webhookStep({ db }: StepsDeps): StepWork {
  return {
    async start({ autopilot, list, leadIds }) {
      for (let at = 0; at < leadIds.length; at += EVENT_LEADS)
        await emitEvent(db, autopilot.account_id, {
          type: 'autopilot.leads',
          listId: list.id,
          data: { lead_ids: leadIds.slice(at, at + EVENT_LEADS) },
        })
      return null
    },
  }
}

/** Implementations of the steps declared in contract/prospecting/autopilot-steps.ts. A new one is one line here. */
export const createSteps = (deps: StepsDeps): Record<AutopilotStepName, StepWork> => ({
  'find-emails': findEmailsStep(deps),
  'get-phones': waterfallStep(deps, 'phone'),
  waterfall: waterfallStep(deps),
  verify: verifyStep(deps),
  'ai-text': aiTextStep(deps),
  label: labelStep(deps),
  push: pushStep(deps),
  webhook: webhookStep(deps),
  mail: { start: (context) => sendSummary(deps, context) },
})
