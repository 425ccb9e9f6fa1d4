import { close } from './close.ts'
import type { CrmDeclaration, SenderDeclaration } from './define.ts'
import { ghl } from './ghl.ts'
import { hubspot } from './hubspot.ts'
import { instantly } from './instantly.ts'
import { keap } from './keap.ts'
import { lemlist } from './lemlist.ts'
import { pipedrive } from './pipedrive.ts'
import { salesforce } from './salesforce.ts'
import { smartlead } from './smartlead.ts'
import { zapier } from './zapier.ts'

/** What emails leads that are handed over into one of its campaigns. */
const DECLARED_SENDERS = [instantly, smartlead, lemlist] as const
/** Every CRM and sender, in the order of lists. A new one is a file and one line here. */
const DECLARED = [ghl, keap, hubspot, pipedrive, salesforce, close, zapier, ...DECLARED_SENDERS] as const

type Declared = (typeof DECLARED)[number]
export type CrmId = Declared['id']
/** CRMs that store contacts. */
export type ContactCrmId = Extract<Declared, { can: { updates: true } }>['id']

export type SenderId = (typeof DECLARED_SENDERS)[number]['id']

export const CRMS = DECLARED.map(({ id }) => id) as [CrmId, ...CrmId[]]
export const CRM_KINDS = Object.fromEntries(DECLARED.map((crm) => [crm.id, crm])) as unknown as Readonly<
  Record<CrmId, CrmDeclaration>
>

/** Whether it stores contacts that can be looked up and read back. */
export const keepsContacts = (crm: CrmId): crm is ContactCrmId => CRM_KINDS[crm].can.updates
export const CONTACT_CRMS = CRMS.filter(keepsContacts) as [ContactCrmId, ...ContactCrmId[]]

export const SENDERS = DECLARED_SENDERS.map(({ id }) => id) as [SenderId, ...SenderId[]]
export const SENDER_KINDS = Object.fromEntries(
  DECLARED_SENDERS.map((sender) => [sender.id, sender]),
) as unknown as Readonly<Record<SenderId, SenderDeclaration>>
export const isSender = (crm: CrmId): crm is SenderId => CRM_KINDS[crm].kind === 'sender'
