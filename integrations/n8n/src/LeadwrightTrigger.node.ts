import type { Property } from './property.ts'
import { isGenuine } from './signature.ts'

interface Request {
  method: string
  url: string
  body?: unknown
  json: true
}

interface Credentials {
  url: string
}

/** What n8n offers while a workflow is turned on or off. */
interface HookContext {
  getNodeWebhookUrl(name: 'default'): string
  getNodeParameter(name: string): unknown
  getWorkflowStaticData(scope: 'node'): { webhookId?: number; secret?: string }
  getCredentials(name: string): Promise<Credentials>
  helpers: {
    httpRequestWithAuthentication(this: HookContext, name: string, request: Request): Promise<unknown>
  }
}

/** What n8n offers while a request is received. */
interface WebhookContext {
  getWorkflowStaticData(scope: 'node'): { secret?: string }
  getRequestObject(): { rawBody?: { toString(): string } }
  getHeaderData(): Record<string, string | string[] | undefined>
  getBodyData(): object
  getResponseObject(): { status(code: number): { send(text: string): { end(): void } } }
  helpers: { returnJsonArray(data: object[]): object[] }
}

const EVENTS: readonly string[] = [
  'autopilot.finished',
  'autopilot.leads',
  'autopilot.paused',
  'credits.low',
  'enrichment.finished',
  'export.ready',
  'lead.added',
  'lead.changed',
  'lead.deleted',
  'lead.won',
  'lead.won_undone',
  'list.created',
  'list.deleted',
  'run.finished',
  'signal.changed',
  'submission.received',
]

const PROPERTIES: Property[] = [
  {
    displayName: 'Events',
    name: 'events',
    type: 'multiOptions',
    required: true,
    default: ['lead.added'],
    options: EVENTS.map((value) => ({ name: value, value })),
  },
  {
    displayName: 'List ID',
    name: 'listId',
    type: 'number',
    default: 0,
    description: 'Only events of this list; 0 for all lists',
  },
]

async function callApi(context: HookContext, method: string, path: string, body?: object): Promise<unknown> {
  const { url } = await context.getCredentials('leadwrightApi')
  return context.helpers.httpRequestWithAuthentication.call(context, 'leadwrightApi', {
    method,
    url: url.replace(/\/+$/, '') + path,
    json: true,
    ...(body && { body }),
  })
}

const statusOf = (error: unknown): number | undefined => {
  const { httpCode, statusCode, response } = error as {
    httpCode?: string
    statusCode?: number
    response?: { status?: number }
  }
  return Number(httpCode ?? statusCode ?? response?.status) || undefined
}

/** Whether the webhook that this node has made is still there, for the same address. */
async function checkExists(this: HookContext): Promise<boolean> {
  const { webhookId } = this.getWorkflowStaticData('node')
  if (!webhookId) return false
  try {
    const { data } = (await callApi(this, 'GET', `/api/webhooks/${webhookId}`)) as { data: { url: string } }
    return data.url === this.getNodeWebhookUrl('default')
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

async function create(this: HookContext): Promise<boolean> {
  const listId = Number(this.getNodeParameter('listId')) || null
  const reply = await callApi(this, 'POST', '/api/webhooks', {
    name: 'n8n',
    url: this.getNodeWebhookUrl('default'),
    events: this.getNodeParameter('events'),
    list_id: listId,
  })
  const { id, secret } = (reply as { data: { id: number; secret: string } }).data
  Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret })
  return true
}

async function remove(this: HookContext): Promise<boolean> {
  const stored = this.getWorkflowStaticData('node')
  if (stored.webhookId) {
    try {
      await callApi(this, 'DELETE', `/api/webhooks/${stored.webhookId}`)
    } catch (error) {
      if (statusOf(error) !== 404) return false
    }
  }
  delete stored.webhookId
  delete stored.secret
  return true
}

/** Starts a workflow by events. Makes a webhook when the workflow is turned on, and deletes it when turned off. */
export class LeadwrightTrigger {
  description = {
    displayName: 'Leadwright Trigger',
    name: 'leadwrightTrigger',
    icon: 'file:leadwright.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when something happens to leads, lists or runs',
    defaults: { name: 'Leadwright Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'leadwrightApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: PROPERTIES,
  }

  webhookMethods = { default: { checkExists, create, delete: remove } }

  /** Refuses a request without a right signature with 401. */
  async webhook(this: WebhookContext): Promise<{ workflowData: object[][] } | { noWebhookResponse: true }> {
    const { secret } = this.getWorkflowStaticData('node')
    const body = this.getRequestObject().rawBody?.toString() ?? ''
    if (!secret || !(await isGenuine(body, this.getHeaderData(), secret))) {
      this.getResponseObject().status(401).send('wrong signature').end()
      return { noWebhookResponse: true }
    }
    return { workflowData: [this.helpers.returnJsonArray([this.getBodyData()])] }
  }
}
