import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SourceDeclaration, Want } from '#contract/sources/source-kinds/define.ts'
import type { CheckAddress } from '#server/website-reader/index.ts'

/** What is looked for. `search` has passed the list type's schema and is in the source's own form (`normalise`). */
export interface SourceQuery {
  type: ListTypeId
  search: Record<string, unknown>
}

/** A key of a vendor that an account, its seller or the platform has stored. */
export interface SourceCredential {
  id: number
  /** Who pays the vendor. */
  level: 'account' | 'reseller' | 'platform'
  /** Opens the seal. What it answers belongs in one request, never into a log or an error. */
  open(): Record<string, string>
}

/** Hears how far a unit of work is: a website by its domain. */
export interface SourceRecorder {
  progress(unit: string, done: { pages: number }): void
}

/** What a source gets with every question. */
export interface SourceContext {
  accountId: number
  /** Null when the source declares none. */
  credential: SourceCredential | null
  /**
   * Waits for the next moment in which this credential may be used; all processes together keep the declared pace. An
   * endpoint that `perMinuteAt` names has one of its own.
   */
  pace(endpoint?: string): Promise<void>
  /** Keeps everyone with this credential waiting: the vendor has said when to come back. */
  pauseFor(seconds: number, endpoint?: string): Promise<void>
  signal: AbortSignal
  recorder: SourceRecorder
}

export interface QuoteContext extends SourceContext {
  /** How many keys the caller compares with what it has; 0 when it only counts. */
  keys: number
}

export interface WorkContext extends SourceContext {
  /** Where a vendor that tells later may send it; null where no vendor can reach this installation. */
  hook?: HookAddress | null
  /** Asks about an address; the caller keeps the evidence. */
  check: CheckAddress
}

export interface SearchContext extends WorkContext {
  /** From the last stored batch, or null at the start. */
  cursor: Record<string, unknown> | null
  batchSize: number
  /** How many more leads can be delivered: a source whose vendor takes money for each asks for no more at a time. */
  remaining?(): number
}

/** Categories that words came to mean, or that their words are looked for in names. */
export interface CategoryMeaning {
  labels: string[]
  asWords: boolean
}

/** What else the words of a position are looked for as, and which of them have no synonyms. */
export interface TitleWords {
  also: string[]
  words: string[]
}

/** Cities, regions and countries that the words of a place came to mean, or that they are looked for in locations. */
export interface AreaWords {
  labels: string[]
  asWords: boolean
}

/** An entry of a search that is left out. */
export interface SkippedEntry {
  entry: string
  reason: string
}

/** One of several sources that are asked as one. */
export interface QueriedSource {
  declaration: SourceDeclaration
  /** Filters that it cannot answer, by their labels. */
  notApplied: string[]
  /** Why it is left out of this search; null when it is not. */
  leftOut: string | null
}

/** What a source knows about a search before anything is spent. */
export interface SourceQuote {
  /** Records that match; 0 when that is not known before they are looked at (`ceiling`). */
  matched: number
  /** Set when `matched` is a vendor's own count, of which some may not be delivered; `keys` are not known then. */
  isEstimate?: true
  /** Set when the vendor counts for money only: `matched` is then the most that any search may deliver, not a count. */
  isUncounted?: true
  /** Rows that match everything but have no coordinates, so a radius cannot include them. */
  withoutCoordinates: number
  /** The region or country in which those were counted. */
  withoutCoordinatesIn?: string
  /** Which sources are asked, for one that asks others. */
  requested?: QueriedSource[]
  /** Set when the source holds nothing at all yet. */
  noData?: true
  /** What the words of the category came to mean, for a source that reads them itself. */
  category?: CategoryMeaning
  /** The same of a position and of a place by name. */
  title?: TitleWords
  area?: AreaWords
  dataAsOf: Date | null
  /** The data sets in which the matches are, for a source that holds several. */
  dataSources?: { source: string; licence: string; dataAsOf: Date | null }[]
  /** Keys in the order of delivery, as many as were asked for: compared with what is paid already. */
  keys: string[]
  /** For a source that only knows what it will look at (`unitsOf`): how many leads of each unit at most. */
  ceiling: {
    leadsPerUnit: number
    /** Expected of each unit until the account has results of its own. */
    average: number
  } | null
}

/** Where a value came from. */
export interface SourceOrigin {
  source: string
  url: string | null
  method: string
  confidence: number
  observed_at: string | null
  licence: string | null
  record: string | null
}

/** One found record in our words; vendor shapes stop at the adapter. */
export interface SourceLead {
  /** Names the real-world entity: equal keys are charged once per account. */
  key: string
  /** By field name of the list type. */
  values: Record<string, string | number | null>
  origin: SourceOrigin
  /** Origins of single values that differ from `origin`. */
  origins?: Record<string, SourceOrigin>
  /** Other sources bring the same under keys of their own: it is joined with theirs. Its key starts with its source. */
  isJoined?: true
  /** Costs nothing although its kind has a price: inferred, or known not to work. */
  free?: true
}

/** What a unit of work showed, as its evidenceStore stores it (EvidenceStore). Nobody else looks inside. */
export type Evidence = object

export interface LeadBatch {
  leads: SourceLead[]
  /** Where to continue after this batch; stored with its rows. */
  cursor: Record<string, unknown>
  /** Of each unit that this batch finishes; it is stored with the leads. */
  evidence?: Evidence[]
  /** Parts of the map that this batch finishes, and those of which the source shows no more than it did. */
  coverage?: { areas: number; cut: number }
}

/** A lead that is there and lacks something; what is known of it helps to find the rest. */
export interface LeadToEnrich {
  id: number
  name: string | null
  position: string | null
  company: string | null
  domain: string | null
  email: string | null
  phone: string | null
  linkedin_url: string | null
  /** Network, name and address of the profile of an influencer. */
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

/** What a vendor has promised to tell later. */
interface PendingAnswer {
  /** The vendor's name for it; `pending` asks by it. */
  reference: string
  /** Seconds until it is worth asking. */
  pollAfterSeconds: number
}

/** What was found for one lead, by field of its list type: none is a miss, which costs nothing. */
export interface EnrichAnswer {
  leadId: number
  values: Record<string, FoundValue>
  /** More is on its way. */
  pending?: PendingAnswer
  /** What the vendor took for it, in its own units; absent where it does not say. */
  vendorCost?: number
}

/** What has become of a promise. */
export type PendingState =
  | { state: 'pending'; pollAfterSeconds: number }
  | { state: 'arrived'; values: Record<string, FoundValue> }
  /** The vendor does not know it any more. */
  | { state: 'lost' }

/** What came of a unit. */
export interface Enriched {
  unit: string
  answers: EnrichAnswer[]
  /** Why nothing could be looked up; null when it could. */
  problem: string | null
  evidence?: Evidence
}

export interface EnrichRequest {
  type: ListTypeId
  /** What is looked for: nothing else is asked of a vendor that takes money for it. */
  wants: readonly Want[]
  units: readonly EnrichUnit[]
}

/** Where a vendor may send what it has promised, with a secret of this one promise in it. */
interface HookAddress {
  url: string
}

/** What a key may still be used for, as its vendor tells. */
interface CredentialState {
  /** Name of the plan at the vendor. */
  plan: string | null
  /** Uses that are left in this period. */
  left: number | null
}

/** What a vendor says about an address that we cannot tell. */
export interface Verdict {
  state: 'valid' | 'invalid' | 'catch_all' | 'risky' | 'disposable' | 'unknown'
  /** The vendor's own word for it. */
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
 * A place that leads or values come from. Adapters know nothing of each other and nothing of leads that are stored; all
 * of them pass `testLeadSource` (server/testing/lead-source-contract.ts). What fails is a ProviderError, or an
 * InvalidSearch from `normalise` and `quote`.
 */
export interface LeadSource {
  declaration: SourceDeclaration
  /** Whether it holds nothing of a list type for which it gives way (`givesWay`). */
  isEmpty?(type: ListTypeId): Promise<boolean>
  /** The search as it will be run and compared: domains in one form, for example. @throws InvalidSearch. */
  normalise?(search: Record<string, unknown>): Record<string, unknown>
  /** Entries of a search as it was given that `normalise` leaves out. */
  skipped?(search: Record<string, unknown>): SkippedEntry[]
  /** What a search will look at one by one, such as domains; undefined for one that it just searches. */
  unitsOf?(search: Record<string, unknown>): string[] | undefined
  quote(query: SourceQuery, context: QuoteContext): Promise<SourceQuote>
  /**
   * The first records that it would deliver, at most `limit`: nothing is charged for them. A source that has to work for
   * each record has none.
   */
  preview?(query: SourceQuery, context: SourceContext, limit: number): Promise<SourceLead[]>
  /** Streams batches in a stable order, resumable by cursor, and ends within one batch of an abort. */
  search?(query: SourceQuery, context: SearchContext): AsyncIterable<LeadBatch>
  /** Looks values up for leads that are there, and yields the units that are done, in groups. */
  enrich?(request: EnrichRequest, context: WorkContext): AsyncIterable<Enriched[]>
  verify?(address: string, context: SourceContext): Promise<Verdict>
  /** Whether the vendor accepts the credential, asked in a way that costs nothing. @throws ProviderError. */
  test?(context: SourceContext): Promise<CredentialState>
  /** Asks for what `enrich` was promised. */
  pending?(reference: string, context: SourceContext): Promise<PendingState>
  /**
   * Reads what the vendor sent to a hook, by reference. Where the vendor does not repeat its own name for the request,
   * the reference is the beginning of the promised one: compare with `isPromised`. @throws ProviderError `bad_response`.
   */
  readHook?(body: unknown): { reference: string; values: Record<string, FoundValue> }[]
}

/** Whether a reference that came to a hook (`readHook`) means this promise. */
export const isPromised = (promised: string, reference: string): boolean =>
  promised === reference || promised.startsWith(`${reference}/`)
