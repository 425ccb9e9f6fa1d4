import type { CrmSetup } from './crm-adapter.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Clients of CRMs. */
    crmSetups: Record<'ghl' | 'keap', CrmSetup>
  }
}

export type {
  ContactCrm,
  CrmContact,
  CrmContext,
  CrmIdentity,
  CrmMatch,
  CrmSetup,
  CrmTokens,
  CrmValue,
  MessageCrm,
} from './crm-adapter.ts'
export { CrmError } from './crm-error.ts'
export { createGhl } from './ghl.ts'
export { createKeap } from './keap.ts'
export { digitsOf } from './match-contacts.ts'
export { createZapier } from './zapier.ts'
