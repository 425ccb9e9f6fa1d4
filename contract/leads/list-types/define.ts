import type { ChargeKind, FilterOperator } from '../../core/constants.ts'
import type { Schema } from '../../core/endpoint.ts'

/** What a value is; decides its operators, its look in the grid and whether CSV guards it against formulas. */
export type FieldKind =
  | 'text'
  | 'url'
  | 'email'
  | 'phone'
  | 'number'
  /** Kilometres; a screen shows it in the unit of its reader. */
  | 'distance'
  /** A fraction that is shown as percent: 0.02 is 2 %. */
  | 'rate'
  | 'coordinate'
  | 'date'
  | 'category'
  | 'country'
  | 'choice'
  /** Names of labels, between semicolons. */
  | 'labels'

/** Columns of the lead table that sort and filter with an index; every other field lives in `fields` (jsonb). */
export type PromotedColumn =
  | 'name'
  | 'company'
  | 'position'
  | 'domain'
  | 'website'
  | 'email'
  | 'email_state'
  | 'phone'
  | 'category'
  | 'street'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
  | 'lat'
  | 'lon'
  | 'business_status'
  | 'lead_status'
  | 'source'
  | 'added_at'

export interface FieldDefinition {
  /** Name in filters, CSV headers and the API. */
  name: string
  label: string
  kind: FieldKind
  /** The promoted column that holds it; absent: it lives in `fields`. */
  column?: PromotedColumn
  filterable?: boolean
  sortable?: boolean
  exportable?: boolean
  /** Name of the CRM's own property it maps to by default. */
  crm?: string
  /** Shown in the grid before the user chooses columns. */
  defaultColumn?: boolean
  /** The side bar counts its values. */
  facet?: boolean
  /** The input of the search form that finds leads with the same value; patterns are looked for in these fields. */
  searchedBy?: string
}

/** One input of the search form. `kind` picks the control; the server validates with the type's schema. */
export interface SearchFormItem {
  name: string
  label: string
  kind:
    | 'category'
    | 'text'
    | 'place'
    | 'radius'
    | 'choices'
    | 'switch'
    | 'number'
    | 'source'
    | 'domains'
    /** A fraction that is typed as percent. */
    | 'rate'
    /** `{interval, operator, value}`. */
    | 'growth'
    /** `{credibility}`, a fraction that is typed as percent. */
    | 'credibility'
  help?: string
  placeholder?: string
  /** Stands under "More filters" until it is used. */
  isExtra?: true
  /** Shares its line with the next or previous half. */
  isHalf?: true
  /** Values of `choices` and `source`. */
  options?: { value: string; label: string }[]
}

const ACTION_NAMES = [
  'email-found',
  'status',
  'more-filters',
  'search',
  'get-employees',
  'get-phones',
  'enrich',
  'manual-entry',
  'custom-labels',
  'set-status',
  'clean-up',
  'find-duplicates',
  'notice',
  'move',
  'ai',
  'crm',
  'csv',
  'csv-options',
  'delete',
  'find-emails',
  'verify',
  'waterfall',
  'find-similar',
  'autopilot',
] as const
/** Actions of spec section 6 and our own: find-emails, verify, waterfall, find-similar, set-status, clean-up, find-duplicates, notice, move, autopilot and csv-options. */
export type ActionName = (typeof ACTION_NAMES)[number]

/** Actions of spec section 6 that are parts of a list's page, its filters, and nothing that is done to leads. */
export const PAGE_PARTS = ['email-found', 'status', 'more-filters'] as const satisfies readonly ActionName[]

/** An `address` is an email address at a company; a `creator` is an account on a social platform. */
export type LeadSubject = 'business' | 'person' | 'address' | 'creator'

/** Everything the product knows about one list type. Grid, filters, CSV, forms and validation walk this. */
export interface ListTypeDefinition {
  /** Canonical id; the path says `{id}-results`. */
  id: string
  /** Number in GET /api/campaign-types. */
  number: number
  /** Spec's search type code, also accepted in paths. */
  searchCode: string
  name: string
  label: string
  /**
   * What one lead is. It decides what a lead is known by, whose name `name` is and what its website says about it; code
   * goes by this and not by the id, so that a further type of businesses or people needs no branch of its own.
   */
  subject: LeadSubject
  /** What a search counts while it works: its leads, or the websites that it reads for them. */
  searchUnit: 'lead' | 'website'
  /** The field that a search for similar leads starts from; null where there is none. */
  similarBy: string | null
  /** Charged once per entity that a search delivers. */
  chargeKind: ChargeKind
  fields: FieldDefinition[]
  searchForm: SearchFormItem[]
  searchSchema: Schema
  manualEntrySchema: Schema | null
  /** In the order in which screens offer them. */
  actions: readonly ActionName[]
}

/** Declares a list type; its id and search code stay literal. */
export const defineListType = <const Id extends string, const Code extends string>(
  definition: ListTypeDefinition & { id: Id; searchCode: Code },
): ListTypeDefinition & { id: Id; searchCode: Code } => definition

/** Kinds whose values are numbers. */
export const NUMERIC_KINDS: readonly FieldKind[] = ['number', 'distance', 'rate', 'coordinate']

/** Operators a kind of field takes (spec section 9). */
export const OPERATORS_BY_KIND: Record<FieldKind, readonly FilterOperator[]> = {
  text: ['like', 'not like', 'empty', 'not empty'],
  url: ['like', 'not like', 'empty', 'not empty'],
  email: ['like', 'not like', 'empty', 'not empty', 'is_verified'],
  phone: ['like', 'not like', 'empty', 'not empty'],
  distance: ['lower', 'greater', 'empty', 'not empty'],
  rate: ['lower', 'greater', 'empty', 'not empty'],
  number: ['lower', 'greater', 'empty', 'not empty'],
  coordinate: ['lower', 'greater', 'area', 'empty', 'not empty'],
  date: ['lower', 'greater', 'empty', 'not empty'],
  category: ['like', 'not like', 'empty', 'not empty'],
  country: ['like', 'not like', 'empty', 'not empty'],
  choice: ['like', 'not like', 'empty', 'not empty'],
  labels: ['like', 'not like', 'empty', 'not empty'],
}

/** Fields that every list type has. */
export const COMMON_FIELDS: FieldDefinition[] = [
  { name: 'labels', label: 'Labels', kind: 'labels', filterable: true, exportable: true, facet: true },
  {
    name: 'lead_status',
    label: 'Status',
    kind: 'choice',
    column: 'lead_status',
    filterable: true,
    sortable: true,
    exportable: true,
    facet: true,
  },
  {
    name: 'source',
    label: 'Source',
    kind: 'choice',
    column: 'source',
    filterable: true,
    sortable: true,
    exportable: true,
    facet: true,
  },
  {
    name: 'added_at',
    label: 'Added',
    kind: 'date',
    column: 'added_at',
    filterable: true,
    sortable: true,
    exportable: true,
    defaultColumn: true,
  },
  // Likeness to won leads, 0 to 100; empty until there are enough of them.
  { name: 'score', label: 'Score', kind: 'number', filterable: true, sortable: true, exportable: true },
]

const SEARCHABLE = { filterable: true, sortable: true, exportable: true } as const

/** A promoted text-like field with everything switched on; `extra` overrides. */
export const promoted = (
  column: PromotedColumn,
  label: string,
  kind: FieldKind,
  extra: Partial<FieldDefinition> = {},
): FieldDefinition => ({ name: column, label, kind, column, ...SEARCHABLE, ...extra })

/** A field kept in `fields` (jsonb): filterable and exportable, not sortable. */
export const loose = (
  name: string,
  label: string,
  kind: FieldKind,
  extra: Partial<FieldDefinition> = {},
): FieldDefinition => ({
  name,
  label,
  kind,
  filterable: true,
  exportable: true,
  ...extra,
})
