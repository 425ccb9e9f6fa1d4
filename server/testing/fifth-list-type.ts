import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyProgram } from './program-copy.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CONFIGS = ['tsconfig.base.json', 'tsconfig.json', 'tsconfig.web.json']

const LIST_TYPE = `
import * as z from 'zod/mini'
import { sourceField, sourceFormItem } from '../../sources/source-kinds/index.ts'
import { COMMON_FIELDS, defineListType, loose, promoted } from './define.ts'

const EventSearch = z.strictObject({ source: sourceField('event'), topic: z.optional(z.string()) })

export const event = defineListType({
  id: 'event',
  number: 5,
  searchCode: 'event',
  name: 'Event',
  label: 'Events',
  subject: 'business',
  searchUnit: 'lead',
  similarBy: null,
  chargeKind: 'local_contact',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'companyName', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email' }),
    promoted('city', 'City', 'text', { crm: 'city', facet: true }),
    promoted('website', 'Website', 'url', { crm: 'website' }),
    promoted('domain', 'Domain', 'text'),
    loose('visitors', 'Visitors', 'number', { defaultColumn: true }),
    ...COMMON_FIELDS,
  ],
  searchForm: [{ name: 'topic', label: 'Topic', kind: 'text' }, sourceFormItem('event')],
  searchSchema: EventSearch,
  manualEntrySchema: z.strictObject({ website: z.url(), name: z.optional(z.string()), city: z.optional(z.string()) }),
  actions: ['search', 'more-filters', 'manual-entry', 'waterfall', 'crm', 'csv', 'delete'],
})
`
const DECLARATION = `
import { defineSource } from './define.ts'

export const calendarSource = defineSource({
  id: 'calendar',
  label: 'Calendar',
  answers: { event: ['topic'] },
  enriches: ['email'],
  terms: { text: 'Invented for a test', url: null },
})
`
const ADAPTER = `
import { calendarSource } from '#contract/sources/source-kinds/calendar.ts'
import type { LeadSource, SourceLead } from '../lead-source.ts'

const leads: SourceLead[] = Array.from({ length: 12 }, (_, index) => ({
  key: 'event:' + index,
  values: { name: 'Event ' + index, city: index % 2 ? 'Ghent' : 'Bruges', visitors: index * 100 },
  origin: {
    source: 'calendar', url: null, method: 'calendar', confidence: 1, observed_at: null, licence: null, record: null,
  },
}))

const emailOf = (id: number) => ({ value: 'info@event-' + id + '.example', origin: leads[0]!.origin })

export const createCalendarSource = (): LeadSource => ({
  declaration: calendarSource,
  quote: async (_query, { keys }) => ({
    matched: leads.length,
    withoutCoordinates: 0,
    dataAsOf: null,
    keys: leads.slice(0, keys).map(({ key }) => key),
    ceiling: null,
  }),
  async *search(_query, { cursor }) {
    if (!cursor) yield { leads, cursor: { done: true } }
  },
  async *enrich({ units }) {
    for (const unit of units) {
      const answers = (await unit.leads()).map(({ id }) => ({ leadId: id, values: { email: emailOf(id) } }))
      yield [{ unit: unit.key, answers, problem: null }]
    }
  },
})
`
/** Runs command lines from messages, all in one process. */
const LINES = `
import { runCli } from './testing/run-cli.ts'

process.on('message', async ({ args, env }) => process.send(await runCli(args, { env })))
`
const FILES: [file: string, text: string][] = [
  ['contract/leads/list-types/event.ts', LIST_TYPE],
  ['contract/sources/source-kinds/calendar.ts', DECLARATION],
  ['server/providers/lead-sources/calendar-source/calendar-source.ts', ADAPTER],
  ['cli/lines.js', LINES],
]
const ROWS: [file: string, before: string, after: string][] = [
  [
    'contract/leads/list-types/index.ts',
    '[local, people, single, influencer]',
    '[local, people, single, influencer, event]',
  ],
  [
    'contract/leads/list-types/index.ts',
    'import { influencer }',
    "import { event } from './event.ts'\nimport { influencer }",
  ],
  ['contract/sources/source-kinds/index.ts', '  corpusSource,\n', '  calendarSource,\n  corpusSource,\n'],
  [
    'contract/sources/source-kinds/index.ts',
    'import { corpusSource }',
    "import { calendarSource } from './calendar.ts'\nimport { corpusSource }",
  ],
  [
    'server/modules/sources/sources/vendor-sources.ts',
    '  createPeopleDataLabsSource(',
    '  createCalendarSource(),\n  createPeopleDataLabsSource(',
  ],
  [
    'server/modules/sources/sources/vendor-sources.ts',
    '  createBlueskySource,',
    '  createBlueskySource,\n  createCalendarSource,',
  ],
  [
    'server/providers/lead-sources/index.ts',
    'export { createSampleSource }',
    "export { createCalendarSource } from './calendar-source/calendar-source.ts'\nexport { createSampleSource }",
  ],
]

/** A copy of the program in a temporary folder. */
export interface ProgramCopy {
  folder: string
  /** What the compiler prints for one of its configurations: nothing if the types are right. */
  typeErrors(config: 'tsconfig.json' | 'tsconfig.web.json'): Promise<string>
  remove(): void
}

/** Copies the program and adds a fifth list type: one declaration, one source and one line in each registry. */
export function copyWithFifthListType(): ProgramCopy {
  const folder = copyProgram(CONFIGS)
  const replace = (file: string, before: string, after: string): void => {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!text.includes(before)) throw new Error(`${file} has no "${before}" any more`)
    writeFileSync(join(folder, file), text.replace(before, after))
  }
  for (const [file, text] of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const row of ROWS) replace(...row)
  return {
    folder,
    async typeErrors(config) {
      const text = readFileSync(join(folder, config), 'utf8')
      // Tests of the four types may name them all, and shared test code is not part of the program.
      const exclude = ['**/*.test.ts', '**/*.test.tsx', '**/*.soak.ts', '**/testing/**']
      const settings = { ...JSON.parse(text), exclude }
      writeFileSync(join(folder, config), JSON.stringify(settings))
      const compiler = join(ROOT, 'node_modules/.bin/tsc')
      const args = ['--singleThreaded', '-p', join(folder, config)]
      const { stdout } = await promisify(execFile)(compiler, args).catch((error) => error)
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
