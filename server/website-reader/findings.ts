import type { PageElement } from './page/page-tree.ts'

/** How a value was written on its page; shown to people as evidence. One word per form. */
const METHODS = [
  'mailto',
  'text',
  'obfuscated_text',
  'cloudflare',
  'split_markup',
  'script',
  'json_ld',
  'microdata',
  'hcard',
  'vcard',
  'tel_link',
  'link',
  'meta',
  'section',
  'card',
  'table',
  'heading',
  'inferred',
] as const
export type Method = (typeof METHODS)[number]

/**
 * Whose a value is, by its place on the page: `own` the page says so (structured data of the organisation, a block with
 * the website's own addresses), `frame` it stands in the head or foot of the page, `body` anywhere else, `doubtful` data
 * of scripts, a list of many parties, `foreign` under the words for somebody else (web designer, authority, partners).
 */
export type SourceStatus = 'own' | 'frame' | 'body' | 'doubtful' | 'foreign'

/**
 * One address on one page. `at` is where it stands, so that a person's block can claim it; null in scripts and files,
 * and once the page was thrown away.
 */
export interface EmailFinding {
  /** Lower-case domain, local part as written. */
  value: string
  method: Method
  at: PageElement | null
  /** Words right before or around it: a label such as "Press", the text of its link. At most 200 characters. */
  context: string
  /** Told for addresses of other domains than the page's; `body` when it is not. */
  status?: SourceStatus
}

/** One phone number on one page, not yet read: that needs the country of the whole website. */
export interface PhoneFinding {
  /** As written. */
  raw: string
  method: Method
  at: PageElement | null
  /** `fax` numbers are kept only to be left out wherever they appear. */
  kind: 'phone' | 'mobile' | 'fax'
  /** Words that name it: "Reception", "Tel." Empty when there are none. */
  label: string
  /** `body` when it is not told. */
  status?: SourceStatus
}

/** A profile in a social network that the page links to. */
export interface SocialFinding {
  network: string
  /** As the page writes it: https, without tracking. */
  url: string
  at: PageElement | null
  method: Method
  /** `body` when it is not told. */
  status?: SourceStatus
}

/** A person on one page, with what stands in the same block. */
export interface PersonFinding {
  name: string
  role: string | null
  /** Heading of the part of the page, such as "Board"; null when there is none. */
  section: string | null
  method: Method
  /** The block that is about this person only; null for structured data. */
  block: PageElement | null
  email: string | null
  /** As written. */
  phone: string | null
  socials: string[]
  /** The block says or implies that the person works here (staff, board, imprint), not that they speak, study or left. */
  staff: boolean
}

/** What a page says about the organisation. */
export interface OrganisationFinding {
  name: string | null
  street: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  method: Method
}

/** Everything one page holds; small, unlike the page. */
export interface PageFindings {
  url: string
  lang: string | null
  title: string
  emails: EmailFinding[]
  phones: PhoneFinding[]
  socials: SocialFinding[]
  people: PersonFinding[]
  organisations: OrganisationFinding[]
  /** How often the text names countries or their parts, by country. */
  countries?: Record<string, number>
}
