import type { ChargeKind } from '../../core/constants.ts'

/** An input of a credential form; `secret` is never shown again. */
interface CredentialField {
  name: string
  label: string
  kind: 'secret' | 'text'
  help?: string
  optional?: true
}

/** Kinds of values that sources look up for existing leads; `details` is everything about an influencer. */
export const WANTS = ['email', 'phone', 'profile', 'details'] as const
export type Want = (typeof WANTS)[number]

/** Declaration of a lead source: pages are drawn from it, and the server enforces it. */
export interface SourceDeclaration {
  /** Name in searches, the API and the command line. */
  id: string
  label: string
  /** List types that it searches, with the supported fields of each search form. */
  answers: Readonly<Record<string, readonly string[]>>
  /** List types for which a search without a named source falls through to the next source while this one is empty. */
  givesWay: readonly string[]
  /** Queries the account's other sources in order and joins their results. */
  joins: boolean
  /** Used only when chosen explicitly, never as a fallback. */
  onlyWhenChosen: boolean
  /** Kinds of values that it looks up for existing leads. */
  enriches: readonly Want[]
  /** Lookup key: one website for all leads of a company, or each lead. */
  looksUp: 'website' | 'lead'
  verifies: boolean
  /** `list type`: each lead costs what its list type says; `free`: nothing. */
  price: 'list type' | 'free'
  /** Parts of its results that cost nothing although others do. */
  freeParts: readonly ChargeKind[]
  /** Invented data, marked as such wherever it appears. */
  isSample: boolean
  /** What an account needs to use it; empty if nothing. */
  credential: readonly CredentialField[]
  /** The vendor's own price for the owner of the key, in the vendor's units; null if free. */
  vendorPrice: string | null
  /** Rate limit per credential, over all processes; null if unlimited. */
  perMinute: number | null
  /** Rate limits of endpoints with their own counters, by the adapter's names. */
  perMinuteAt: Readonly<Record<string, number>>
  /** Daily quota of a key in the vendor's units (UTC); null where requests have no weight. */
  unitsPerDay: number | null
  /** Units per request of an endpoint; 1 by default. */
  unitsAt: Readonly<Record<string, number>>
  /** Terms of use of its data, and where they are published. */
  terms: { text: string; url: string | null }
  /** Retention limit in days; null is unlimited. */
  retentionDays: number | null
  /** Fields that may be kept beyond the limit. */
  keeps: readonly string[]
  /** Finds leads similar to given ones, beyond filters (`alike` in a search). */
  findsAlike: boolean
  /** Finds places by name that the program itself does not know. */
  findsPlaces: boolean
}

/** Declares a source. Defaults: no credential, no enrichment or verification, unlimited retention. */
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
  freeParts: [],
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
