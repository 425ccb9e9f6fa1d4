import {
  type AutopilotStep,
  type AutopilotStepName,
  stepDefinition,
} from '#contract/prospecting/autopilot-steps.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { SearchesService } from '#server/modules/prospecting/searches/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotsService } from './autopilots-service.ts'
import type { StepPrice, StepWork } from './step-work.ts'

export interface DryRunDeps {
  service: Pick<AutopilotsService, 'prepare'>
  searches: Pick<SearchesService, 'requestInto'>
  wallet: Pick<Wallet, 'spendable'>
  steps: Record<AutopilotStepName, StepWork>
}

const FREE: StepPrice = { expected: 0, max: 0 }

/** What one run would deliver and cost now: queries the source, stores and charges nothing. */
export const createDryRun =
  ({ service, searches, wallet, steps: works }: DryRunDeps) =>
  async (
    actor: Actor,
    wanted: { list_id: number; cap: number | null; only_new: boolean; steps: AutopilotStep[] },
    signal: AbortSignal,
  ) => {
    const { list, steps } = await service.prepare(actor, wanted.list_id, wanted.steps)
    const question = { search: list.search, limit: wanted.cap ?? undefined, only_new: wanted.only_new }
    const figures = await searches.requestInto(actor, list.id, question, signal)
    const { leads, credits, matched = 0, already_in_lists = 0 } = figures ?? { leads: FREE, credits: FREE }
    const priced: { step: AutopilotStepName; leads: number; credits: StepPrice }[] = []
    for (const { step, options } of steps) {
      const read = stepDefinition(step).options.parse(options) as Record<string, unknown>
      const expected = (await works[step].price?.(actor, leads.expected, read)) ?? FREE
      const max = (await works[step].price?.(actor, leads.max, read)) ?? FREE
      const cost = { expected: expected.expected, max: max.max }
      priced.push({ step, leads: leads.expected, credits: cost })
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
      available: await wallet.spendable(actor),
      is_exhausted: matched > 0 && leads.max === 0,
    }
  }

export type DryRun = ReturnType<typeof createDryRun>
