/** A form field of n8n, as far as these nodes use it. */
export interface Property {
  displayName: string
  name: string
  type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'json' | 'collection'
  default: unknown
  required?: boolean
  description?: string
  placeholder?: string
  noDataExpression?: boolean
  typeOptions?: Record<string, unknown>
  options?: (Choice | Property)[]
  displayOptions?: { show: Record<string, string[]> }
  routing?: Routing
}

export interface Choice {
  name: string
  value: string
  description?: string
  action?: string
  routing?: Routing
}

/** How n8n turns a field or an operation into a request. */
export interface Routing {
  request?: { method?: string; url?: string; headers?: Record<string, string> }
  send?: { type: 'body' | 'query'; property: string; value?: string } | { paginate: string }
  operations?: {
    pagination: {
      type: 'generic'
      properties: {
        continue: string
        request: { qs?: Record<string, string>; body?: Record<string, string> }
      }
    }
  }
  output?: { postReceive: { type: 'rootProperty'; properties: { property: string } }[] }
}
