import { randomUUID } from 'node:crypto'
import { labels } from '#contract/leads/labels.ts'
import { EVERY } from '#contract/prospecting/autopilot-schedule.ts'
import {
  AUTOPILOT_STEP_NAMES,
  type AutopilotStepName,
  stepDefinition,
} from '#contract/prospecting/autopilot-steps.ts'
import * as api from '#contract/prospecting/autopilots.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { list, parsed, required, text } from '../arguments/option-spec.ts'
import { oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { CliError, usageError } from '../cli-error.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { detailLines } from '../terminal/text-table.ts'

const timeOfDay = (texts: string, option: string): string => {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(texts)) return texts
  throw usageError(`--${option} must be a time such as 09:30, not "${texts}"`)
}
const moment = (value: string | null | undefined): string => value?.slice(0, 16).replace('T', ' ') ?? ''

/** The id of a label, given by name or id. */
async function labelId(client: ApiClient, texts: string): Promise<number> {
  if (/^[1-9]\d*$/.test(texts)) return Number(texts)
  const { data } = await client.call(labels, {})
  const found = data.find(({ name }) => name.toLowerCase() === texts.toLowerCase())
  if (found) return found.id
  throw new CliError('failed', `There is no label "${texts}"`, {
    code: 'not_found',
    hint: 'leadwright labels list',
  })
}

/** `find-emails`, or with its option: `label:Hot`, `waterfall:phone`. */
async function readStep(client: ApiClient, texts: string) {
  const [name = '', ...rest] = texts.split(':')
  const step = oneOf(AUTOPILOT_STEP_NAMES)(name, 'steps') as AutopilotStepName
  const value = rest.join(':')
  const { mainOption } = stepDefinition(step)
  if (value === '') return { step }
  if (!mainOption) throw usageError(`The step ${step} takes no value: write --steps ${step}`)
  if (step === 'label') return { step, options: { [mainOption]: await labelId(client, value) } }
  return { step, options: { [mainOption]: /^\d+$/.test(value) ? Number(value) : value } }
}

const createOptions = {
  list: required(parsed('ID', 'The list with the search to repeat', wholeNumber(1))),
  every: required(parsed(EVERY.join('|'), 'How often', oneOf(EVERY))),
  at: parsed('HH:MM', 'Time of day; 09:00 by default; hourly schedules use its minutes', timeOfDay),
  'time-zone': text('ZONE', "Time zone of --at, such as Europe/Berlin; the account's by default"),
  cap: parsed('N', 'Maximum new leads per run', wholeNumber(1)),
  'month-cap': parsed('N', 'Maximum new leads per month', wholeNumber(1)),
  steps: list('STEPS', `Steps, separated by commas: ${AUTOPILOT_STEP_NAMES.join(', ')}`),
}

/** `leadwright autopilot create`: schedules the search of a list. */
export const autopilotCreateCommand = defineCommand({
  name: 'autopilot create',
  summary: 'Schedule the search of a list',
  options: createOptions,
  notes: [
    'A weekly autopilot runs on the weekday, a monthly one on the day of the month of its creation.',
    'Some steps take a value after a colon: label:NAME, waterfall:email|phone|profile, check-websites:changed.',
  ],
  examples: [
    'leadwright autopilot create --list 12 --every day --at 07:30 --time-zone Europe/Berlin --cap 50',
    'leadwright autopilot create --list 12 --every week --steps find-emails,label:Fresh,mail --json',
  ],
  async run(call) {
    const { values } = call
    const client = await openClient(call)
    const steps = []
    for (const texts of values.steps) steps.push(await readStep(client, texts))
    const body = {
      list_id: values.list,
      every: values.every,
      steps,
      cap: values.cap ?? null,
      month_cap: values['month-cap'] ?? null,
      ...(values.at !== undefined ? { at: values.at } : values.every === 'hour' ? { at: '00:00' } : {}),
      ...(values['time-zone'] !== undefined && { time_zone: values['time-zone'] }),
    }
    const { data } = await client.call(api.createAutopilot, { body }, { key: randomUUID() })
    call.terminal.result(data, () =>
      detailLines([
        ['Autopilot', `${data.id}  ${data.name}`],
        ['Time zone', data.time_zone],
        ...data.next_runs.map((run): [string, string] => ['Runs at', `${moment(run)} UTC`]),
      ]),
    )
  },
})
