import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { copyWithFifthListType, type ProgramCopy } from '#server/testing/fifth-list-type.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/*
 * A fifth list type takes one declaration, one source and one line in each registry. This test makes these changes
 * in a copy of the program and checks that everything that uses the declarations knows the new type. The soak test
 * beside it compiles the copy.
 */

let copy: ProgramCopy
let database: TestDatabase
let ghl: FakeCrm
let program: Program
let token: string
let commands: ChildProcess

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
    HOME: copy.folder,
    XDG_CONFIG_HOME: copy.folder,
    LEADWRIGHT_PASSWORD: PROGRAM_ADMIN.password,
  }
  commands.send({ args: [...args, '--json'], env })
  const [{ code, stdout, stderr }] = await once(commands, 'message')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

beforeAll(async () => {
  copy = copyWithFifthListType()
  database = await createTestDatabase()
  ghl = await startFakeGhl()
  program = await startProgram(
    { DATABASE_URL: database.url, GHL_BASE_URL: ghl.url },
    undefined,
    join(copy.folder, 'server/main.ts'),
  )
  commands = fork(join(copy.folder, 'cli/lines.js'), { execArgv: [] })
  token = ''
  token = (await send('POST', '/auth/login', PROGRAM_ADMIN)).body.data.authorisation.token
})
afterAll(async () => {
  commands?.kill()
  await program?.remove()
  await ghl?.close()
  await database?.drop()
  copy?.remove()
})

describe('a fifth list type', () => {
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
      join(copy.folder, 'fairs.csv'),
      'Company,City,Visitors,Website\nSpring Fair,Ghent,300,https://spring.example/\nAutumn Fair,Bruges,500,https://autumn.example/\n',
    )
    const imported = await cli(
      'leads',
      'import',
      join(copy.folder, 'fairs.csv'),
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
