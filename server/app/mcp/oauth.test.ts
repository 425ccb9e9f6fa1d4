import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAppRequest, checkAppRequest } from '#contract/identity/connected-apps.ts'
import { apiKeys, revokeApiKey } from '#contract/identity/sessions.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const DOCUMENT = 'https://agent.example/oauth/client.json'
const CALLBACK = 'http://127.0.0.1:7777/callback'

let t: TestApp
let url: string
let user: TestUser
let vendor: Server
/** What the vendor's server answers at the address of the document. */
let document: { status?: number; location?: string; body: unknown }
beforeAll(async () => {
  vendor = createServer((_request, response) => {
    const { status = 200, location, body } = document
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const { port } = vendor.address() as AddressInfo
  t = await testApp({ roles: ['web'], hostMap: `agent.example=127.0.0.1:${port}` })
  url = await t.listen()
  user = await t.account()
})
afterAll(async () => {
  await t.close()
  vendor.closeAllConnections()
  vendor.close()
})

/** An agent that knows only the address: all that the client's own library keeps of the flow. */
function makeAgent(clientMetadataUrl?: string) {
  const kept: Record<string, unknown> = {}
  let asked: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Sample Agent', redirect_uris: [CALLBACK] },
    ...(clientMetadataUrl && { clientMetadataUrl }),
    state: () => 'state-of-the-agent',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (to) => {
      asked = to
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier as string,
    saveDiscoveryState: (state) => {
      kept.discovery = state
    },
    discoveryState: () => kept.discovery as never,
    invalidateCredentials: (scope) => {
      if (scope === 'tokens') delete kept.tokens
    },
  }
  const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider })
  return {
    kept: kept as {
      client?: { client_id: string }
      tokens?: { access_token: string; refresh_token: string }
    },
    transport,
    /** Connects, or fails and has sent the person to `asked()`. */
    async connect() {
      const client = new Client({ name: 'agent', version: '1' })
      await client.connect(transport())
      return client
    },
    asked: () => asked as URL,
  }
}
type Agent = ReturnType<typeof makeAgent>

/** The consent page opens in a browser: what its address carries. */
async function openConsent(agent: Agent): Promise<string> {
  const page = await fetch(agent.asked(), { redirect: 'manual' })
  expect(page.status).toBe(303)
  return new URL(page.headers.get('location') as string, url).searchParams.get('request') as string
}

const HEADERS = { headers: { host: '' } }
/** The person approves; the browser leads back to the agent. */
async function approve(agent: Agent, scopes: ('read' | 'write' | 'spend' | 'export')[] = ['read']) {
  const body = { request: await openConsent(agent), scopes, daily_credits: 20 }
  const reply = await t.call(approveAppRequest, { body }, user, HEADERS)
  expect(reply.status).toBe(201)
  return new URL(reply.body.data.redirect_to)
}

async function connected(agent = makeAgent()) {
  await expect(agent.connect()).rejects.toThrow(UnauthorizedError)
  const back = await approve(agent)
  await agent.transport().finishAuth(back.searchParams)
  return agent
}

const toolsOf = async (agent: Agent) => {
  const client = await agent.connect()
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

describe('an agent with nothing but the address', () => {
  it('registers, asks the person, and uses the tools that they allow', async () => {
    HEADERS.headers.host = new URL(url).host
    const agent = makeAgent()
    await expect(agent.connect()).rejects.toThrow(UnauthorizedError)
    expect(agent.asked().searchParams.get('scope')).toBe('read write spend export')
    expect(agent.asked().searchParams.get('resource')).toBe(`${url}/mcp`)
    const request = await openConsent(agent)
    const { body } = await t.call(checkAppRequest, { body: { request } }, user, HEADERS)
    expect(body.data).toMatchObject({ name: 'Sample Agent', trust: 'device', problem: null })
    const back = await approve(agent)
    expect([
      back.origin + back.pathname,
      back.searchParams.get('state'),
      back.searchParams.get('iss'),
    ]).toEqual([CALLBACK, 'state-of-the-agent', url])
    await agent.transport().finishAuth(back.searchParams)
    expect(await toolsOf(agent)).toEqual([
      'search_quote',
      'list_lists',
      'list_leads',
      'enrich_quote',
      'run_status',
    ])
    const client = await agent.connect()
    const answer = await client.callTool({ name: 'list_lists', arguments: {} })
    expect([answer.isError, answer.structuredContent]).toEqual([
      undefined,
      expect.objectContaining({ data: [] }),
    ])
    await client.close()
  })

  it('renews its token by itself when the hour is over', async () => {
    const agent = await connected()
    const before = agent.kept.tokens
    await sql`update api_key set token_expires_at = now()`.execute(t.app.database.db)
    expect(await toolsOf(agent)).toContain('list_lists')
    expect(agent.kept.tokens?.access_token).not.toBe(before?.access_token)
    expect(agent.kept.tokens?.refresh_token).not.toBe(before?.refresh_token)
  })

  it('asks the person again once they have disconnected it, also amid its work', async () => {
    const agent = await connected()
    const client = await agent.connect()
    await client.listTools()
    const [app] = (await t.call(apiKeys, {}, user)).body.data
    await t.call(revokeApiKey, { params: { id: app?.id as number } }, user)
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError)
    await client.close()
    await agent.transport().finishAuth((await approve(agent)).searchParams)
    expect(await toolsOf(agent)).toContain('list_lists')
  })

  it('notices an answer that another server sent', async () => {
    const agent = makeAgent()
    await expect(agent.connect()).rejects.toThrow(UnauthorizedError)
    const back = await approve(agent)
    back.searchParams.set('iss', 'https://other.example')
    await expect(agent.transport().finishAuth(back.searchParams)).rejects.toThrow(/issuer/i)
  })
})

describe('an agent whose client ID is an address', () => {
  const described = (change: object = {}) => ({
    client_id: DOCUMENT,
    client_name: 'Described Agent',
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    ...change,
  })

  it('is described there, and needs no registration', async () => {
    document = { body: described() }
    const agent = await connected(makeAgent(DOCUMENT))
    expect(agent.kept.client?.client_id).toBe(DOCUMENT)
    expect(await toolsOf(agent)).toContain('list_lists')
    expect((await t.call(apiKeys, {}, user)).body.data[0]?.name).toBe('Described Agent')
  })

  it.each([
    [
      'names another app',
      { body: described({ client_id: 'https://agent.example/other' }) },
      'another client_id',
    ],
    ['has other addresses', { body: described({ redirect_uris: ['javascript:alert(1)'] }) }, 'redirect_uris'],
    [
      'asks for a secret',
      { body: described({ token_endpoint_auth_method: 'private_key_jwt' }) },
      'authenticate',
    ],
    ['is no JSON', { body: '<html>' }, 'JSON'],
    ['is missing', { status: 404, body: '' }, '404'],
    ['leads elsewhere', { status: 302, location: 'http://127.0.0.1/', body: '' }, '302'],
    ['is huge', { body: described({ more: 'x'.repeat(17_000) }) }, 'can’t be read'],
  ])('is refused when its document %s', async (_what, answer, why) => {
    document = { body: described() }
    const agent = makeAgent(DOCUMENT)
    await expect(agent.connect()).rejects.toThrow(UnauthorizedError)
    document = answer
    const { status, error } = await t.call(
      checkAppRequest,
      { body: { request: await openConsent(agent) } },
      user,
      HEADERS,
    )
    expect([status, error.message]).toEqual([422, expect.stringContaining(why)])
  })

  it.each([
    'https://127.0.0.1/client.json',
    'https://10.0.0.1/client.json',
    'http://agent.example/client.json',
  ])('is never read from %s', async (address) => {
    const agent = makeAgent(DOCUMENT)
    await expect(agent.connect()).rejects.toThrow(UnauthorizedError)
    const query = new URLSearchParams(agent.asked().searchParams)
    query.set('client_id', address)
    const request = Buffer.from(query.toString()).toString('base64url')
    const { status } = await t.call(checkAppRequest, { body: { request } }, user, HEADERS)
    expect(status).toBe(422)
  })
})
