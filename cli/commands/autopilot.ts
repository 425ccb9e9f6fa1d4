import { randomUUID } from 'node:crypto'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { labels } from '#contract/leads/labels.ts'
import { EVERY } from '#contract/prospecting/autopilot-schedule.ts'
import {
  AUTOPILOT_STEP_NAMES,
  type AutopilotStepName,
  stepDefinition,
} from '#contract/prospecting/autopilot-steps.ts'
import * as api from '#contract/prospecting/autopilots.ts'
import { type CommandCall, type CommandSpec, defineCommand } from '../arguments/command-spec.ts'
import { list, parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { CliError, usageError } from '../cli-error.ts'
import type { ApiClient } from '../http/api-client.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines, pageText, right } from '../terminal/text-table.ts'

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
async function stepOf(client: ApiClient, texts: string) {
  const [name = '', ...rest] = texts.split(':')
  const step = oneOf(AUTOPILOT_STEP_NAMES)(name, 'steps') as AutopilotStepName
  const value = rest.join(':')
  const { mainOption } = stepDefinition(step)
  if (value === '') return { step }
  if (!mainOption) throw usageError(`The step ${step} takes no value: write --steps ${step}`)
  if (step === 'label') return { step, options: { [mainOption]: await labelId(client, value) } }
  return { step, options: { [mainOption]: /^\d+$/.test(value) ? Number(value) : value } }
}

const stateOf = ({ state, pause_reason }: api.Autopilot): string =>
  state === 'active' || pause_reason === null ? state : `${state} (${pause_reason})`

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
const autopilotCreate = defineCommand({
  name: 'autopilot create',
  summary: 'Schedule the search of a list',
  options: createOptions,
  notes: [
    'A weekly autopilot runs on the weekday, a monthly one on the day of the month of its creation.',
    'Some steps take a value after a colon: label:NAME, waterfall:email|phone|profile.',
  ],
  examples: [
    'leadwright autopilot create --list 12 --every day --at 07:30 --time-zone Europe/Berlin --cap 50',
    'leadwright autopilot create --list 12 --every week --steps find-emails,label:Fresh,mail --json',
  ],
  async run(call) {
    const { values } = call
    const client = await openClient(call)
    const steps = []
    for (const texts of values.steps) steps.push(await stepOf(client, texts))
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

const COLUMNS = [...right('ID'), 'STATE', 'EVERY', 'NEXT (UTC)', 'LAST', ...right('LEADS'), 'NAME'] as const

const autopilotList = defineCommand({
  name: 'autopilot list',
  summary: 'Autopilots with their state, next and last run',
  async run(call) {
    const client = await openClient(call)
    const { data, total } = await readPages(api.MAX_AUTOPILOTS, MAX_PAGE_SIZE, (page, limit) =>
      client.call(api.autopilots, { query: { page, limit } }),
    )
    const rows = data.map((autopilot) => [
      ...[
        autopilot.id,
        stateOf(autopilot),
        autopilot.every,
        moment(autopilot.next_runs[0]),
        autopilot.last_run?.state ?? '',
      ],
      ...[groupedNumber(autopilot.last_run?.leads ?? 0), autopilot.name],
    ])
    call.terminal.result({ data }, () =>
      total === 0 ? 'No autopilots' : pageText(COLUMNS, rows, total, call.terminal.width),
    )
  },
})

const idOf = ({ positionals }: Pick<CommandCall<object>, 'positionals'>) =>
  idArgument(positionals[0] as string, 'ID')

/** `leadwright autopilot run ID`: starts a run now. */
const autopilotRun = defineCommand({
  name: 'autopilot run',
  summary: 'Run an autopilot now, in addition to its schedule',
  positionals: ['ID'],
  notes: ['The search starts right away and its steps follow. leadwright runs shows the progress.'],
  async run(call) {
    const params = { id: idOf(call) }
    const client = await openClient(call)
    const { data } = await withSpendingHint(() =>
      client.call(api.runAutopilot, { params }, { key: randomUUID() }),
    )
    const result = { autopilot_run_id: data.id, run_id: data.search_run_id, state: data.state }
    call.terminal.result(result, () => `Started: its search is run ${data.search_run_id}`)
  },
})

/** `leadwright autopilot pause ID` and `resume ID`. */
const switching = (verb: 'pause' | 'resume', summary: string, done: string): CommandSpec =>
  defineCommand({
    name: `autopilot ${verb}`,
    summary,
    positionals: ['ID'],
    async run(call) {
      const params = { id: idOf(call) }
      const { data } = await callServer(call, verb === 'pause' ? api.pauseAutopilot : api.resumeAutopilot, {
        params,
      })
      call.terminal.result(data, () => {
        const next = data.next_runs[0]
        return next ? `${done}: it runs at ${moment(next)} UTC` : done
      })
    },
  })

export const AUTOPILOT_COMMANDS: CommandSpec[] = [
  autopilotCreate,
  autopilotList,
  autopilotRun,
  switching('pause', 'Pause an autopilot; a run in progress continues', 'Paused'),
  switching('resume', 'Resume a paused autopilot with its next run', 'Resumed'),
]
