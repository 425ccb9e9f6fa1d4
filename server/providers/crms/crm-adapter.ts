import type { CrmField, CrmFieldKind, CrmId } from '#contract/leads/crm.ts'
import type { ContactCrmId } from '#contract/leads/crm-kinds.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'

/** What opens an account at a CRM. */
interface CrmAccess {
  /** Bearer token, or the address of a catch hook. */
  secret: string
  /** Location of GoHighLevel; empty elsewhere. */
  account: string
}

/** What a request to a CRM is made with. */
export interface CrmContext {
  /** Of the connection, among those of all accounts: what is remembered of a CRM is remembered for one connection. */
  key: string
  access(): Promise<CrmAccess>
  /** Waits for the next free moment under the limits of the CRM. */
  pace(): Promise<void>
  /** The CRM asks for a pause: everyone with this account waits. */
  pause(seconds: number): Promise<void>
  /** The CRM has said how many requests a minute it takes. */
  limits(perMinute: number): void
  signal: AbortSignal
}

export type CrmValue = string | number

/** A contact as the CRM has it. */
export interface CrmContact {
  id: string
  /** All addresses, the first one first, in small letters. */
  emails: string[]
  phones: string[]
  /** By key of the field. */
  values: Record<string, CrmValue>
  updatedAt: Date | null
}

/** What a lead is known by in a CRM. */
export interface CrmIdentity {
  remoteId: string | null
  email: string | null
  phone: string | null
}

/** Contacts that a lead may be; both are the same one where nothing is wrong. */
export interface CrmMatch {
  byEmail: CrmContact | null
  byPhone: CrmContact | null
}

/** What is to be stored. `contact` null: a new one. */
export interface CrmWrite {
  contact: CrmContact | null
  values: Record<string, CrmValue>
  email: string | null
  phone: string | null
  source: string | null
  owner: string | null
}

/** Tokens of the consent page. */
export interface CrmTokens {
  access: string
  refresh: string
  expiresInSeconds: number
  /** The account that was chosen there; null when the answer does not say. */
  account: string | null
}

export interface CrmConsent {
  /** Where a person says yes. */
  page(state: string, redirectUri: string): string
  exchange(code: string, redirectUri: string, signal: AbortSignal): Promise<CrmTokens>
  renew(refresh: string, signal: AbortSignal): Promise<CrmTokens>
}

/** A CRM that keeps contacts. Throws CrmError only. */
export interface ContactCrm {
  id: ContactCrmId
  label: string
  /** Requests a minute for an account, before the CRM has said anything else. */
  perMinute(way: 'oauth' | 'token'): number
  /** Null while the installation has no client of its own at this CRM. */
  consent: CrmConsent | null
  /** Asks whether the access is accepted; answers the account and its name. */
  test(context: CrmContext): Promise<{ account: string; name: string }>
  fields(context: CrmContext): Promise<CrmField[]>
  createField(context: CrmContext, wanted: { label: string; kind: CrmFieldKind }): Promise<CrmField>
  /** Looks leads up, one answer each in their order. */
  find(context: CrmContext, wanted: readonly CrmIdentity[]): Promise<CrmMatch[]>
  /** Stores and answers the id. A contact that went away meanwhile is made again. */
  write(context: CrmContext, write: CrmWrite): Promise<{ id: string; isNew: boolean }>
  addTags(context: CrmContext, contactId: string, tags: readonly string[]): Promise<void>
  read(context: CrmContext, contactId: string): Promise<CrmContact | null>
  /** Null where the access may not see them. */
  owners(context: CrmContext): Promise<{ id: string; name: string }[] | null>
  linkTo(account: string, contactId: string): string
  /** The CRM's key of a property that list types name. */
  keyOf(property: string): string | null
}

/** A CRM that takes each lead as a message at an address and answers nothing that says what happened to it. */
export interface MessageCrm {
  id: Exclude<CrmId, ContactCrmId>
  label: string
  /** Host of its addresses. */
  host: string
  /** @throws CrmError; `unavailable` where the message may have arrived. */
  send(message: { url: string; body: unknown }, signal: AbortSignal): Promise<void>
}

/** What an adapter is made with. */
export interface CrmSetup {
  outbound: Outbound
  /** Address of the API, without a slash at its end. */
  baseUrl: string
  /** Where people say yes; the CRM's own page unless the operator says otherwise. */
  consentUrl: string
  /** Where codes become tokens. */
  tokenUrl: string
  client: { id: string; secret: string } | null
  timeoutMs?: number
}
