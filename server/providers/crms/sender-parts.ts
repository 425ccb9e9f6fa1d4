import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm, CrmContact, CrmContext, CrmIdentity, CrmMatch, CrmValue } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'

/** Fields that a sender has from the start; everything else is a variable. */
export type SenderFields = readonly (readonly [
  key: string,
  label: string,
  kind: CrmFieldKind,
  property: string,
])[]

/** What is the same for all senders: an API key, no fields, tags, owners or companies of their own. */
export const makeSenderParts = (
  label: string,
  fields: SenderFields,
): Pick<ContactCrm, 'consent' | 'fields' | 'createField' | 'makeKey' | 'addTags' | 'owners' | 'linkTo'> => {
  const known = fields.map(
    ([key, label, kind]): CrmField => ({ key, label, kind, is_custom: false, options: [] }),
  )
  return {
    consent: null,
    fields: async () => known,
    createField: async () => {
      throw new CrmError(label, 'forbidden')
    },
    makeKey: (property) => fields.find(([, , , own]) => own === property)?.[0] ?? null,
    addTags: async () => {},
    owners: async () => null,
    linkTo: () => null,
  }
}

/** The campaign of the hand-over; only calls of a hand-over need it. */
export function campaignOf({ handOver }: CrmContext): string {
  if (!handOver) throw new Error('this call hands nothing over')
  return handOver.campaign
}

/** A contact as a sender has it, with the campaign it is in. */
export interface SenderContact {
  contact: CrmContact
  campaigns: readonly string[]
}

/** A contact is the lead’s in the chosen campaign; in another one it only shows that the sender has the address. */
export function matchInCampaign(
  { email }: CrmIdentity,
  campaign: string,
  known: readonly SenderContact[],
): CrmMatch {
  const own = known.filter(({ contact }) => contact.emails[0] === email?.toLowerCase())
  const here = own.find(({ campaigns }) => campaigns.includes(campaign))
  return {
    byEmail: here?.contact ?? null,
    byPhone: null,
    isElsewhere: !here && own.some(({ campaigns }) => campaigns.length > 0),
  }
}

/** Values that can be sent, by key. */
export const readValues = (entries: readonly (readonly [string, unknown])[]): Record<string, CrmValue> =>
  Object.fromEntries(
    entries.filter(
      (entry): entry is readonly [string, CrmValue] =>
        typeof entry[1] === 'number' || (typeof entry[1] === 'string' && entry[1] !== ''),
    ),
  )
