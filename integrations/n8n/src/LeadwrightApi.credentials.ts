import type { Property } from './property.ts'

const PROPERTIES: Property[] = [
  {
    displayName: 'Address',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'https://leads.example.com',
    description: 'Where you sign in',
  },
  {
    displayName: 'API Key',
    name: 'key',
    type: 'string',
    typeOptions: { password: true },
    required: true,
    default: '',
    description: 'From Profile settings, API keys, with the scopes read, write and spend',
  },
]

/** Address and key of a server; tested with a call that every key may make. */
export class LeadwrightApi {
  name = 'leadwrightApi'
  displayName = 'Leadwright API'
  icon = 'file:leadwright.svg'
  properties = PROPERTIES
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.key}}' } },
  }
  test = { request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}', url: '/api/me' } }
}
