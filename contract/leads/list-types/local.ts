import * as z from 'zod/mini'
import { MESSAGES } from '../../core/messages.ts'
import '../../core/messages.ts'
import { AI_TEXT_FIELDS } from '../../ai/ai-prompt-types.ts'
import { MAX_RADIUS_KM } from '../../core/constants.ts'
import { isSampleSearch, sourceField, sourceFormItem } from '../../sources/source-kinds/index.ts'
import { EMAIL_SEARCH_FIELDS } from '../email-search.ts'
import { PLACE_ASSETS, SOCIAL_LABELS, SOCIAL_NETWORKS } from '../place-fields.ts'
import { SIGNAL_FIELDS, WHY_FIELD } from '../signals.ts'
import { COMMON_FIELDS, defineListType, loose, promoted } from './define.ts'

/** A point with the name that was picked. */
export const PlacePoint = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
  label: z.optional(z.string().check(z.maxLength(200))),
})

const assets = z._default(z.array(z.enum(PLACE_ASSETS)).check(z.maxLength(PLACE_ASSETS.length)), [])

/** Search options for what a place has. */
const ASSET_OPTIONS = [
  { value: 'website', label: 'Website' },
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'Email' },
  ...SOCIAL_NETWORKS.map((network) => ({ value: network, label: SOCIAL_LABELS[network] })),
]

/**
 * A search for local businesses. At least one of category, keywords, region or near is required. `region` names a
 * state, region or country ("Oregon", "Bayern, Deutschland") in the address. `near` is a point or a name such as
 * "Portland, Oregon", which is geocoded before counting. Distances are great circles on a sphere of 6,371.0 km; a
 * place exactly `radius_km` away is inside.
 */
export const LocalSearch = z
  .strictObject({
    source: sourceField('local'),
    category: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    keywords: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    region: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    near: z.optional(z.union([z.string().check(z.trim(), z.maxLength(200)), PlacePoint])),
    radius_km: z._default(z.number().check(z.gt(0), z.maximum(MAX_RADIUS_KM)), 25),
    /** What every match must or must not have: a website, a phone, an email, a profile on a network. */
    has: assets,
    has_not: assets,
    include_closed: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      (search) =>
        isSampleSearch(search) || Boolean(search.category || search.keywords || search.region || search.near),
      {
        path: ['category'],
        error: MESSAGES.required,
      },
    ),
    z.refine((search) => !search.has.some((asset) => search.has_not.includes(asset)), {
      path: ['has_not'],
      error: 'A contact can’t be both required and excluded',
    }),
  )
export type LocalSearch = z.output<typeof LocalSearch>

/** Manual entry of a business (spec section 3): the website is required. */
const LocalManualEntry = z.strictObject({
  website: z.url(),
  name: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  country: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  city: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  state: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  postal_code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  street: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  first_name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  last_name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  email: z.optional(z.email()),
  phone: z.optional(z.string().check(z.trim(), z.maxLength(60))),
})

export const local = defineListType({
  id: 'local',
  number: 1,
  searchCode: 'industry',
  name: 'Local business',
  label: 'Industry / local business',
  subject: 'business',
  searchUnit: 'lead',
  similarBy: 'category',
  chargeKind: 'local_contact',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'companyName', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email', defaultColumn: true }),
    promoted('phone', 'Phone', 'phone', { crm: 'phone', defaultColumn: true }),
    promoted('category', 'Category', 'category', {
      defaultColumn: true,
      facet: true,
      searchedBy: 'category',
    }),
    promoted('website', 'Website', 'url', { crm: 'website', defaultColumn: true }),
    promoted('domain', 'Domain', 'text'),
    promoted('email_state', 'Email state', 'choice', { facet: true }),
    loose('email_kind', 'Email type', 'choice', { facet: true }),
    ...EMAIL_SEARCH_FIELDS,
    promoted('street', 'Street', 'text', { crm: 'address1' }),
    promoted('city', 'City', 'text', { crm: 'city', defaultColumn: true, facet: true }),
    promoted('region', 'State / region', 'text', {
      crm: 'state',
      defaultColumn: true,
      facet: true,
      searchedBy: 'region',
    }),
    promoted('postal_code', 'Postal code', 'text', { crm: 'postalCode' }),
    promoted('country', 'Country', 'country', { crm: 'country', facet: true, searchedBy: 'region' }),
    promoted('lat', 'Latitude', 'coordinate'),
    promoted('lon', 'Longitude', 'coordinate'),
    promoted('business_status', 'Business status', 'choice', { facet: true }),
    loose('first_name', 'First name', 'text', { crm: 'firstName' }),
    loose('last_name', 'Last name', 'text', { crm: 'lastName' }),
    ...SOCIAL_NETWORKS.map((network) => loose(`${network}_url`, SOCIAL_LABELS[network], 'url')),
    loose('google_place_id', 'Google place ID', 'text'),
    loose('distance_km', 'Distance', 'distance', { defaultColumn: true }),
    ...SIGNAL_FIELDS,
    WHY_FIELD,
    ...AI_TEXT_FIELDS,
    ...COMMON_FIELDS,
  ],
  searchForm: [
    {
      name: 'category',
      label: 'Category',
      kind: 'category',
      placeholder: 'e.g. brewery',
      help: 'Also matches synonyms: pub, taproom, dentist, tax adviser …',
    },
    {
      name: 'keywords',
      label: 'Keywords',
      isExtra: true,
      kind: 'text',
      placeholder: 'Words in the name or address',
    },
    {
      name: 'region',
      label: 'State / region',
      kind: 'text',
      isHalf: true,
      placeholder: 'State, region or country',
    },
    { name: 'near', label: 'Near', kind: 'place', isHalf: true, placeholder: 'City, or latitude, longitude' },
    { name: 'radius_km', label: 'Radius', kind: 'radius' },
    {
      name: 'has',
      label: 'Must have',
      isExtra: true,
      kind: 'choices',
      options: ASSET_OPTIONS,
    },
    {
      name: 'has_not',
      label: 'Must not have',
      isExtra: true,
      kind: 'choices',
      options: ASSET_OPTIONS,
    },
    { name: 'include_closed', label: 'Include closed businesses', isExtra: true, kind: 'switch' },
    sourceFormItem('local'),
  ],
  searchSchema: LocalSearch,
  manualEntrySchema: LocalManualEntry,
  actions: [
    'email-found',
    'status',
    'more-filters',
    'search',
    'manual-entry',
    'find-emails',
    'check-websites',
    'waterfall',
    'get-employees',
    'find-similar',
    'verify',
    'custom-labels',
    'set-status',
    'edit-field',
    'clean-up',
    'find-duplicates',
    'notice',
    'move',
    'autopilot',
    'ai',
    'crm',
    'csv',
    'csv-options',
    'delete',
  ],
})
