import {
  type AutopilotStep,
  type AutopilotStepName,
  stepDefinition,
} from '#contract/prospecting/autopilot-steps.ts'
import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import { prepareSearchInto } from '#server/modules/prospecting/searches/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { checkListAndSteps } from './check-autopilot.ts'
import type { StepPrice } from './step-work.ts'
import { STEPS } from './steps.ts'

const FREE: StepPrice = { expected: 0, max: 0 }

/** What one run would deliver and cost now: queries the source, stores and charges nothing. */
export async function dryRunAutopilot(
  ctx: Context,
  actor: Actor,
  wanted: { list_id: number; cap: number | null; only_new: boolean; steps: AutopilotStep[] },
  signal: AbortSignal,
) {
  const { list, steps } = await checkListAndSteps(ctx, actor, wanted.list_id, wanted.steps)
  const question = { search: list.search, limit: wanted.cap ?? undefined, only_new: wanted.only_new }
  const { figures } = await prepareSearchInto(ctx, actor, list.id, question, signal)
  const { leads, credits, matched = 0, already_in_lists = 0 } = figures ?? { leads: FREE, credits: FREE }
  const priced: { step: AutopilotStepName; leads: number; credits: StepPrice }[] = []
  for (const { step, options } of steps) {
    const read = stepDefinition(step).options.parse(options) as Record<string, unknown>
    const listed = stepDefinition(step).wholeList ? list.lead_count : 0
    const expected = (await STEPS[step].price?.(ctx, actor, listed + leads.expected, read)) ?? FREE
    const max = (await STEPS[step].price?.(ctx, actor, listed + leads.max, read)) ?? FREE
    const cost = { expected: expected.expected, max: max.max }
    priced.push({ step, leads: listed + leads.expected, credits: cost })
  }
  const sum = (which: keyof StepPrice) =>
    priced.reduce((total, item) => total + item.credits[which], credits[which])
  return {
    matched,
    already_in_lists,
    leads: { expected: leads.expected, max: leads.max },
    search_credits: { expected: credits.expected, max: credits.max },
    steps: priced,
    credits: { expected: sum('expected'), max: sum('max') },
    available: await findSpendable(ctx, actor),
    is_exhausted: matched > 0 && leads.max === 0,
  }
}
