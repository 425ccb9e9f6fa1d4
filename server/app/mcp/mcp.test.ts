import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens } from 'gpt-tokenizer'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { API_SCOPES, type ApiScope } from '#contract/core/scopes.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { allEndpoints } from '#contract/index.ts'
import { connectCrm } from '#contract/leads/crm.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { createList } from '#contract/leads/lists.ts'
import { compileCache } from '#server/testing/compile-cache.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { MCP_TOOLS } from './call-tool.ts'

const NAMES = [
  'search_quote',
  'search_start',
  'list_lists',
  'list_leads',
  'enrich_quote',
  'enrich_start',
  'export_list',
  'push_to_crm',
  'run_status',
]
const ALL = API_SCOPES.filter((scope) => scope !== 'admin')
const PUBS = { category: 'pub', near: { lat: 20, lon: 20 }, radius_km: 5 }

let t: TestApp
let url: string
let user: TestUser
let agent: Agent
let ghl: Awaited<ReturnType<typeof startFakeGhl>>
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({
    crms: { ghl: { baseUrl: ghl.url } },
    publicUrl: 'https://app.platform.example',
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
  url = await t.listen()
  const pub = { category: 'amenity/pub', lat: 20, lon: 20 }
  await t.places('pubs', [
    { ...pub, name: 'One' },
    { ...pub, name: 'Two', lat: 20.001 },
    { ...pub, name: 'Three', lat: 20.002 },
    ...['Four', 'Five', 'Six'].map((name, at) => ({ ...pub, name, lat: 21 + at / 1000 })),
  ])
  user = await t.account({ credits: 100 })
  agent = await agentWith(await keyOf(user))
})
afterEach(async () => {
  while (clients.length > 1) await clients.pop()?.close()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await t.close()
  await ghl?.close()
})

const clients: Client[] = []
interface Agent {
  client: Client
  /** Calls a tool and returns its text and error. */
  // biome-ignore lint/suspicious/noExplicitAny: each test names what it expects of the answer
  use(name: string, args?: object): Promise<Record<string, any>>
}

/** Tools that have returned what they declare. */
const used = new Set<string>()

const wrap = (client: Client): Agent => ({
  client,
  async use(name, args = {}) {
    const answer = await client.callTool({ name, arguments: args as Record<string, unknown> })
    const [first] = answer.content as { type: string; text: string }[]
    const result = JSON.parse(String(first?.text))
    if (answer.isError) return result
    // Exactly what the tool declares: an undeclared field is a failure.
    expect(answer.structuredContent).toEqual(result)
    expect([name, MCP_TOOLS.find((tool) => tool.name === name)?.output.safeParse(result).error]).toEqual([
      name,
      undefined,
    ])
    used.add(name)
    return result
  },
})

async function keyOf(
  owner: TestUser,
  { scopes = ALL, daily_credits = 50 }: { scopes?: readonly ApiScope[]; daily_credits?: number | null } = {},
): Promise<string> {
  const body = { name: 'Agent', scopes: [...scopes], daily_credits, password: owner.password }
  return (await t.call(createApiKey, { body }, owner)).body.data.key
}

async function agentWith(
  key: string,
  { query = '', mode = 'auto' as 'auto' | 'legacy' } = {},
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit }))
  clients.push(client)
  return wrap(client)
}

const toolsOf = async ({ client }: Agent) => (await client.listTools()).tools.map(({ name }) => name)
const runsOf = async (accountId: number): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from run where account_id = ${accountId}`.execute(t.app.database.db)
  return Number(rows[0]?.n)
}

describe('the tools', () => {
  it('have their names, fit into 3,000 tokens and say which spend credits', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(NAMES)
    // Clients show models the input; the output is for programs.
    const shown = tools.map(({ outputSchema: _forPrograms, ...rest }) => rest)
    expect(countTokens(JSON.stringify(shown))).toBeLessThan(3000)
    expect(countTokens(JSON.stringify(tools))).toBeLessThan(5000)
    for (const { outputSchema } of tools) expect(outputSchema?.type).toBe('object')
    for (const name of ['search_start', 'enrich_start'])
      expect(tools.find((tool) => tool.name === name)?.description).toMatch(/^Spends credits/)
    expect(tools[1]?.inputSchema.required).toEqual(['quote_id'])
    for (const { inputSchema } of tools) expect(inputSchema.type).toBe('object')
  })

  it('work for clients of both protocol versions', async () => {
    const legacy = await agentWith(await keyOf(user), { mode: 'legacy' })
    expect(await toolsOf(legacy)).toEqual(NAMES)
    expect(legacy.client.getServerVersion()).toMatchObject({ name: 'leadwright', title: 'Leadwright' })
    expect((await legacy.use('list_lists')).data).toBeInstanceOf(Array)
  })

  it('follow the scopes of the key, where read-only wins', async () => {
    const reading = ['search_quote', 'list_lists', 'list_leads', 'enrich_quote', 'run_status']
    const reader = await agentWith(await keyOf(user, { scopes: ['read'] }))
    expect(await toolsOf(reader)).toEqual(reading)
    expect((await reader.use('search_start', { quote_id: 'x' })).error).toMatchObject({ code: 'forbidden' })
    expect(await toolsOf(await agentWith(await keyOf(user, { scopes: ['read', 'export'] })))).toEqual(
      NAMES.filter((name) => reading.includes(name) || name === 'export_list'),
    )
    const limited = await agentWith(await keyOf(user), { query: '?read_only=1' })
    expect(await toolsOf(limited)).toEqual(reading)
    expect((await limited.use('export_list', { list_id: 1 })).error.message).toContain('read-only')
  })

  it('require an API key, or a connection', async () => {
    for (const [token, status] of [
      ['', 401],
      ['lw_nothing', 401],
      [user.token, 403],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: '{}' })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('www-authenticate')).toMatch(
        /^Bearer resource_metadata="https?:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/,
      )
    }
  })
})

describe('a search', () => {
  it('is quoted, started once, followed, read and exported', async () => {
    const quote = await agent.use('search_quote', { type: 'local', search: PUBS })
    expect(quote).toMatchObject({ matched: 3, would_deliver: 3, max_credits: 3, price: 'At most 3 credits' })
    const started = await agent.use('search_start', { quote_id: quote.quote_id, name: 'Pubs' })
    expect(started).toMatchObject({ price: 'At most 3 credits', list_name: 'Pubs', kind: 'search' })
    await t.finished(started.run_id, user)
    expect(await agent.use('run_status', { run_id: started.run_id })).toMatchObject({
      state: 'succeeded',
      credits_charged: 3,
    })
    expect((await agent.use('search_start', { quote_id: quote.quote_id })).error.message).toContain(
      `it started run ${started.run_id}`,
    )
    const found = await agent.use('list_leads', { list_id: started.list_id, limit: 2, sort: 'name' })
    expect(found).toMatchObject({ total: 3, page: 1, next_page: 2 })
    expect(found.data.map((lead: { name: string }) => lead.name)).toEqual(['One', 'Three'])
    expect((await agent.use('list_lists', { search: 'Pubs' })).data[0]).toMatchObject({
      list_id: started.list_id,
      leads: 3,
    })
    const file = await agent.use('export_list', { list_id: started.list_id })
    expect((await (await fetch(file.url)).text()).split('\n').filter(Boolean)).toHaveLength(4)
  })

  it('starts once when two calls arrive at the same time', async () => {
    const { quote_id } = await agent.use('search_quote', {
      type: 'people',
      search: { source: 'sample' },
      limit: 2,
    })
    const before = await runsOf(user.accountId)
    const answers = await Promise.all([1, 2, 3, 4].map(() => agent.use('search_start', { quote_id })))
    expect(answers.filter(({ run_id }) => run_id)).toHaveLength(1)
    expect(await runsOf(user.accountId)).toBe(before + 1)
  })

  it('needs a quote of this key, account and tool from the last ten minutes', async () => {
    expect((await agent.use('search_start')).error.message).toMatch(/Call search_quote first/)
    expect((await agent.use('enrich_start')).error.message).toMatch(/Call enrich_quote first/)
    const before = await runsOf(user.accountId)
    const { quote_id } = await agent.use('search_quote', { type: 'local', search: PUBS })
    const other = await agentWith(await keyOf(user))
    const stranger = await agentWith(await keyOf(await t.account({ credits: 100 })))
    for (const agent of [other, stranger])
      expect((await agent.use('search_start', { quote_id })).error.code).toBe('quote_expired')
    expect((await agent.use('enrich_start', { quote_id })).error.code).toBe('quote_expired')
    for (const other of ['kT3', '0', String(Number(quote_id) + 1000)])
      expect((await agent.use('search_start', { quote_id: other })).error.code).toBe('quote_expired')
    expect((await agent.use('search_start', { quote_id, search: {} })).error).toMatchObject({
      code: 'validation_failed',
      what_to_do: 'Correct the arguments and call again.',
    })
    await sql`update quote set expires_at = now() - interval '1 second'`.execute(t.app.database.db)
    expect((await agent.use('search_start', { quote_id })).error).toMatchObject({
      code: 'quote_expired',
      what_to_do: 'Request a new quote and show its price.',
    })
    expect(await runsOf(user.accountId)).toBe(before)
  })

  it('checks the price again before it starts', async () => {
    const { quote_id } = await agent.use('search_quote', { type: 'local', search: PUBS })
    await sql`update quote set reply = jsonb_set(reply, '{unit_cost}', '0') where tool is not null`.execute(
      t.app.database.db,
    )
    expect((await agent.use('search_start', { quote_id })).error.message).toContain(
      'from 0 to 1 credits each',
    )
  })

  it('names the wrong field', async () => {
    const { error } = await agent.use('search_quote', { type: 'local', search: { categry: 'pub' } })
    expect(error).toMatchObject({ code: 'validation_failed' })
    expect(JSON.stringify(error.fields)).toContain('categry')
    expect((await agent.use('run_status', { run_id: 999_999 })).error.code).toBe('not_found')
  })
})

describe('a quoted price', () => {
  it('may have fallen since', async () => {
    const { quote_id } = await agent.use('search_quote', { type: 'local', search: PUBS })
    await sql`update quote set reply = jsonb_set(reply, '{unit_cost}', '5') where tool is not null`.execute(
      t.app.database.db,
    )
    expect((await agent.use('search_start', { quote_id })).run_id).toBeGreaterThan(0)
  })

  it('is the most that is spent, also where more leads are found by then', async () => {
    const near = { category: 'amenity/pub', lat: 30, lon: 20 }
    await t.places('pubs', [{ ...near, name: 'Seven' }])
    const search = { ...PUBS, near: { lat: 30, lon: 20 } }
    const { quote_id, max_credits } = await agent.use('search_quote', { type: 'local', search })
    await t.places('pubs', [
      { ...near, name: 'Eight', lat: 30.001 },
      { ...near, name: 'Nine', lat: 30.002 },
    ])
    const { run_id } = await agent.use('search_start', { quote_id })
    await t.finished(run_id, user)
    const { credits_charged } = await agent.use('run_status', { run_id })
    expect([max_credits, credits_charged]).toEqual([1, 1])
  })
})

describe('the daily limit of a key', () => {
  const search = (agent: Agent) => agent.use('search_quote', { type: 'local', search: PUBS })

  it('covers all runs of the key, also concurrent ones and those of other calls', async () => {
    const rich = await t.account({ credits: 100 })
    const key = await keyOf(rich, { daily_credits: 5 })
    const agent = await agentWith(key)
    const quotes = [await search(agent), await search(agent)]
    const answers = await Promise.all(quotes.map(({ quote_id }) => agent.use('search_start', { quote_id })))
    const refused = answers.filter(({ error }) => error)
    expect(refused.map(({ error }) => error.code)).toEqual(['credit_cap_reached'])
    expect(refused[0]?.error.message).toContain('5 credits a day')
    const direct = await t.call(
      createList,
      { body: { name: 'Direct', type: 'local', search: { ...PUBS, near: { lat: 21, lon: 20 } } } },
      { token: key },
    )
    const started = answers.find(({ run_id }) => run_id)
    await t.finished(started?.run_id, rich)
    expect([direct.status, direct.error.code]).toEqual([402, 'credit_cap_reached'])
    expect((await t.call(userLimits, {}, rich)).body.data.spent).toBe(3)
    // A refused quote stays valid: it works as soon as there is room.
    await sql`update api_key set daily_credits = 50`.execute(t.app.database.db)
    const second = quotes.find(({ quote_id }, at) => answers[at]?.error && quote_id)
    expect((await agent.use('search_start', { quote_id: second?.quote_id })).run_id).toBeGreaterThan(0)
  })

  it('is required to spend; free work needs none', async () => {
    const unlimited = await agentWith(await keyOf(await t.account({ credits: 100 }), { daily_credits: null }))
    const { quote_id } = await search(unlimited)
    expect((await unlimited.use('search_start', { quote_id })).error.message).toContain(
      'no daily credit limit',
    )
  })
})

it('enriches in the same two steps, and says what is missing for a CRM', async () => {
  const list = await seedList(t, user, { leads: [{ values: { name: 'A', email: 'a@a.example' } }] })
  const quote = await agent.use('enrich_quote', { action: 'verify', list_id: list.id })
  expect(quote).toMatchObject({ price: 'Free: 0 credits', leads: 1, eligible: 1 })
  const started = await agent.use('enrich_start', { quote_id: quote.quote_id })
  expect(started).toMatchObject({ kind: 'verify', list_id: list.id })
  expect((await agent.use('push_to_crm', { list_id: list.id })).error.message).toContain(
    'No CRM is connected',
  )
  const stranger = await agentWith(await keyOf(await t.account()))
  for (const [name, args] of [
    ['list_leads', { list_id: list.id }],
    ['enrich_quote', { action: 'verify', list_id: list.id }],
    ['export_list', { list_id: list.id }],
    ['push_to_crm', { list_id: list.id }],
    ['run_status', { run_id: started.run_id }],
  ] as const)
    expect([name, (await stranger.use(name, args)).error.code]).toEqual([name, 'not_found'])
})

it('the guide for agents names only calls, fields and tools that exist', () => {
  const guide = readFileSync('docs/agents.md', 'utf8')
  const known = allEndpoints.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  const named = [...guide.matchAll(/(?<=\s|BASE|`|com)\/api\/[\w/{}.-]+/g)].map(([path]) =>
    path.replace(/\.$/, ''),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(
    named.filter((path) => path !== '/api/docs' && !known.some((pattern) => pattern.test(path))),
  ).toEqual([])
  for (const [, type, fields] of guide.matchAll(/^\| `(local|people|single|influencer)` \| (.*) \|$/gm)) {
    const form = LIST_TYPES[type as ListTypeId].searchForm.map(({ name }) => name)
    const fieldNames = [...String(fields).matchAll(/`(\w+)`/g)].map(([, word]) => word)
    expect(fieldNames.filter((word) => !form.includes(String(word)))).toEqual([])
  }
  const page = readFileSync('docs/mcp.md', 'utf8')
  expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(NAMES)
})

describe('under another brand', () => {
  it("hides the product's name, here and in the guide for agents", async () => {
    const owner = await t.account()
    const body = { owner_email: owner.email, brand_name: 'Fox Leads', domain: 'fox.example' }
    await t.call(createReseller, { body }, await t.admin())
    const get = async (path: string, host: string) =>
      (await t.app.http.inject({ url: path, headers: { host } })).body
    const guide = await get('/llms.txt', 'fox.example')
    expect(guide).toContain('# Fox Leads for agents')
    expect(guide).toContain('http://fox.example/api/openapi.json')
    expect(guide).not.toMatch(/leadwright|leads\.example\.com|<!--/i)
    expect(await get('/llms.txt', 'app.platform.example')).toContain('leadwright search local')

    const token = await keyOf(owner, { scopes: ['read', 'spend'] })
    await sql`update api_key set site_id = (select site_id from site_host_info where host = 'fox.example')`.execute(
      t.app.database.db,
    )
    const output = await Promise.all(
      [
        {
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'x', version: '1' },
          },
        },
        { method: 'tools/list', params: {} },
        { method: 'tools/call', params: { name: 'search_start', arguments: {} } },
        { method: 'tools/call', params: { name: 'nothing', arguments: {} } },
      ].map(async (message) => {
        const answer = await t.app.http.inject({
          method: 'POST',
          url: '/mcp',
          headers: {
            host: 'fox.example',
            authorization: `Bearer ${token}`,
            accept: 'application/json, text/event-stream',
          },
          payload: { jsonrpc: '2.0', id: 1, ...message },
        })
        expect(answer.statusCode).toBe(200)
        return answer.body
      }),
    )
    expect(output[0]).toContain('"title":"Fox Leads"')
    expect(output[2]).toContain('search_quote')
    expect(output.join('\n')).not.toMatch(/leadwright/i)
  })
})

const stdioWith = (key: string, args: string[] = []) =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['cli/main.ts', 'mcp', ...args],
    env: { ...compileCache(), LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: key, PATH: String(process.env.PATH) },
    stderr: 'ignore',
  })

it('leadwright mcp serves the same tools over standard input and output', async () => {
  const key = await keyOf(user)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(stdioWith(key, ['--read-only']))
  const stdio = wrap(client)
  expect(await toolsOf(stdio)).not.toContain('search_start')
  expect(await stdio.use('search_quote', { type: 'local', search: PUBS })).toMatchObject({ matched: 3 })
  await client.close()
  const refused = new Client({ name: 'test', version: '1' })
  await expect(refused.connect(stdioWith('key_unknown'))).rejects.toThrow(/Send an API key of this site/)
})

it('sends leads to a CRM; by then every tool has returned what it declares', async () => {
  const owner = await t.account({ credits: 100 })
  const pusher = await agentWith(await keyOf(owner))
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  await t.call(connectCrm, { body: access }, owner)
  const { id } = await seedList(t, owner, { leads: [{ values: { name: 'A', email: 'a@a.example' } }] })
  const started = await pusher.use('push_to_crm', { list_id: id })
  await t.finished(started.run_id, owner)
  expect(await pusher.use('run_status', { run_id: started.run_id })).toMatchObject({ counts: { created: 1 } })
  expect([...used].sort()).toEqual([...NAMES].sort())
})
