import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { FakeContact, FakeCrm } from './fake-crm.ts'

/** A campaign of a fake sender. */
export interface FakeCampaign {
  id: string
  name: string
  state: string
}

export interface FakeSender extends FakeCrm {
  campaigns: FakeCampaign[]
  /** Addresses that it refuses to take, as blocked ones. */
  blocked: Set<string>
  /** Someone in a campaign replies, bounces or unsubscribes. */
  tell(outcome: SenderOutcome, email: string, at?: Date): void
}

export const low = (value: unknown): string => String(value ?? '').toLowerCase()

/** Contacts with an address, one for each campaign. */
export const withEmail = (contacts: FakeCrm['contacts'], email: unknown): FakeContact[] =>
  [...contacts.values()].filter((contact) => low(contact.email) === low(email))

/** Notes what happened to someone, for the replies of a fake. */
export function note(
  contacts: FakeCrm['contacts'],
  outcome: SenderOutcome,
  { email, at }: { email: string; at: Date },
): void {
  const all = withEmail(contacts, email)
  if (all.length === 0) throw new Error(`${email} is in no campaign`)
  for (const contact of all) contact[`_${outcome}`] = at.toISOString()
}
