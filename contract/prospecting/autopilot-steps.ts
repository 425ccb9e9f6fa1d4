import * as z from 'zod/mini'
import { PROMPT_TYPES } from '../ai/ai-prompt-types.ts'
import { Id } from '../core/common.ts'
import type { Schema } from '../core/endpoint.ts'
import { LeadFilters } from '../leads/leads.ts'
import type { ActionName } from '../leads/list-types/define.ts'
import { WANTS } from '../sources/source-kinds/define.ts'

/** A step that an autopilot can run on the leads of its search. */
interface StepDefinition {
  label: string
  about: string
  options: Schema
  /** Option given after a colon on the command line: `label:3`. */
  mainOption?: string
  /** Action that the list type must offer; absent: every list. */
  action?: ActionName
  /** Whether it may cost credits. */
  isPaid?: true
  /** Works on all leads of the list, also in a run that found no new ones. */
  wholeList?: true
}

const define = <const Definition extends StepDefinition>(definition: Definition) => definition
const noOptions = z.strictObject({})

/** Leads that the steps after a check of websites work on. */
const GO_ON_WITH = ['new', 'changed'] as const

/** Every step, in display order. A new one is one entry here and one in the server's steps. */
const AUTOPILOT_STEPS = {
  'find-emails': define({
    label: 'Find emails',
    about: "Searches the companies' own websites",
    options: noOptions,
    action: 'find-emails',
    isPaid: true,
  }),
  'get-phones': define({
    label: 'Get phones',
    about: 'Uses your phone waterfall',
    options: noOptions,
    action: 'get-phones',
    isPaid: true,
  }),
  waterfall: define({
    label: 'Waterfall',
    about: 'Tries several sources in your order until one has the value',
    options: z.strictObject({ want: z._default(z.enum(WANTS), 'email') }),
    mainOption: 'want',
    action: 'waterfall',
    isPaid: true,
  }),
  verify: define({
    label: 'Verify emails',
    about: 'Verifies the addresses for free',
    options: noOptions,
    action: 'verify',
  }),
  'check-websites': define({
    label: 'Check websites',
    about: 'Looks again at the websites of all leads in the list',
    options: z.strictObject({
      go_on: z
        ._default(z.enum(GO_ON_WITH), 'new')
        .check(
          z.describe(
            'Leads of the steps after it: `new` ones, or those whose signals `changed` since the last run',
          ),
        ),
    }),
    mainOption: 'go_on',
    action: 'check-websites',
    isPaid: true,
    wholeList: true,
  }),
  'ai-text': define({
    label: 'Write AI text',
    about: 'Uses one of your prompts; you review the texts',
    options: z.strictObject({
      prompt: z._default(z.enum(PROMPT_TYPES), 'first_line'),
      max_credits: z
        ._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null)
        .check(z.describe('Maximum credits per run; null: the maximum of the quote')),
    }),
    mainOption: 'prompt',
    action: 'ai',
    isPaid: true,
  }),
  label: define({
    label: 'Add a label',
    about: 'Adds one of your labels to the leads',
    options: z.strictObject({ label_id: Id }),
    mainOption: 'label_id',
  }),
  push: define({
    label: 'Push to CRM',
    about: 'Sends the leads to a connected CRM and updates existing contacts',
    options: z.strictObject({
      connection_id: Id,
      only_verified: z._default(z.boolean(), false),
      only_new: z._default(z.boolean(), false),
    }),
    mainOption: 'connection_id',
    action: 'crm',
  }),
  webhook: define({
    label: 'Send to webhooks',
    about: 'Sends the event “Autopilot leads” to subscribed webhooks',
    options: noOptions,
  }),
  mail: define({
    label: 'Send a summary by email',
    about: 'Sends you what’s new since the last run',
    options: noOptions,
  }),
} as const satisfies Record<string, StepDefinition>

export type AutopilotStepName = keyof typeof AUTOPILOT_STEPS
export const AUTOPILOT_STEP_NAMES = Object.keys(AUTOPILOT_STEPS) as [
  AutopilotStepName,
  ...AutopilotStepName[],
]

export const stepDefinition = (name: AutopilotStepName): StepDefinition => AUTOPILOT_STEPS[name]

/** The step of a list of steps that lets only changed leads on; undefined when none does. */
export const findChangeStep = (
  steps: readonly { step: AutopilotStepName; options: Record<string, unknown> }[],
) => steps.find(({ step, options }) => step === 'check-websites' && options.go_on === 'changed')

/** What a step is told; its declaration checks it. */
export const StepOptions = z.record(z.string(), z.unknown())

export const AutopilotStep = z.strictObject({
  step: z.enum(AUTOPILOT_STEP_NAMES),
  options: z
    ._default(StepOptions, {})
    .check(
      z.describe(
        'waterfall: `want`; check-websites: `go_on`; ai-text: `prompt`, `max_credits`; label: `label_id`; push: `connection_id`, `only_verified`, `only_new`',
      ),
    ),
  condition: z
    ._default(z.nullable(LeadFilters), null)
    .check(z.describe('Only leads that match; null: all leads of the search')),
})
export type AutopilotStep = z.output<typeof AutopilotStep>

/** Maximum number of steps of an autopilot. */
export const MAX_STEPS = 10
