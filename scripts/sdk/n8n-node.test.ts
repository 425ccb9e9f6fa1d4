import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNT_EVENT_TYPES } from '#contract/activity/webhook-events.ts'
import { webhooks } from '#contract/activity/webhooks.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { buildSdks } from '../build-sdk.ts'
import { inputFields, type Operation, readApi } from './read-api.ts'

interface Described {
  name: string
  value?: string
  default?: unknown
  required?: boolean
  type?: string
  options?: Described[]
  displayOptions?: { show: { resource: string[]; operation?: string[] } }
  routing?: {
    request?: { method?: string; url?: string; headers?: Record<string, string> }
    send?: { type: 'body' | 'query'; property: string; value?: string; paginate?: string }
    operations?: {
      pagination: {
        type: string
        properties: { continue: string; request: Record<'qs' | 'body', Record<string, string> | undefined> }
      }
    }
    output?: { postReceive: { properties: { property: string } }[] }
  }
}

let t: TestApp
let url: string
let user: TestUser
let key: string
let folder: string
// biome-ignore lint/suspicious/noExplicitAny: the package is built while the test runs
let load: (file: string) => any
/** What the form of the node shows, by resource and operation. */
let operations: { id: string; choice: Described; fields: Described[] }[]

const api = await readApi()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'n8n-node-'))
  await buildSdks(folder, ['n8n'])
  const require = createRequire(join(folder, 'n8n', 'package.json'))
  load = (file) => require(join(folder, 'n8n', file))
  const { properties } = new (load('dist/Leadwright.node.js').Leadwright)().description
  operations = (properties as Described[])
    .filter(({ name }) => name === 'operation')
    .flatMap(({ displayOptions, options = [] }) =>
      options.map((choice) => {
        const resource = displayOptions?.show.resource[0] as string
        const isShown = ({ displayOptions: shown }: Described) =>
          shown?.show.resource.includes(resource) && shown.show.operation?.includes(choice.value as string)
        const fields = (properties as Described[])
          .filter(isShown)
          .flatMap((field) => (field.type === 'collection' ? (field.options ?? []) : field))
        return { id: `${resource}.${choice.value}`, choice, fields }
      }),
    )
  t = await testApp()
  url = await t.listen()
  user = await t.account()
  const scopes = ['read', 'write', 'spend'] as never
  key = (await t.call(createApiKey, { body: { name: 'n8n', scopes, password: user.password } }, user)).body
    .data.key
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await t?.close()
})

/** The value of an n8n expression, such as `=/api/runs/{{$parameter.id}}`. */
function evaluate(expression: string, names: Record<string, unknown>): unknown {
  if (!expression.startsWith('=')) return expression
  const one = (code: string): unknown =>
    new Function(...Object.keys(names), `return (${code})`)(...Object.values(names))
  const whole = /^=\{\{([\s\S]*)\}\}$/.exec(expression)
  if (whole && !whole[1]?.includes('}}')) return one(whole[1] as string)
  return expression.slice(1).replace(/\{\{([\s\S]*?)\}\}/g, (_match, code: string) => String(one(code)))
}

/** The operation of the API that a choice calls. */
function findOperation({ routing }: Described): Operation | undefined {
  const path = routing?.request?.url
    ?.slice(1)
    .replace(/\{\{encodeURIComponent\(\$parameter\.(\w+)\)\}\}/g, '{$1}')
  return api.operations.find((one) => one.method === routing?.request?.method && one.path === path)
}

/** Sends what n8n would send for a filled form. */
async function runNode(id: string, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { choice, fields } = operations.find((one) => one.id === id)!
  const parameters: Record<string, unknown> = {}
  for (const { name, required, default: preset } of fields)
    if (required || name in values) parameters[name] = values[name] ?? preset
  const body: Record<string, unknown> = {}
  const query = new URLSearchParams()
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  let pagination: NonNullable<NonNullable<Described['routing']>['operations']>['pagination'] | undefined
  for (const { name, routing } of fields.filter((field) => field.name in parameters)) {
    const names = { $value: parameters[name], $parameter: parameters }
    for (const [header, value] of Object.entries(routing?.request?.headers ?? {}))
      headers[header] = String(evaluate(value, names))
    if (routing?.operations && evaluate(routing.send?.paginate ?? '', names) === true)
      pagination = routing.operations.pagination
    if (!routing?.send?.type) continue
    const { type, property, value = '={{ $value }}' } = routing.send
    if (type === 'query') query.set(property, String(evaluate(value, names)))
    else body[property] = evaluate(value, names)
  }
  const { method = '', url: path = '' } = choice.routing?.request ?? {}
  const property = choice.routing?.output?.postReceive[0]?.properties.property as string
  if (method === 'POST') headers['content-type'] = 'application/json'
  const sendOnce = async () => {
    const address = `${url}${evaluate(path, { $parameter: parameters })}?${query}`
    const sent = method === 'POST' ? { body: JSON.stringify(body) } : {}
    const reply = await fetch(address, { method, headers, ...sent })
    const json = (await reply.json()) as Record<string, unknown>
    expect({ id, status: reply.status, error: reply.ok ? null : json }).toMatchObject({ error: null })
    return json
  }
  let $response: { body?: Record<string, unknown> } = {}
  const items: unknown[] = []
  do {
    const { qs = {}, body: added = {} } = pagination?.properties.request ?? {}
    for (const [name, code] of Object.entries(qs)) {
      const value = evaluate(code, { $response })
      if (value !== undefined) query.set(name, String(value))
    }
    for (const [name, code] of Object.entries(added)) body[name] = evaluate(code, { $response })
    const reply = await sendOnce()
    if (!pagination) return reply[property] as never
    items.push(...(reply[property] as unknown[]))
    $response = { body: reply }
  } while (evaluate(pagination.properties.continue, { $response }))
  return items as never
}

it('has the files that its manifest names, with a class for each', () => {
  const { n8n, type, name, dependencies } = JSON.parse(
    readFileSync(join(folder, 'n8n', 'package.json'), 'utf8'),
  )
  expect([type, name, dependencies]).toEqual(['commonjs', 'n8n-nodes-leadwright', undefined])
  for (const file of [...n8n.nodes, ...n8n.credentials]) {
    const Class = load(file)[basename(file).split('.')[0] as string]
    const made = new Class()
    const { icon } = made.description ?? made
    expect(existsSync(join(folder, 'n8n', 'dist', icon.slice('file:'.length)))).toBe(true)
  }
})

it('calls only operations that exist, with fields that they have', () => {
  expect(operations.length).toBeGreaterThan(10)
  const problems = operations.flatMap(({ id, choice, fields }) => {
    const operation = findOperation(choice)
    if (!operation) return [`${id}: no operation ${choice.routing?.request?.url}`]
    const known = inputFields(operation, api.types)
    const values = fields.filter(({ name }) => name !== 'idempotencyKey' && name !== 'returnAll')
    const named = values.map(({ name }) => name)
    const required = Object.keys(known).filter((name) => known[name]?.isRequired)
    const wrongPlace = values.filter(({ name, routing }) => {
      const place = name in operation.params ? undefined : name in operation.query ? 'query' : 'body'
      return routing?.send?.type !== place
    })
    const takesKey = fields.some(({ name }) => name === 'idempotencyKey')
    return [
      ...named.filter((name) => !known[name]).map((name) => `${id}: no field ${name}`),
      ...required.filter((name) => !named.includes(name)).map((name) => `${id}: ${name} is missing`),
      ...wrongPlace.map(({ name }) => `${id}: ${name} is sent in the wrong place`),
      ...(takesKey === operation.takesKey ? [] : [`${id}: Idempotency-Key`]),
      ...('max_cost' in known && !fields.some(({ name, required: must }) => name === 'max_cost' && must)
        ? [`${id}: starts without a limit of credits`]
        : []),
    ]
  })
  expect(problems).toEqual([])
})

it('quotes, starts and reads a search, as n8n would call it', async () => {
  expect(await runNode('search.quote', { limit: 5 })).toMatchObject({ credits: { max: 0 } })
  const started = (await runNode('search.start', { name: 'From n8n', limit: 5, idempotencyKey: 'one' })) as {
    id: number
    run: { id: number }
  }
  await t.finished(started.run.id, user)
  expect(await runNode('run.get', { id: started.run.id })).toMatchObject({ state: 'succeeded' })
  expect(await runNode('list.get', { id: started.id })).toMatchObject({ name: 'From n8n' })
  expect(await runNode('list.getAll', { limit: 10, search: 'From' })).toHaveLength(1)
  expect(await runNode('lead.getAll', { id: started.id, limit: 3 })).toHaveLength(3)
  expect(await runNode('lead.getAll', { id: started.id, limit: 2, returnAll: true })).toHaveLength(5)
  expect(await runNode('list.getAll', { limit: 1, returnAll: true })).toHaveLength(1)
  const values = '{"name": "Rose", "website": "https://rose.example"}'
  expect(await runNode('lead.add', { id: started.id, values })).toBeDefined()
  expect(await runNode('enrichment.quote', { list_id: started.id })).toMatchObject({ credits: {} })
  expect(await runNode('crm.connections', {})).toEqual([])
})

/** n8n as the trigger sees it; requests go to the program. */
function makeContext() {
  const stored: { webhookId?: number; secret?: string } = {}
  const sent: unknown[] = []
  const helpers = {
    async httpRequestWithAuthentication(
      this: unknown,
      _name: string,
      request: { method: string; url: string; body?: object },
    ) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = request.body && { body: JSON.stringify(request.body) }
      const given = request.body ? headers : { authorization: headers.authorization }
      const reply = await fetch(request.url, { method: request.method, headers: given, ...body })
      if (!reply.ok) throw Object.assign(new Error(await reply.text()), { httpCode: String(reply.status) })
      return reply.json()
    },
    returnJsonArray: (data: object[]) => data.map((json) => ({ json })),
  }
  const context = {
    getNodeWebhookUrl: () => 'https://n8n.example/webhook/1',
    getNodeParameter: (name: string) => ({ events: ['lead.added', 'run.finished'], listId: 0 })[name],
    getWorkflowStaticData: () => stored,
    getCredentials: async () => ({ url: `${url}/` }),
    getResponseObject: () => ({
      status: (code: number) => ({
        send: () => ({ end: () => sent.push(code) }),
      }),
    }),
    helpers,
  }
  return { context, stored, sent }
}

it('offers every event of an account', () => {
  const { description } = new (load('dist/LeadwrightTrigger.node.js').LeadwrightTrigger)()
  const { options } = description.properties[0] as Described
  expect(options?.map(({ value }) => value)).toEqual([...ACCOUNT_EVENT_TYPES].sort())
})

it('makes a webhook when the workflow is turned on, and deletes it when turned off', async () => {
  const trigger = new (load('dist/LeadwrightTrigger.node.js').LeadwrightTrigger)()
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default
  const { context, stored } = makeContext()
  const list = async () => (await t.call(webhooks, {}, user)).body.data
  expect(await checkExists.call(context)).toBe(false)
  expect(await create.call(context)).toBe(true)
  expect(await list()).toMatchObject([{ id: stored.webhookId, url: 'https://n8n.example/webhook/1' }])
  expect(await checkExists.call(context)).toBe(true)
  expect(await remove.call(context)).toBe(true)
  expect(await list()).toEqual([])
  expect(stored).toEqual({})
  Object.assign(stored, { webhookId: 1_000_000 })
  expect(await checkExists.call(context)).toBe(false)
  expect(await remove.call(context)).toBe(true)
})

it('starts the workflow by signed requests only', async () => {
  const trigger = new (load('dist/LeadwrightTrigger.node.js').LeadwrightTrigger)()
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const body = JSON.stringify({ type: 'lead.added', data: { name: 'Öl' } })
  const receive = async (at: Date, text: string, known: string | undefined) => {
    const { context, stored, sent } = makeContext()
    if (known) stored.secret = known
    const headers = {
      'webhook-id': 'm1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,%%% ${new Webhook(secret).sign('m1', at, body)}`,
    }
    const reply = await trigger.webhook.call({
      ...context,
      getRequestObject: () => ({ rawBody: Buffer.from(text) }),
      getHeaderData: () => headers,
      getBodyData: () => JSON.parse(text),
    })
    return { reply, sent }
  }
  const refused = { reply: { noWebhookResponse: true }, sent: [401] }
  const now = new Date()
  expect(await receive(now, body, secret)).toEqual({
    reply: { workflowData: [[{ json: JSON.parse(body) }]] },
    sent: [],
  })
  expect(await receive(now, body.replace('Öl', 'Oil'), secret)).toEqual(refused)
  expect(await receive(new Date(now.getTime() - 600_000), body, secret)).toEqual(refused)
  expect(await receive(now, body, 'whsec_AAAA')).toEqual(refused)
  expect(await receive(now, body, undefined)).toEqual(refused)
})
