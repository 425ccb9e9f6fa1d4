import * as z from 'zod/mini'
import * as api from '#contract/leads/services.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { list } from '../arguments/option-spec.ts'
import { oneOf } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { readInputText } from '../files/input-text.ts'
import { callServer } from '../http/open-session.ts'
import { textTable } from '../terminal/text-table.ts'

const servicesTable = (services: readonly api.Service[], width: number) =>
  textTable(
    ['ID', 'NAME', 'REASONS'],
    services.map(({ id, name, signals }) => [id, name, signals.map(api.describeReason).join(', ')]),
    width,
  )

/** `leadwright services list`. */
export const servicesListCommand = defineCommand({
  name: 'services list',
  summary: 'Services that you sell, with the signals that make a prospect',
  options: {},
  notes: ['Without services of your own these are your seller’s.'],
  examples: ['leadwright services list --json > services.json'],
  async run(call) {
    const { data } = await callServer(call, api.services, {})
    call.terminal.result(data, () => servicesTable(data, call.terminal.width))
  },
})

/** As `services list --json` prints them; ids are not needed. */
const ServicesFile = z.array(
  z.object({
    name: z.string(),
    template: z.optional(z.nullable(z.enum(api.SERVICE_TEMPLATE_IDS))),
    signals: z.optional(z.array(api.ServiceSignal)),
  }),
)

function readServices(text: string, file: string) {
  try {
    return ServicesFile.parse(JSON.parse(text))
  } catch {
    throw usageError(
      `"${file}" doesn’t hold services`,
      'Write them as `leadwright services list --json` prints them: [{"name": "Booking", "signals": [{"signal": "no_booking", "is": "yes"}]}]',
    )
  }
}

/** `leadwright services set`: all services at once, by name. */
export const servicesSetCommand = defineCommand({
  name: 'services set',
  summary: 'Set the services that you sell, from a file or from templates',
  positionals: ['FILE?'],
  options: {
    templates: list(
      'T,T',
      `Services of templates: ${api.SERVICE_TEMPLATE_IDS.join(', ')}`,
      oneOf(api.SERVICE_TEMPLATE_IDS),
    ),
  },
  notes: [
    'FILE is JSON, as `services list --json` prints it; - reads standard input.',
    'A reason asks one thing of its signal: "is" (yes, no, a choice, or part of a name), "lacks" (a name), "at_least" (a count), "within_days" or "older_than_days" (a date).',
    'Sets all services: those with the same name are changed, others are added, and those that are not named are deleted. The same call again changes nothing. [] brings back those of your seller.',
  ],
  examples: [
    'leadwright services set --templates web_design,booking --json',
    'leadwright services set services.json --json',
  ],
  async run(call) {
    const [file] = call.positionals
    const templates = call.values.templates as api.ServiceTemplateId[]
    if ((file === undefined) === (templates.length === 0))
      throw usageError('Give either a file or --templates', 'For example: --templates web_design,booking')
    const services =
      file === undefined
        ? templates.map((template) => ({ name: api.SERVICE_TEMPLATES[template].label, template }))
        : readServices(await readInputText(call.env.workingFolder, file, call.terminal.input), file)
    const { data } = await callServer(call, api.setServices, { body: { services } })
    call.terminal.result(data, () => servicesTable(data, call.terminal.width))
  },
})
