import { type FieldDefinition, loose } from './list-types/define.ts'

/** `yes-no`: the values `yes` and `no`; absent is unknown. */
type SignalKind = 'yes-no' | 'year' | 'names' | 'choice' | 'count' | 'date'

export interface SignalDefinition {
  /** Name of the field. */
  id: string
  label: string
  group: 'Website' | 'Contact' | 'Technology' | 'Activity' | 'Business'
  kind: SignalKind
  /** Why somebody would call: what a `yes` means, in the words of who sells a remedy. */
  reason: string
  /** All values of a choice. */
  values?: readonly string[]
  /** A date that lies ahead of the visit. */
  isAhead?: boolean
  /** Its first value is a change already: it says what is new since the last visit. */
  isNews?: boolean
}

const define = <const Id extends string>(
  id: Id,
  group: SignalDefinition['group'],
  label: string,
  reason: string,
  kind: SignalKind = 'yes-no',
  more: Pick<SignalDefinition, 'values' | 'isAhead' | 'isNews'> = {},
) => ({ id, group, label, reason, kind, ...more })

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
  define(
    'dead_reason',
    'Website',
    'Why the website is dead',
    'No address, no connection, or an error',
    'choice',
    { values: ['no address', 'no connection', 'error'] },
  ),
  define('bad_certificate', 'Website', 'Bad certificate', 'Browsers refuse the website’s certificate'),
  define(
    'certificate_ends_soon',
    'Website',
    'Certificate ends soon',
    'The certificate ends within two weeks',
  ),
  define('certificate_expires', 'Website', 'Certificate expires', 'The last day of the certificate', 'date', {
    isAhead: true,
  }),
  define('heavy', 'Website', 'Heavy website', 'The start page makes phones load a lot'),
  define('slow', 'Website', 'Slow website', 'The server takes long to answer'),
  define('broken_links', 'Website', 'Broken links', 'Linked pages that don’t exist', 'count'),
  define('languages', 'Website', 'Languages', 'Languages that the website names', 'names'),
  define('no_spf', 'Contact', 'No SPF', 'Anybody can send email in the domain’s name'),
  define('no_dmarc', 'Contact', 'No DMARC', 'Forged email of the domain isn’t refused'),
  define('newsletter', 'Contact', 'Newsletter', 'Visitors can subscribe to news by email'),
  define('cookie_banner', 'Technology', 'Cookie banner', 'Visitors are asked about cookies'),
  define('hosting', 'Technology', 'Hosting', 'Who hosts the website, its names and its mail', 'names'),
  define(
    'last_post',
    'Activity',
    'Newest post',
    'The newest day on which the website published something',
    'date',
  ),
  define(
    'offer',
    'Activity',
    'Offer or event',
    'The day on which the next offer ends or the next event takes place',
    'date',
    { isAhead: true },
  ),
  define(
    'new_person',
    'Activity',
    'New person',
    'The day on which the website first named somebody new',
    'date',
    { isNews: true },
  ),
  define('opened', 'Business', 'Opened', 'New in the business data', 'date'),
  define('closed', 'Business', 'Closed', 'Closed, or no longer in the business data', 'date'),
  define('moved', 'Business', 'Moved', 'Has another address than before', 'date'),
  define('renamed', 'Business', 'Renamed', 'Has another name than before', 'date'),
  define('website_added', 'Business', 'Website added', 'Has a website for the first time', 'date'),
  define('website_lost', 'Business', 'Website lost', 'Had a website before', 'date'),
  define('several_places', 'Business', 'Several locations', 'The business has several addresses'),
] as const satisfies readonly SignalDefinition[]

export type SignalId = (typeof SIGNALS)[number]['id']
export const SIGNAL_IDS = SIGNALS.map(({ id }) => id) as [SignalId, ...SignalId[]]

const DEFINITIONS: ReadonlyMap<string, SignalDefinition> = new Map(SIGNALS.map((item) => [item.id, item]))
export const findSignal = (id: SignalId): SignalDefinition => DEFINITIONS.get(id) as SignalDefinition

const FIELD_KINDS = {
  'yes-no': 'choice',
  year: 'number',
  names: 'text',
  choice: 'choice',
  count: 'number',
  date: 'date',
} as const

const makeField = ({ id, label, kind }: SignalDefinition) =>
  loose(id, label, FIELD_KINDS[kind], { onDemand: true, sortable: true })

/** The signals as fields of local businesses. */
export const SIGNAL_FIELDS = SIGNALS.map(makeField)

/** The same for leads that have a website and no record in the business data. */
export const WEBSITE_SIGNAL_FIELDS = SIGNALS.filter(
  ({ id, group }) => group !== 'Business' && id !== 'no_website',
).map(makeField)

/** How many reasons of the account’s services apply to a lead. It is counted when it is asked for, and never stored. */
export const WHY_FIELD: FieldDefinition = {
  name: 'why',
  label: 'Why',
  kind: 'text',
  sortable: true,
  exportable: true,
  onDemand: true,
}
