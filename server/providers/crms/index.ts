import type { ContactCrmId, CrmId } from '#contract/core/crms/index.ts'
import { closeAdapter } from './close.ts'
import type { ContactCrmAdapter, CrmSetup, MessageCrmAdapter } from './crm-adapter.ts'
import { ghlAdapter } from './ghl.ts'
import { hubspotAdapter } from './hubspot.ts'
import { instantlyAdapter } from './instantly.ts'
import { keapAdapter } from './keap.ts'
import { lemlistAdapter } from './lemlist.ts'
import { pipedriveAdapter } from './pipedrive.ts'
import { salesforceAdapter } from './salesforce.ts'
import { smartleadAdapter } from './smartlead.ts'
import { zapierAdapter } from './zapier.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Clients of CRMs. */
    crmSetups: Record<ContactCrmId, CrmSetup>
  }
}

export type {
  ContactCrm,
  CrmCompany,
  CrmContact,
  CrmContext,
  CrmIdentity,
  CrmMatch,
  CrmSetup,
  CrmTokens,
  CrmValue,
  MessageCrm,
  SenderCampaign,
  SenderEvent,
} from './crm-adapter.ts'
export { CrmError } from './crm-error.ts'
export { readDigits } from './match-contacts.ts'

/** How each CRM is reached: one line each. */
export const CONTACT_CRM_ADAPTERS: Readonly<Record<ContactCrmId, ContactCrmAdapter>> = {
  ghl: ghlAdapter,
  keap: keapAdapter,
  hubspot: hubspotAdapter,
  pipedrive: pipedriveAdapter,
  salesforce: salesforceAdapter,
  close: closeAdapter,
  instantly: instantlyAdapter,
  smartlead: smartleadAdapter,
  lemlist: lemlistAdapter,
}
export const MESSAGE_CRM_ADAPTERS: Readonly<Record<Exclude<CrmId, ContactCrmId>, MessageCrmAdapter>> = {
  zapier: zapierAdapter,
}
