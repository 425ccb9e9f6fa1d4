/** A value of an operation: where it is sent, and its form field. */
export interface Field {
  /** Name in the API. */
  name: string
  label: string
  in: 'path' | 'query' | 'body'
  type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'json'
  isRequired?: boolean
  default?: unknown
  choices?: readonly string[]
  help?: string
  limits?: { minValue?: number; maxValue?: number }
}

export interface Operation {
  resource: string
  name: string
  label: string
  help: string
  method: 'GET' | 'POST'
  /** Path of the API with `{params}`. */
  path: string
  takesKey?: boolean
  /** Where a list takes its cursor. */
  pagesIn?: 'query' | 'body'
  fields: readonly Field[]
}

export const RESOURCES: Record<string, string> = {
  crm: 'CRM',
  enrichment: 'Enrichment',
  lead: 'Lead',
  list: 'Lead List',
  run: 'Run',
  search: 'Search',
}

const TYPES = ['local', 'people', 'single', 'influencer']
const listType: Field = {
  name: 'type',
  label: 'List Type',
  in: 'path',
  type: 'options',
  choices: TYPES,
  default: 'local',
  isRequired: true,
}
const listId: Field = {
  name: 'id',
  label: 'List ID',
  in: 'path',
  type: 'number',
  isRequired: true,
  default: 0,
}
const limit: Field = {
  name: 'limit',
  label: 'Limit',
  in: 'query',
  type: 'number',
  default: 50,
  help: 'Max number of results to return at once',
  limits: { minValue: 1, maxValue: 200 },
}
const text: Field = { name: 'search', label: 'Search', in: 'query', type: 'string', default: '' }
const inBody = (field: Field): Field => ({ ...field, in: 'body' })

const search: readonly Field[] = [
  inBody(listType),
  {
    name: 'search',
    label: 'Search Fields',
    in: 'body',
    type: 'json',
    isRequired: true,
    default: '{"source": "sample", "category": "brewery"}',
    help: 'Fields of the search by list type; the source "sample" is free and invented',
  },
  {
    name: 'limit',
    label: 'Number of Leads',
    in: 'body',
    type: 'number',
    default: 50,
    limits: { minValue: 1 },
  },
]
const selection: Field = {
  name: 'selection',
  label: 'Leads',
  in: 'body',
  type: 'json',
  isRequired: true,
  default: '{"filters": {}}',
  help: 'All leads of the list, {"filters": {}}, or some of them: {"resultIds": [1, 2]}',
}
/** Nothing that costs starts without it. */
const maxCost: Field = {
  name: 'max_cost',
  label: 'Max Credits',
  in: 'body',
  type: 'number',
  isRequired: true,
  default: 0,
  help: 'The work stops before it costs more. Get a quote first.',
  limits: { minValue: 0 },
}

export const OPERATIONS: readonly Operation[] = [
  {
    resource: 'list',
    name: 'getAll',
    label: 'Get Many',
    help: 'Get many lead lists',
    method: 'GET',
    path: '/api/campaigns',
    pagesIn: 'query',
    fields: [limit, text],
  },
  {
    resource: 'list',
    name: 'get',
    label: 'Get',
    help: 'Get a lead list',
    method: 'GET',
    path: '/api/campaigns/{id}',
    fields: [listId],
  },
  {
    resource: 'lead',
    name: 'getAll',
    label: 'Get Many',
    help: 'Get many leads of a list',
    method: 'POST',
    path: '/api/{type}-results/{id}',
    pagesIn: 'body',
    fields: [listType, listId, inBody(limit), inBody(text)],
  },
  {
    resource: 'lead',
    name: 'add',
    label: 'Create',
    help: 'Create a lead in a list, unless the list has it',
    method: 'POST',
    path: '/api/{type}-results/{id}/manual-entry',
    takesKey: true,
    fields: [
      listType,
      listId,
      {
        name: 'values',
        label: 'Values',
        in: 'body',
        type: 'json',
        isRequired: true,
        default: '{"name": "", "website": ""}',
      },
    ],
  },
  {
    resource: 'search',
    name: 'quote',
    label: 'Get Quote',
    help: 'Get how many leads a search would find and what it would cost; free',
    method: 'POST',
    path: '/api/quotes',
    takesKey: true,
    fields: search,
  },
  {
    resource: 'search',
    name: 'start',
    label: 'Start',
    help: 'Start a search into a new list',
    method: 'POST',
    path: '/api/campaigns',
    takesKey: true,
    fields: [
      { name: 'name', label: 'List Name', in: 'body', type: 'string', isRequired: true, default: '' },
      ...search,
      maxCost,
    ],
  },
  {
    resource: 'run',
    name: 'get',
    label: 'Get',
    help: 'Get the state and the progress of a run',
    method: 'GET',
    path: '/api/runs/{id}',
    fields: [{ ...listId, label: 'Run ID' }],
  },
  {
    resource: 'enrichment',
    name: 'quote',
    label: 'Get Quote',
    help: 'Get what finding contacts would cost; free',
    method: 'POST',
    path: '/api/enrichment-quotes',
    takesKey: true,
    fields: [
      {
        name: 'action',
        label: 'Action',
        in: 'body',
        type: 'options',
        choices: ['find-emails', 'get-employees', 'check-websites', 'verify'],
        isRequired: true,
        default: 'find-emails',
      },
      inBody(listType),
      { ...inBody(listId), name: 'list_id' },
      selection,
    ],
  },
  {
    resource: 'enrichment',
    name: 'findEmails',
    label: 'Find Emails',
    help: 'Start finding emails for leads of a list',
    method: 'POST',
    path: '/api/{type}-results/{id}/find-emails',
    takesKey: true,
    fields: [listType, listId, selection, maxCost],
  },
  {
    resource: 'enrichment',
    name: 'one',
    label: 'Enrich One',
    help: 'Find contacts of one person or company',
    method: 'POST',
    path: '/api/enrich',
    takesKey: true,
    fields: [
      inBody(listType),
      {
        name: 'values',
        label: 'Known Values',
        in: 'body',
        type: 'json',
        isRequired: true,
        default: '{"website": ""}',
      },
      {
        name: 'want',
        label: 'Find',
        in: 'body',
        type: 'multiOptions',
        choices: ['email', 'phone', 'profile', 'details'],
        isRequired: true,
        default: ['email'],
      },
      maxCost,
      {
        name: 'dry_run',
        label: 'Price Only',
        in: 'body',
        type: 'boolean',
        default: false,
        help: 'Whether to return only what it would cost',
      },
    ],
  },
  {
    resource: 'crm',
    name: 'connections',
    label: 'Get Connections',
    help: 'Get the connected CRMs',
    method: 'GET',
    path: '/api/crm/connections',
    fields: [],
  },
  {
    resource: 'crm',
    name: 'push',
    label: 'Push Leads',
    help: 'Send leads of a list to a CRM',
    method: 'POST',
    path: '/api/{type}-results/{id}/crm',
    takesKey: true,
    fields: [
      listType,
      listId,
      {
        name: 'connection_id',
        label: 'Connection ID',
        in: 'body',
        type: 'number',
        isRequired: true,
        default: 0,
      },
      selection,
      {
        name: 'only_verified',
        label: 'Only Verified',
        in: 'body',
        type: 'boolean',
        default: false,
        help: 'Whether to leave out leads without a verified email',
      },
      {
        name: 'only_new',
        label: 'Only New',
        in: 'body',
        type: 'boolean',
        default: false,
        help: 'Whether to leave out leads that the CRM has',
      },
    ],
  },
]
