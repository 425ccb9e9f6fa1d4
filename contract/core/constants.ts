/** Module slugs of the product (spec section 1). */
export const MODULES = ['ai_suggest', 'leads', 'whitelabel', 'admin'] as const
export type ModuleSlug = (typeof MODULES)[number]

/** Stable ids of the modules as `user.modules[].id` shows them. */
export const MODULE_IDS: Record<ModuleSlug, number> = { ai_suggest: 1, leads: 2, whitelabel: 3, admin: 4 }

export const ROLES = ['admin', 'related', 'user'] as const
export type Role = (typeof ROLES)[number]
/** What administrators of the platform do: `support` reads and logs in as people, `finance` handles money, `owner` does both and everything else. */
export const STAFF_ROLES = ['owner', 'finance', 'support'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Credits per delivered unit (spec section 9). */
export const CREDIT_COSTS = {
  people_contact: 3,
  people_phone: 1,
  people_similar: 2,
  local_contact: 1,
  influencer_record: 2,
  domain_email: 1,
  influencer_enrich: 5,
} as const
export type ChargeKind = keyof typeof CREDIT_COSTS

/** Values of the email filter `withEmail` (spec section 9). */
export const EMAIL_FILTER = { all: -1, found: 1, potentialsFound: 2, notFound: 0 } as const

/** Values of the filter `sent`. */
export const SENT_FILTER = { all: 0, sent: 1, notSent: 2 } as const

export const SEARCH_MODES = ['contain', 'exact', 'start'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

/** Operators of `custom_search` (spec section 9). */
export const FILTER_OPERATORS = [
  'like',
  'not like',
  'empty',
  'not empty',
  'lower',
  'greater',
  'is_verified',
  'area',
] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** Default list filters (spec section 9). */
export const DEFAULT_FILTERS = { limit: 20, page: 1, search_type: 'contain', sent: 0, withEmail: -1 } as const

export const PAGE_SIZES = [20, 50, 100] as const
export const MAX_PAGE_SIZE = 200

/** A search delivers at most this many leads in one run. */
export const MAX_SEARCH_LIMIT = 100_000

/** Largest radius of a place search in kilometres. */
export const MAX_RADIUS_KM = 500

export const PASSWORD_MIN_LENGTH = 6
export const IMAGE_MAX_MB = 5
/** What sizes of files are divided by (spec section 5). */
export const BYTES_PER_MEGABYTE = 1_000_000
export const TOAST_MS = 5000
export const FILTER_DEBOUNCE_MS = 300
export const UNDO_MS = 10_000
export const BIN_DAYS = 30
export const QUOTE_MINUTES = 15
export const FIRST_ACCOUNT_CREDITS = 10_000
/** What the platform's own sign-up plan gives; administrators change it. */
export const SIGN_UP_CREDITS = 100
export const SIGN_UP_MODULES = ['ai_suggest', 'leads'] as const

/** Minutes that codes and links of a mail stay valid. */
export const CONFIRM_MINUTES = 60
export const RESET_MINUTES = 30
export const CHALLENGE_MINUTES = 10
/** Days between closing an account and deleting it. */
export const CLOSING_DAYS = 30
/** How many days before that the owners are notified once more. */
export const CLOSING_WARNING_DAYS = 7

/** Uploads travel in chunks of at most this many bytes. */
export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024
/** A file may have at most this many megabytes of 1,000,000 bytes. */
export const UPLOAD_MAX_MB = 20_000
export const UPLOAD_MAX_BYTES = UPLOAD_MAX_MB * BYTES_PER_MEGABYTE

/** The file of an export can be downloaded again for this long. */
export const EXPORT_FILE_HOURS = 24
/** A larger export is streamed only, and the oldest file of an account goes when it has more than so many. */
export const EXPORT_FILE_MAX_BYTES = 200 * BYTES_PER_MEGABYTE
export const EXPORT_FILES_MAX = 20

/** Default brand colours (spec section 9). */
export const BRAND_COLORS = {
  primary: '#573BFF',
  secondary: '#01C0F6',
  heading: '#202633',
  text: '#A0AEC0',
  blue: '#3BA1FF',
  lightBlue: '#00C0F7',
} as const
/** Name of a reseller's new brand (spec section 9). */
export const DEFAULT_WHITE_LABEL_NAME = 'White Label'

/** CRMs that keep contacts; the others take leads as messages. */
export const CONTACT_CRMS = ['ghl', 'keap'] as const
export const CRMS = [...CONTACT_CRMS, 'zapier'] as const

/** Largest JSON body a call may send. */
export const JSON_BODY_LIMIT = 2 * 1024 * 1024

/** The address a browser keeps its token under (spec section 3). */
export const ACCESS_TOKEN_KEY = 'access_token'

/** Websites that one search may name. */
export const MAX_DOMAINS = 5000
/** Longest entry of a list of domains, in characters: addresses of pages may be long. */
export const MAX_DOMAIN_ENTRY = 2000
/** Addresses that a search delivers per website, by default otherwise, and at most. */
export const DEFAULT_MAX_EMAILS = 20
export const MAX_EMAILS = 1000
/** Pages read per website at most. */
export const MAX_WEBSITE_PAGES = 500
/** People that get-employees takes per company, by default otherwise, and at most. */
export const DEFAULT_MAX_PEOPLE = 50
export const MAX_PEOPLE = 500
/** Addresses that one call may give to be checked; more travel as a file. */
export const MAX_EMAILS_PER_CALL = 10_000
/** Tokens of AI training that an account may keep where nobody says anything else (contract/ai/ai-limits.ts). */
export const TRAINING_TOKENS = 2_000_000
/** Pages of one website that one crawl reads by default otherwise, and at most. */
export const DEFAULT_TRAINING_PAGES = 50
export const MAX_TRAINING_PAGES = 5000
/** How often a crawl is asked how far it is (spec section 9). */
export const CRAWL_POLL_MS = 2000
/** A training file may have at most so many megabytes. */
export const TRAINING_FILE_MAX_MB = 25
/** A text is saved so long after the last key (spec section 9). */
export const EDITOR_DEBOUNCE_MS = 300
/** A hard bounce within this many days of "valid" gives the credit back. */
export const BOUNCE_REFUND_DAYS = 30

/** Paths of calls for training data: when one fails, the browser logs it and shows no toast (spec section 8). */
export const TRAINING_DATA_PATHS = /^\/api\/(business-details\/|calculate-tokens-ai-training$)/
