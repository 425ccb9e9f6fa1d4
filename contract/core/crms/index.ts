import { close } from './close.ts'
import type { CrmDeclaration } from './define.ts'
import { ghl } from './ghl.ts'
import { hubspot } from './hubspot.ts'
import { keap } from './keap.ts'
import { pipedrive } from './pipedrive.ts'
import { salesforce } from './salesforce.ts'
import { zapier } from './zapier.ts'

/** Every CRM, in the order of lists. A new one is a file and one line here. */
const DECLARED = [ghl, keap, hubspot, pipedrive, salesforce, close, zapier] as const

type Declared = (typeof DECLARED)[number]
export type CrmId = Declared['id']
/** CRMs that store contacts. */
export type ContactCrmId = Extract<Declared, { can: { updates: true } }>['id']

export const CRMS = DECLARED.map(({ id }) => id) as [CrmId, ...CrmId[]]
export const CRM_KINDS = Object.fromEntries(DECLARED.map((crm) => [crm.id, crm])) as unknown as Readonly<
  Record<CrmId, CrmDeclaration>
>

/** Whether it stores contacts that can be looked up and read back. */
export const keepsContacts = (crm: CrmId): crm is ContactCrmId => CRM_KINDS[crm].can.updates
export const CONTACT_CRMS = CRMS.filter(keepsContacts) as [ContactCrmId, ...ContactCrmId[]]
