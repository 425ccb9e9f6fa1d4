import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/*
 * A fifth list type costs one declaration, one source and one line in each registry. Shown on a copy of the program:
 * these are all the changes there are, and everything that walks the declarations knows the new type.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = ['contract', 'server', 'web', 'cli', 'docs', 'package.json']
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
  chargeKind: 'local_contact',
  fields: [
    promoted('name', 'Name', 'text', { defaultColumn: true }),
    promoted('city', 'City', 'text', { facet: true }),
    loose('visitors', 'Visitors', 'number', { defaultColumn: true }),
    ...COMMON_FIELDS,
  ],
  searchForm: [{ name: 'topic', label: 'Topic', kind: 'text' }, sourceFormItem('event')],
  searchSchema: EventSearch,
  manualEntrySchema: null,
  actions: ['search', 'more-filters', 'csv', 'delete'],
})
`
const DECLARATION = `
import { defineSource } from './define.ts'

export const calendarSource = defineSource({
  id: 'calendar',
  label: 'Calendar',
  answers: { event: ['topic'] },
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
})
`
/** Lines of the registries. */
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
    'server/app/build-sources.ts',
    '  ({ db }) => createCorpusSource({ db }),',
    '  () => createCalendarSource(),\n  ({ db }) => createCorpusSource({ db }),',
  ],
  [
    'server/app/build-sources.ts',
    'import { resolveCategory, resolvePlace }',
    "import { createCalendarSource } from '#server/providers/lead-sources/index.ts'\nimport { resolveCategory, resolvePlace }",
  ],
  [
    'server/providers/lead-sources/index.ts',
    'export { createSampleSource }',
    "export { createCalendarSource } from './calendar-source/calendar-source.ts'\nexport { createSampleSource }",
  ],
]

let folder: string
let database: TestDatabase
let program: Program
let token: string

function write(file: string, text: string): void {
  cpSync(join(ROOT, 'contract/index.ts'), join(folder, file))
  writeFileSync(join(folder, file), text)
}
function replace(file: string, before: string, after: string): void {
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no "${before}" any more`)
  writeFileSync(join(folder, file), text.replace(before, after))
}

async function send(method: string, path: string, body?: object) {
  const response = await fetch(program.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadwright-fifth-'))
  for (const name of [...COPIED, ...CONFIGS])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  write('contract/leads/list-types/event.ts', LIST_TYPE)
  write('contract/sources/source-kinds/calendar.ts', DECLARATION)
  write('server/providers/lead-sources/calendar-source/calendar-source.ts', ADAPTER)
  for (const row of ROWS) replace(...row)
  database = await createTestDatabase()
  program = await startProgram({ DATABASE_URL: database.url }, undefined, join(folder, 'server/main.ts'))
  token = ''
  token = (await send('POST', '/auth/login', PROGRAM_ADMIN)).body.data.authorisation.token
})
afterAll(async () => {
  await program?.remove()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a fifth list type', () => {
  it.each(['tsconfig.json', 'tsconfig.web.json'])('needs no other change: %s finds none', async (config) => {
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const text = readFileSync(join(folder, config), 'utf8')
    // Tests of the four types may name them all.
    const settings = { ...JSON.parse(text), exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.soak.ts'] }
    writeFileSync(join(folder, config), JSON.stringify(settings))
    const { stdout } = await promisify(execFile)(compiler, [
      '--singleThreaded',
      '-p',
      join(folder, config),
    ]).catch((error) => error)
    expect(stdout).toBe('')
  })

  it('is searched, paid, filtered, counted and exported like any other', async () => {
    const types = (await send('GET', '/api/campaign-types')).body.data
    expect(types.at(-1)).toMatchObject({ id: 5, name: 'Event' })
    const search = { topic: 'Fairs' }
    const quote = await send('POST', '/api/quotes', { type: 'event', search })
    expect(quote.body.data).toMatchObject({ matched: 12, leads: { max: 12 }, credits: { max: 12 } })
    const started = await send('POST', '/api/campaigns', { name: 'Fairs', type: 'event', search })
    expect([started.status, started.body.data.type]).toEqual([201, 'event'])
    const { id: listId, run } = started.body.data
    await expect
      .poll(async () => (await send('GET', `/api/runs/${run.id}`)).body.data, { timeout: PATIENCE_MS })
      .toMatchObject({ state: 'succeeded', cost: 12, counts: { delivered: 12 } })

    const filters = { custom_search: [{ field: 'visitors', operator: 'greater', value: 800 }] }
    const leads = await send('POST', `/api/event-results/${listId}`, filters)
    expect(leads.body.total).toBe(3)
    const facets = await send('POST', `/api/event-results/${listId}/facets`, {})
    expect(facets.body.data.city).toEqual([
      { value: 'Bruges', label: 'Bruges', count: 6 },
      { value: 'Ghent', label: 'Ghent', count: 6 },
    ])
    const wrong = { custom_search: [{ field: 'followers', operator: 'greater', value: 1 }] }
    expect((await send('POST', `/api/event-results/${listId}`, wrong)).status).toBe(422)
    const ticket = await send('POST', '/api/exports', { list_id: listId })
    const csv = await send('GET', new URL(ticket.body.data.url, program.url).pathname)
    expect(csv.text.split('\r\n')[0]).toContain('Visitors')
    expect(csv.text.trim().split('\r\n')).toHaveLength(13)
  })
})
