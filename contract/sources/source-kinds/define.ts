/** One input of a credential's form; `secret` is never shown again. */
interface CredentialField {
  name: string
  label: string
  kind: 'secret' | 'text'
  help?: string
  optional?: true
}

/** Kinds of values that sources find for leads that are there; `details` is everything about an influencer. */
export const WANTS = ['email', 'phone', 'profile', 'details'] as const
export type Want = (typeof WANTS)[number]

/** What is known of a lead source before it is asked: pages draw themselves from it, the server holds it to it. */
export interface SourceDeclaration {
  /** Name in searches, the API and on the command line. */
  id: string
  label: string
  /** List types that it brings leads of, each with the fields of the search form that it answers. */
  answers: Readonly<Record<string, readonly string[]>>
  /** List types for which a search that names no source goes to the next one while this one holds nothing. */
  givesWay: readonly string[]
  /** It asks the other sources of the account in their order and joins what they bring. */
  joins: boolean
  /** Asked only by who chooses it, never for want of another. */
  onlyWhenChosen: boolean
  /** Kinds of values that it finds for leads that are there. */
  enriches: readonly Want[]
  /** What it looks values up by: one website for all leads of a company, or each lead by itself. */
  looksUp: 'website' | 'lead'
  /** Whether it checks addresses. */
  verifies: boolean
  /** `list type`: each lead costs what its list type says; `free`: nothing. */
  price: 'list type' | 'free'
  /** Invented data: shown as such wherever it appears. */
  isSample: boolean
  /** What an account needs to use it; empty for one that needs nothing. */
  credential: readonly CredentialField[]
  /** What its vendor takes from the owner of the key, in the vendor's own units; null where nobody pays. */
  vendorPrice: string | null
  /** How often it may be asked with one credential, by all processes together; null where nobody minds. */
  perMinute: number | null
  /** The same of single endpoints that are counted by themselves, by the adapter's names for them. */
  perMinuteAt: Readonly<Record<string, number>>
  /** Units of its vendor's quota that a key has each day (UTC here); null where requests are not weighed. */
  unitsPerDay: number | null
  /** Units that a request of an endpoint takes; 1 where nothing is said. */
  unitsAt: Readonly<Record<string, number>>
  /** What may be done with its data, and where that is written. */
  terms: { text: string; url: string | null }
  /** Days that its values may be kept; null is no limit. */
  retentionDays: number | null
  /** Fields whose values may be kept for good all the same. */
  keeps: readonly string[]
  /** It finds leads that are like some, beyond what filters say (`alike` in a search). */
  findsAlike: boolean
  /** It finds places by name that the program itself does not know. */
  findsPlaces: boolean
}

/** Declares a source. It needs no credential, enriches and checks nothing and keeps its data by default. */
export const defineSource = (
  draft: Pick<SourceDeclaration, 'id' | 'label' | 'answers' | 'terms'> & Partial<SourceDeclaration>,
): SourceDeclaration => ({
  givesWay: [],
  joins: false,
  onlyWhenChosen: false,
  enriches: [],
  looksUp: 'lead',
  verifies: false,
  price: 'list type',
  isSample: false,
  credential: [],
  vendorPrice: null,
  perMinute: null,
  perMinuteAt: {},
  unitsPerDay: null,
  unitsAt: {},
  retentionDays: null,
  keeps: [],
  findsAlike: false,
  findsPlaces: false,
  ...draft,
})
