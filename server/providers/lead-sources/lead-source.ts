import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SourceDeclaration, Want } from '#contract/sources/source-kinds/define.ts'
import type { CheckAddress } from '#server/website-reader/index.ts'

/** `search` has passed the list type's schema and the source's `normalise`. */
export interface SourceQuery {
  type: ListTypeId
  search: Record<string, unknown>
}

/** A stored vendor key of an account, its reseller or the platform. */
export interface SourceCredential {
  id: number
  /** Who pays the vendor. */
  level: 'account' | 'reseller' | 'platform'
  /** Decrypts the key. Use it in one request, and never in a log or an error. */
  open(): Record<string, string>
}

/** Receives the progress of a unit: a website by its domain. */
export interface SourceRecorder {
  progress(unit: string, done: { pages: number }): void
  /** The unit was read; its outcome follows soon, so that what was not yet saved of its progress is not worth it. */
  wasRead(unit: string): void
}

/** Passed to every call of a source. */
export interface SourceContext {
  accountId: number
  /** Null when the source declares none. */
  credential: SourceCredential | null
  /**
   * Waits for the next slot of this credential; all processes share the declared rate. An endpoint in `perMinuteAt`
   * has its own.
   */
  pace(endpoint?: string): Promise<void>
  /** Pauses everyone with this credential, as the vendor requested. */
  pauseFor(seconds: number, endpoint?: string): Promise<void>
  signal: AbortSignal
  recorder: SourceRecorder
}

export interface QuoteContext extends SourceContext {
  /** Number of keys that the caller will compare; 0 for a count only. */
  keys: number
}

export interface WorkContext extends SourceContext {
  /** Where a vendor may send delayed values; null when vendors cannot reach this installation. */
  hook?: HookAddress | null
  /** Verifies an address; the caller stores the evidence. */
  check: CheckAddress
}

export interface SearchContext extends WorkContext {
  /** From the last stored batch, or null at the start. */
  cursor: Record<string, unknown> | null
  batchSize: number
  /** How many more leads can be delivered: a source whose vendor charges for each requests no more at a time. */
  remaining?(): number
}

/** Categories that the words were resolved to, or that they are matched against in names. */
export interface CategoryMeaning {
  labels: string[]
  asWords: boolean
}

/** Synonyms of the position's words, and words without synonyms. */
export interface TitleWords {
  also: string[]
  words: string[]
}

/**
 * Cities, regions and countries that the words of a place were resolved to, or that they are matched against in
 * locations.
 */
export interface AreaWords {
  labels: string[]
  asWords: boolean
}

/** A skipped entry of a search. */
export interface SkippedEntry {
  entry: string
  reason: string
}

/** One of several sources queried together. */
export interface QueriedSource {
  declaration: SourceDeclaration
  /** Labels of filters that it does not support. */
  notApplied: string[]
  /** Why it is excluded from this search; null when it is not. */
  leftOut: string | null
}

/** What a source knows about a search before anything is charged. */
export interface SourceQuote {
  /** Matching records; 0 when unknown before they are read (`ceiling`). */
  matched: number
  /** Set when `matched` is the vendor's count, of which some may not be deliverable; `keys` are unknown then. */
  isEstimate?: true
  /** Set when the vendor charges for counting: `matched` is then the maximum of any search, not a count. */
  isUncounted?: true
  /** Rows that match everything but have no coordinates, so a radius excludes them. */
  withoutCoordinates: number
  /** The region or country in which those were counted. */
  withoutCoordinatesIn?: string
  /** Queried sources, for one that combines others. */
  requested?: QueriedSource[]
  /** Set when the source has no data at all yet. */
  noData?: true
  /** How the category was interpreted, for a source that does so itself. */
  category?: CategoryMeaning
  /** The same for a position and for a place name. */
  title?: TitleWords
  area?: AreaWords
  dataAsOf: Date | null
  /** The data sets with matches, for a source with several. */
  dataSources?: { source: string; licence: string; dataAsOf: Date | null }[]
  /** Keys in the order of delivery, as many as requested: compared with what is already paid. */
  keys: string[]
  /** For a source with units (`listUnits`): maximum leads per unit. */
  ceiling: {
    leadsPerUnit: number
    /** Expected leads per unit until the account has results. */
    average: number
  } | null
}

export interface SourceOrigin {
  source: string
  url: string | null
  method: string
  confidence: number
  observed_at: string | null
  licence: string | null
  record: string | null
  /** What shows a value, in words; of signals. */
  text?: string
}

/** One record in our terms; adapters hide vendor shapes. */
export interface SourceLead {
  /** Identifies the real-world entity: equal keys are charged once per account. */
  key: string
  /** By field name of the list type. */
  values: Record<string, string | number | null>
  origin: SourceOrigin
  /** Origins of single values that differ from `origin`. */
  origins?: Record<string, SourceOrigin>
  /**
   * Other sources have the same record under other keys, and it is merged with theirs. Its key starts with its
   * source.
   */
  isJoined?: true
  /** Free although its kind has a price: inferred, or known to be invalid. */
  free?: true
}

/** What a unit showed, opaque except to its EvidenceStore. */
export type Evidence = object

export interface LeadBatch {
  leads: SourceLead[]
  /** Id of the source that delivered it, where several are queried. */
  source?: string
  /** Where to continue after this batch; stored with its rows. */
  cursor: Record<string, unknown>
  /** Of each unit that this batch finishes; stored with the leads. */
  evidence?: Evidence[]
  /** Areas that this batch finishes, and areas of which the source does not show everything. */
  coverage?: { areas: number; cut: number }
}

/** An existing lead with missing values, and what is known of it. */
export interface LeadToEnrich {
  id: number
  name: string | null
  position: string | null
  company: string | null
  domain: string | null
  email: string | null
  phone: string | null
  linkedin_url: string | null
  /** Network, handle and URL of an influencer's profile. */
  platform: string | null
  handle: string | null
  profile_url: string | null
  city: string | null
  region: string | null
  country: string | null
}

/** Leads that are looked up together: those of one website. */
export interface EnrichUnit {
  key: string
  leads(): Promise<LeadToEnrich[]>
}

export interface FoundValue {
  value: string | number
  origin: SourceOrigin
}

/** A result that a vendor will deliver later. */
interface PendingAnswer {
  /** The vendor's id, for `pending`. */
  reference: string
  /** Seconds until the first poll. */
  pollAfterSeconds: number
}

/** Values found for one lead, by field of its list type; an empty result is free. */
export interface EnrichAnswer {
  leadId: number
  values: Record<string, FoundValue>
  /** Set when more will follow. */
  pending?: PendingAnswer
  /** The vendor's charge in its own units; absent when unknown. */
  vendorCost?: number
}

/** The state of a promised result. */
export type PendingState =
  | { state: 'pending'; pollAfterSeconds: number }
  | { state: 'arrived'; values: Record<string, FoundValue> }
  /** The vendor no longer knows it. */
  | { state: 'lost' }

/** The result of a unit. */
export interface Enriched {
  unit: string
  answers: EnrichAnswer[]
  /** Why the lookup failed; null when it did not. */
  problem: string | null
  evidence?: Evidence
}

export interface EnrichRequest {
  type: ListTypeId
  /** Only these values are requested, because vendors charge for each. */
  wants: readonly Want[]
  units: readonly EnrichUnit[]
  /** Also reads how websites are made, for signals: from the same pages. */
  withSignals?: boolean
}

/** Where a vendor may send a promised result; contains a secret for this one. */
interface HookAddress {
  url: string
}

/** The remaining use of a key, as reported by its vendor. */
interface CredentialState {
  /** The plan at the vendor. */
  plan: string | null
  /** Remaining uses in this period. */
  left: number | null
}

/** A vendor's result for an address that we cannot verify ourselves. */
export interface Verdict {
  state: 'valid' | 'invalid' | 'catch_all' | 'risky' | 'disposable' | 'unknown'
  /** The vendor's own term. */
  reason: string
}

/** A search that the source cannot run; names the field and what to do. */
export class InvalidSearch extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/**
 * The port of a lead source. Adapters know neither each other nor stored leads; all pass `testLeadSource`
 * (server/testing/lead-source-contract.ts). Failures are ProviderErrors, or InvalidSearch from `normalise` and
 * `quote`.
 */
export interface LeadSource {
  declaration: SourceDeclaration
  /** Whether it has no data for a list type for which it gives way to others (`givesWay`). */
  isEmpty?(type: ListTypeId): Promise<boolean>
  /**
   * Normalizes a search for running and comparing: domains in one form, for example.
   * @throws InvalidSearch
   */
  normalise?(search: Record<string, unknown>): Record<string, unknown>
  /** Entries of the original search that `normalise` drops. */
  skipped?(search: Record<string, unknown>): SkippedEntry[]
  /** Units that a search reads one by one, such as domains; undefined for a plain search. */
  listUnits?(search: Record<string, unknown>): string[] | undefined
  quote(query: SourceQuery, context: QuoteContext): Promise<SourceQuote>
  /**
   * The first records that it would deliver, at most `limit`, free of charge. Absent for a source whose records take
   * work.
   */
  preview?(query: SourceQuery, context: SourceContext, limit: number): Promise<SourceLead[]>
  /** Streams batches in a stable order, resumable by cursor, and stops within one batch of an abort. */
  search?(query: SourceQuery, context: SearchContext): AsyncIterable<LeadBatch>
  /** Looks up values of existing leads, and yields finished units in groups. */
  enrich?(request: EnrichRequest, context: WorkContext): AsyncIterable<Enriched[]>
  verify?(address: string, context: SourceContext): Promise<Verdict>
  /** Checks the credential without cost. @throws ProviderError */
  test?(context: SourceContext): Promise<CredentialState>
  /** Polls a result that `enrich` promised. */
  pending?(reference: string, context: SourceContext): Promise<PendingState>
  /**
   * Parses a webhook body, by reference. When the vendor does not repeat its request id, the reference is only the
   * beginning of the promised one: compare with `isPromised`.
   * @throws ProviderError `bad_response`
   */
  readHook?(body: unknown): { reference: string; values: Record<string, FoundValue> }[]
}

/** Whether a reference from `readHook` belongs to this promise. */
export const isPromised = (promised: string, reference: string): boolean =>
  promised === reference || promised.startsWith(`${reference}/`)
