import type { ChargeKind, FilterOperator } from '../../core/constants.ts'
import type { Schema } from '../../core/endpoint.ts'

/** Type of a value; decides its operators, display and the CSV formula guard. */
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

/** Columns of the lead table with an index for sorting and filtering; every other field is in `fields` (jsonb). */
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
  /** Its promoted column; absent: it is in `fields`. */
  column?: PromotedColumn
  filterable?: boolean
  sortable?: boolean
  exportable?: boolean
  /** In a file only if it is chosen: one of many that most files don’t need. */
  onDemand?: true
  /** Name of the CRM property it maps to by default. */
  crm?: string
  /** Shown in the grid by default. */
  defaultColumn?: boolean
  /** The only values that it takes, in this order; absent: any. */
  choices?: readonly string[]
  /** Counted in the sidebar. */
  facet?: boolean
  /** Search form input that finds leads with the same value; segments are searched in these fields. */
  searchedBy?: string
}

/** An input of the search form. `kind` selects the control; the server validates with the type's schema. */
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
  /** Under "More filters". */
  isExtra?: true
  /** Shares its line with the next or previous half-width input. */
  isHalf?: true
  /** Options of `choices` and `source`. */
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
  'edit-field',
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
  'check-websites',
  'verify',
  'waterfall',
  'find-similar',
  'autopilot',
] as const
/**
 * Actions of spec section 6 and additional ones: find-emails, check-websites, verify, waterfall, find-similar,
 * set-status, edit-field, clean-up, find-duplicates, notice, move, autopilot and csv-options.
 */
export type ActionName = (typeof ACTION_NAMES)[number]

/** Actions of spec section 6 that belong to a list's page or filters and do nothing to leads. */
export const PAGE_PARTS = ['email-found', 'status', 'more-filters'] as const satisfies readonly ActionName[]

/** `address`: an email address at a company. `creator`: an account on a social platform. */
export type LeadSubject = 'business' | 'person' | 'address' | 'creator'

/** Declaration of a list type. Grid, filters, CSV, forms and validation use it. */
export interface ListTypeDefinition {
  /** Canonical id, used in `{id}-results` paths. */
  id: string
  /** Number in GET /api/campaign-types. */
  number: number
  /** Spec's search type code, accepted in paths too. */
  searchCode: string
  name: string
  label: string
  /**
   * What a lead of this type is. It decides identity, the meaning of `name` and what its website describes; code
   * branches on this and not on the id, so that another type needs no branch of its own.
   */
  subject: LeadSubject
  /** Unit of search progress: leads, or websites read for them. */
  searchUnit: 'lead' | 'website'
  /** Start field of a search for similar leads; null without one. */
  similarBy: string | null
  /** Charged once per delivered entity. */
  chargeKind: ChargeKind
  fields: FieldDefinition[]
  searchForm: SearchFormItem[]
  searchSchema: Schema
  manualEntrySchema: Schema | null
  /** In display order. */
  actions: readonly ActionName[]
}

/** Declares a list type; its id and search code stay literal types. */
export const defineListType = <const Id extends string, const Code extends string>(
  definition: ListTypeDefinition & { id: Id; searchCode: Code },
): ListTypeDefinition & { id: Id; searchCode: Code } => definition

export const NUMERIC_KINDS: readonly FieldKind[] = ['number', 'distance', 'rate', 'coordinate']

/** Operators per field type (spec section 9). */
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
  // Similarity to won leads, 0 to 100; empty until there are enough of them.
  { name: 'score', label: 'Score', kind: 'number', filterable: true, sortable: true, exportable: true },
]

const SEARCHABLE = { filterable: true, sortable: true, exportable: true } as const

/** A promoted text field with all features; `extra` overrides. */
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
