import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/*
 * A fifth list type takes one declaration, one source and one line in each registry. This test makes these changes
 * in a copy of the program and checks that everything that uses the declarations knows the new type.
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
let ghl: FakeCrm
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

/** Runs the copy's command line. @returns its output, parsed as JSON */
async function cli(...args: string[]) {
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    LEADWRIGHT_PASSWORD: PROGRAM_ADMIN.password,
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(folder, 'cli/leadwright.js'), ...args, '--json'],
    { env },
  )
  return JSON.parse(stdout)
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
  ghl = await startFakeGhl()
  program = await startProgram(
    { DATABASE_URL: database.url, GHL_BASE_URL: ghl.url },
    undefined,
    join(folder, 'server/main.ts'),
  )
  token = ''
  token = (await send('POST', '/auth/login', PROGRAM_ADMIN)).body.data.authorisation.token
})
afterAll(async () => {
  await program?.remove()
  await ghl?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a fifth list type', () => {
  it.each(['tsconfig.json', 'tsconfig.web.json'])('needs no other change: %s finds none', async (config) => {
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const text = readFileSync(join(folder, config), 'utf8')
    // Tests of the four types may name them all, and shared test code is not part of the program.
    const exclude = ['**/*.test.ts', '**/*.test.tsx', '**/*.soak.ts', '**/testing/**']
    const settings = { ...JSON.parse(text), exclude }
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

  it('is imported, entered by hand, looked up and pushed to a CRM like any other', async () => {
    await cli('login', '--url', program.url, '--email', PROGRAM_ADMIN.email)
    writeFileSync(
      join(folder, 'fairs.csv'),
      'Company,City,Visitors,Website\nSpring Fair,Ghent,300,https://spring.example/\nAutumn Fair,Bruges,500,https://autumn.example/\n',
    )
    const imported = await cli(
      'leads',
      'import',
      join(folder, 'fairs.csv'),
      '--new',
      'Fairs by file',
      '--type',
      'event',
    )
    expect(imported).toMatchObject({ imported: 2 })
    const listId = imported.list_id
    const added = await cli(
      'leads',
      'add',
      `${listId}`,
      '--set',
      'website=https://winter.example/',
      '--set',
      'name=Winter Fair',
    )
    expect(added).toMatchObject({ is_new: true })
    const second = await cli(
      'leads',
      'add',
      `${listId}`,
      '--set',
      'website=https://spring.example/',
      '--set',
      'name=Spring Fair',
    )
    expect(second).toMatchObject({ is_new: false })

    const { body } = await send('GET', '/api/waterfalls')
    const { conditions, version } = body.data.find(({ want }: { want: string }) => want === 'email')
    const request = { steps: [{ source: 'calendar' }], conditions, version }
    expect((await send('PUT', '/api/waterfalls/email', request)).status).toBe(200)
    const looked = await cli('waterfall', `${listId}`, '--want', 'email', '--max-cost', '50')
    expect(looked).toMatchObject({ tried: 3, found: 3 })
    const { data } = (await send('POST', `/api/event-results/${listId}`, {})).body
    expect(
      data.map(({ values }: { values: Record<string, unknown> }) => [values.name, values.domain]).toSorted(),
    ).toEqual([
      ['Autumn Fair', 'autumn.example'],
      ['Spring Fair', 'spring.example'],
      ['Winter Fair', 'winter.example'],
    ])

    const { id } = await cli('crm', 'connect', 'ghl', '--token', FAKE_TOKEN, '--location', FAKE_LOCATION)
    await cli('crm', 'push', `${listId}`, '--connection', `${id}`)
    expect([...ghl.contacts.values()].map(({ companyName }) => companyName).toSorted()).toEqual([
      'Autumn Fair',
      'Spring Fair',
      'Winter Fair',
    ])
  })
})
