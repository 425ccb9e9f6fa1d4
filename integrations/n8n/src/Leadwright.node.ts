import { type Field, OPERATIONS, type Operation, RESOURCES } from './operations.ts'
import type { Choice, Property, Routing } from './property.ts'

const FROM_JSON = '={{ typeof $value === "string" ? JSON.parse($value) : $value }}'

/** `/api/campaigns/{id}` with the values of the form. */
const makeUrl = (path: string): string =>
  `=${path.replace(/\{(\w+)\}/g, (_match, name: string) => `{{encodeURIComponent($parameter.${name})}}`)}`

const showFor = ({ resource, name }: Operation) => ({ show: { resource: [resource], operation: [name] } })

function sendRouting({ in: place, name, type }: Field): Routing | undefined {
  if (place === 'path') return undefined
  return { send: { type: place, property: name, ...(type === 'json' && { value: FROM_JSON }) } }
}

function makeProperty(field: Field): Property {
  const routing = sendRouting(field)
  return {
    displayName: field.label,
    name: field.name,
    type: field.type,
    default: field.default ?? '',
    ...(field.isRequired && { required: true }),
    ...(field.help && { description: field.help }),
    ...(field.limits && { typeOptions: field.limits }),
    ...(field.choices && { options: field.choices.map((value) => ({ name: value, value })) }),
    ...(routing && { routing }),
  }
}

const IDEMPOTENCY_KEY: Property = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  description:
    'A text of your own for each intended effect: the same key is done once, also when n8n retries',
  routing: { request: { headers: { 'Idempotency-Key': '={{ $value }}' } } },
}

const NEXT = '$response?.body?.next_cursor'

/** Reads all pages of a list, by its cursor. */
const makeReturnAll = (pagesIn: 'query' | 'body'): Property => ({
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results, not only the first ones',
  routing: {
    send: { paginate: '={{ $value }}' },
    operations: {
      pagination: {
        type: 'generic',
        properties: {
          continue: `={{ !!${NEXT} }}`,
          request: { [pagesIn === 'query' ? 'qs' : 'body']: { cursor: `={{ ${NEXT} ?? undefined }}` } },
        },
      },
    },
  },
})

/** Form fields of an operation: required ones, then a collection with the others, which are sent only if added. */
function makeFields(operation: Operation): Property[] {
  const displayOptions = showFor(operation)
  const optional = operation.fields.filter((field) => !field.isRequired).map(makeProperty)
  if (operation.pagesIn) optional.unshift(makeReturnAll(operation.pagesIn))
  if (operation.takesKey) optional.push(IDEMPOTENCY_KEY)
  const required = operation.fields
    .filter((field) => field.isRequired)
    .map((field) => ({ ...makeProperty(field), displayOptions }))
  if (optional.length === 0) return required
  const collection: Property = {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions,
    options: optional,
  }
  return [...required, collection]
}

const makeChoice = (operation: Operation): Choice => ({
  name: operation.label,
  value: operation.name,
  description: operation.help,
  action: operation.help.split(';')[0] as string,
  routing: {
    request: { method: operation.method, url: makeUrl(operation.path) },
    output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] },
  },
})

const RESOURCE: Property = {
  displayName: 'Resource',
  name: 'resource',
  type: 'options',
  noDataExpression: true,
  options: Object.entries(RESOURCES).map(([value, name]) => ({ name, value })),
  default: 'list',
}

const operationsOf = (resource: string): Property => {
  const own = OPERATIONS.filter((one) => one.resource === resource)
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options: own.map(makeChoice),
    default: own[0]?.name,
  }
}

/** The node with all calls, in n8n's declarative style. */
export class Leadwright {
  description = {
    displayName: 'Leadwright',
    name: 'leadwright',
    icon: 'file:leadwright.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Find, enrich and push leads',
    defaults: { name: 'Leadwright' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'leadwrightApi', required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    },
    properties: [RESOURCE, ...Object.keys(RESOURCES).map(operationsOf), ...OPERATIONS.flatMap(makeFields)],
  }
}
