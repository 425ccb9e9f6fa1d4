import type { ContactCrmId } from '#contract/core/crms/index.ts'
import type { CrmField, CrmFieldKind, CrmId } from '#contract/leads/crm.ts'
import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'

/** Credentials of an account at a CRM. */
export interface CrmAccess {
  /** Bearer token, or the URL of a catch hook. */
  secret: string
  /** The account at the CRM, such as a location of GoHighLevel; empty while it is not known. */
  account: string
  way: 'oauth' | 'token'
}

/** A hand-over to a sender. */
interface HandOver {
  campaign: string
  /** Whether leads that are in another campaign are handed over too. */
  othersToo: boolean
}

/** What a request to a CRM needs. */
export interface CrmContext {
  /** Identifies the connection among all accounts; caches are per connection. */
  key: string
  access(): Promise<CrmAccess>
  /** Waits for the next free slot within the CRM's rate limit. */
  pace(): Promise<void>
  /** The CRM asks to pause: everyone with this account waits. */
  pause(seconds: number): Promise<void>
  /** The CRM reported its limit of requests per minute. */
  limits(perMinute: number): void
  /** Where leads are handed over to; null in calls that hand nothing over. */
  handOver: HandOver | null
  signal: AbortSignal
}

export type CrmValue = string | number

export interface CrmContact {
  id: string
  /** All addresses in lower case, the primary one first. */
  emails: string[]
  phones: string[]
  /** By key of the field. */
  values: Record<string, CrmValue>
  updatedAt: Date | null
}

/** How a lead is recognized in a CRM. */
export interface CrmIdentity {
  remoteId: string | null
  email: string | null
  phone: string | null
}

/** Contacts that may be the lead; normally both are the same. */
export interface CrmMatch {
  byEmail: CrmContact | null
  byPhone: CrmContact | null
  /** Whether a sender has the address in another campaign. */
  isElsewhere?: boolean
}

/** The company of a lead; one of them is never null. */
export interface CrmCompany {
  name: string | null
  domain: string | null
}

/** What shows in a CRM that a customer was won: a deal that is won, or a stage that someone chose. */
export interface CrmSign {
  id: string
  label: string
}

/** A customer who was won, by the ids of the contacts. */
export interface CrmWin {
  /** The deal, or the contact whose stage shows it. */
  id: string
  contactIds: string[]
}

/** Reads customers who were won back from a CRM. */
export interface CrmWins {
  /** What can show it, the usual one first. */
  signs(context: CrmContext): Promise<CrmSign[]>
  /** Everything with this sign that changed since; the same win may come again. */
  list(context: CrmContext, sign: string, since: Date): Promise<CrmWin[]>
}

export interface SenderCampaign {
  id: string
  name: string
  /** In the words of the sender. */
  state: string
}

/** What became of someone who was handed over. */
export interface SenderEvent {
  kind: SenderOutcome
  contactId: string
  email: string | null
  /** Null where the sender doesn’t say it. */
  at: Date | null
}

/** What a sender has in addition. */
export interface Sender {
  campaigns(context: CrmContext): Promise<SenderCampaign[]>
  /** What happened in a campaign since then, as far as the sender can limit it; the same may come again. */
  events(context: CrmContext, campaign: string, since: Date): Promise<SenderEvent[]>
  /** A name of a variable that is valid there. */
  makeVariable(text: string): string
}

/** `contact` null creates one. */
export interface CrmWrite {
  contact: CrmContact | null
  values: Record<string, CrmValue>
  email: string | null
  phone: string | null
  source: string | null
  owner: string | null
  /** For CRMs in which a new contact belongs to a company from the start; the others link it afterwards. */
  company: CrmCompany | null
}

export interface CrmTokens {
  access: string
  refresh: string
  /** Null where the CRM does not say it: the token is renewed once it is rejected. */
  expiresInSeconds: number | null
  /** The account chosen on the consent page; null when the answer does not name it. */
  account: string | null
}

export interface CrmConsent {
  /** URL of the consent page. */
  page(state: string, redirectUri: string): string
  exchange(code: string, redirectUri: string, signal: AbortSignal): Promise<CrmTokens>
  renew(refresh: string, signal: AbortSignal): Promise<CrmTokens>
}

/** A CRM with contacts. Throws only CrmError. */
export interface ContactCrm {
  id: ContactCrmId
  label: string
  /** Requests per minute for an account until the CRM reports its limit. */
  perMinute(way: 'oauth' | 'token'): number
  /** Null while the installation has no OAuth client for this CRM. */
  consent: CrmConsent | null
  /** Checks the credentials; returns the account and its name. */
  test(context: CrmContext): Promise<{ account: string; name: string }>
  fields(context: CrmContext): Promise<CrmField[]>
  createField(context: CrmContext, wanted: { label: string; kind: CrmFieldKind }): Promise<CrmField>
  /** Looks leads up; the results are in their order. */
  find(context: CrmContext, wanted: readonly CrmIdentity[]): Promise<CrmMatch[]>
  /** Stores a contact and returns its id. One deleted meanwhile is created again. */
  write(context: CrmContext, write: CrmWrite): Promise<{ id: string; isNew: boolean }>
  addTags(context: CrmContext, contactId: string, tags: readonly string[]): Promise<void>
  /** Finds or creates the company and links the contact to it; where the CRM `can.companies`. Can be repeated. */
  linkCompany?(context: CrmContext, contactId: string, company: CrmCompany): Promise<void>
  /** Where the CRM `can.wins`. */
  wins?: CrmWins
  /** Of senders: contacts are those of the campaign of the hand-over. */
  sender?: Sender
  read(context: CrmContext, contactId: string, email: string | null): Promise<CrmContact | null>
  /** Null when the credentials don't allow to list them. */
  owners(context: CrmContext): Promise<{ id: string; name: string }[] | null>
  /** Null where a contact has no address of its own. */
  linkTo(account: string, contactId: string): string | null
  /** The CRM's field key for a property of the list types. */
  makeKey(property: string): string | null
}

/** A CRM that receives each lead as a message at a URL, without reporting what happened to it. */
export interface MessageCrm {
  id: Exclude<CrmId, ContactCrmId>
  label: string
  /** Host of its hook URLs. */
  host: string
  /** @throws CrmError; with `unavailable` the message may have arrived */
  send(message: { url: string; body: unknown }, signal: AbortSignal): Promise<void>
}

export interface CrmSetup {
  outbound: Outbound
  /** Base URL of the API, without a trailing slash. */
  baseUrl: string
  /** The consent page; the CRM's own unless the operator sets another. */
  consentUrl: string
  /** Token endpoint. */
  tokenUrl: string
  client: { id: string; secret: string } | null
  timeoutMs?: number
}

/** What a CRM with contacts adds to its declaration. */
export interface ContactCrmAdapter {
  /** Its own addresses, for those that the operator doesn’t set. */
  urls: { base: string; consent: string; token(base: string): string }
  create(setup: CrmSetup): ContactCrm
}

export interface MessageCrmAdapter {
  create(outbound: Outbound): MessageCrm
}
