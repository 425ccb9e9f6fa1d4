import type { ContactCrmId } from '#contract/core/crms/index.ts'
import { type FakeClose, startFakeClose } from './close.ts'
import { FAKE_TOKEN, type FakeContact, type FakeCrm, type FakeCrmOptions } from './fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from './ghl.ts'
import { type FakeHubspot, startFakeHubspot } from './hubspot.ts'
import { startFakeInstantly } from './instantly.ts'
import { startFakeKeap } from './keap.ts'
import { startFakeLemlist } from './lemlist.ts'
import { type FakePipedrive, startFakePipedrive } from './pipedrive.ts'
import { type FakeSalesforce, startFakeSalesforce } from './salesforce.ts'
import { startFakeSmartlead } from './smartlead.ts'

type First = { email?: string; value?: string }

/** A CRM with contacts, its fake, and where a contact keeps its email. */
export interface FakeKind {
  start(options?: FakeCrmOptions): Promise<FakeCrm>
  /** Of a sender: the campaign that it has. */
  campaign?: string
  /** What connects it by token. */
  access: { crm: ContactCrmId; token: string; location?: string }
  emailOf(contact: FakeContact): unknown
}

/** Names of the companies in a fake that keeps them. */
export function companiesIn(fake: FakeCrm): unknown[] {
  if ('companies' in fake)
    return [...(fake as FakeHubspot).companies.values()].map(({ properties }) => properties.name)
  if ('organizations' in fake)
    return [...(fake as FakePipedrive).organizations.values()].map(({ name }) => name)
  if ('accounts' in fake) return [...(fake as FakeSalesforce).accounts.values()].map(({ Name }) => Name)
  return 'leads' in fake ? [...(fake as FakeClose).leads.values()].map(({ name }) => name) : []
}

const inList = (name: string, part: keyof First) => (contact: FakeContact) =>
  ((contact[name] ?? []) as First[])[0]?.[part]

/** Every CRM with contacts: tests over all of them are tables of these. */
export const FAKE_KINDS: Record<ContactCrmId, FakeKind> = {
  ghl: {
    start: startFakeGhl,
    access: { crm: 'ghl', token: FAKE_TOKEN, location: FAKE_LOCATION },
    emailOf: ({ email }) => email,
  },
  keap: {
    start: startFakeKeap,
    access: { crm: 'keap', token: FAKE_TOKEN },
    emailOf: inList('email_addresses', 'email'),
  },
  hubspot: {
    start: startFakeHubspot,
    access: { crm: 'hubspot', token: FAKE_TOKEN },
    emailOf: ({ email }) => email,
  },
  pipedrive: {
    start: startFakePipedrive,
    access: { crm: 'pipedrive', token: FAKE_TOKEN },
    emailOf: inList('emails', 'value'),
  },
  salesforce: {
    start: startFakeSalesforce,
    access: { crm: 'salesforce', token: '' },
    emailOf: ({ Email }) => Email,
  },
  close: {
    start: startFakeClose,
    access: { crm: 'close', token: FAKE_TOKEN },
    emailOf: inList('emails', 'email'),
  },
  instantly: {
    start: startFakeInstantly,
    campaign: 'autumn-1',
    access: { crm: 'instantly', token: FAKE_TOKEN },
    emailOf: ({ email }) => email,
  },
  smartlead: {
    start: startFakeSmartlead,
    campaign: '7',
    access: { crm: 'smartlead', token: FAKE_TOKEN },
    emailOf: ({ email }) => email,
  },
  lemlist: {
    start: startFakeLemlist,
    campaign: 'cam_autumn',
    access: { crm: 'lemlist', token: FAKE_TOKEN },
    emailOf: ({ email }) => email,
  },
}
