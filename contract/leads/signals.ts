import { type FieldDefinition, loose } from './list-types/define.ts'

/** `yes-no`: the values `yes` and `no`; absent is unknown. */
type SignalKind = 'yes-no' | 'year' | 'names'

export interface SignalDefinition {
  /** Name of the field. */
  id: string
  label: string
  group: 'Website' | 'Contact' | 'Technology' | 'Activity'
  kind: SignalKind
  /** Why somebody would call: what a `yes` means, in the words of who sells a remedy. */
  reason: string
}

const define = <const Id extends string>(
  id: Id,
  group: SignalDefinition['group'],
  label: string,
  reason: string,
  kind: SignalKind = 'yes-no',
) => ({ id, group, label, reason, kind })

/**
 * What a business lacks or does, read from its website and record without any key. Each is a field of its leads, so
 * filters, exports, views and scores know it. No facets: counting each of them for every list would slow all lists down.
 */
export const SIGNALS = [
  define('no_website', 'Website', 'No website', 'No website is on record'),
  define('dead_site', 'Website', 'Dead website', 'The website doesn’t answer'),
  define('parked', 'Website', 'Parked website', 'The address shows a placeholder'),
  define('no_https', 'Website', 'No HTTPS', 'Browsers warn that the website isn’t secure'),
  define('not_mobile', 'Website', 'Not made for phones', 'Pages aren’t laid out for phones'),
  define('no_title', 'Website', 'No page title', 'The start page has no title'),
  define('no_description', 'Website', 'No page description', 'Search results have no description to show'),
  define(
    'no_structured_data',
    'Website',
    'No structured data',
    'Search engines can’t read address, hours and offers',
  ),
  define('outdated', 'Website', 'Outdated website', 'The newest copyright year is at least two years old'),
  define('last_update', 'Website', 'Website’s copyright year', 'The newest year in a copyright line', 'year'),
  define('no_contact_form', 'Contact', 'No contact form', 'Visitors can’t write from the website'),
  define('no_booking', 'Contact', 'No online booking', 'Visitors can’t book online'),
  define('no_phone_link', 'Contact', 'No phone link', 'A tap on the number doesn’t call'),
  define('no_site_email', 'Contact', 'No email on the website', 'The website publishes no email'),
  define('no_social', 'Contact', 'No social profiles', 'The website links to no social profile'),
  define('no_privacy_page', 'Contact', 'No privacy page', 'The website has no privacy page'),
  define('free_mail', 'Contact', 'Free email provider', 'The business address is at a free provider'),
  define('technology', 'Technology', 'Technology', 'What the website is made with', 'names'),
  define('hiring', 'Activity', 'Hiring', 'The business is looking for people'),
] as const satisfies readonly SignalDefinition[]

export type SignalId = (typeof SIGNALS)[number]['id']
export const SIGNAL_IDS = SIGNALS.map(({ id }) => id) as [SignalId, ...SignalId[]]

const FIELD_KINDS = { 'yes-no': 'choice', year: 'number', names: 'text' } as const

/** The signals as fields of a list type. */
export const SIGNAL_FIELDS = SIGNALS.map(({ id, label, kind }) =>
  loose(id, label, FIELD_KINDS[kind], { onDemand: true }),
)

/** How many reasons of the account’s services apply to a lead. It is counted when it is asked for, and never stored. */
export const WHY_FIELD: FieldDefinition = { name: 'why', label: 'Why', kind: 'text', sortable: true }
