import { CONTACT_CRMS } from '../core/constants.ts'
import type { CrmId } from './crm.ts'

/** Everything specific to a CRM that screens and services need. */
interface CrmKind {
  label: string
  /** What a connection adds. */
  about: string
  /** Where to find its credential. */
  help: string
  /** Credential to type in, without a consent page. */
  credential: 'token' | 'url'
  /** Label of the button for that. */
  connectLabel: string
  /** Placeholder of the address field. */
  placeholder: string
  /** Whether a token is valid for one location only. */
  hasLocation: boolean
}

export const CRM_KINDS: Record<CrmId, CrmKind> = {
  ghl: {
    label: 'GoHighLevel',
    about: 'Creates and updates contacts in a location, with custom fields and tags.',
    help: 'In GoHighLevel: Settings, Private integrations. The token needs contacts, locations, custom fields and tags.',
    credential: 'token',
    connectLabel: 'Use a token for GoHighLevel',
    placeholder: '',
    hasLocation: true,
  },
  keap: {
    label: 'Keap',
    about: 'Creates and updates contacts in your app, with custom fields and tags.',
    help: 'In Keap: Settings, API. A personal access token or a service account key.',
    credential: 'token',
    connectLabel: 'Use a token for Keap',
    placeholder: '',
    hasLocation: false,
  },
  zapier: {
    label: 'Zapier',
    about: 'Sends each lead to a Zap, which passes it on to other apps.',
    help: 'In Zapier: a Zap that starts with “Webhooks by Zapier” and Catch Hook. Each lead is sent as one request.',
    credential: 'url',
    connectLabel: 'Connect Zapier',
    placeholder: 'https://hooks.zapier.com/hooks/catch/…',
    hasLocation: false,
  },
}

export type ContactCrmId = (typeof CONTACT_CRMS)[number]

/**
 * Whether it stores contacts, with fields and owners, that can be looked up and read back. The others receive each
 * lead as a message and never report a result.
 */
export const keepsContacts = (crm: CrmId): crm is ContactCrmId =>
  (CONTACT_CRMS as readonly CrmId[]).includes(crm)
