/** Module slugs of the product (spec section 1). */
export const MODULES = ['ai_suggest', 'leads', 'whitelabel', 'admin'] as const
export type ModuleSlug = (typeof MODULES)[number]
/** Names of modules, the same as their sidebar sections. */
export const MODULE_LABELS: Record<ModuleSlug, string> = {
  ai_suggest: 'AI Tools',
  leads: 'Lead Search',
  whitelabel: 'White Label',
  admin: 'Admin Panel',
}

/** Stable ids of the modules in `user.modules[].id`. */
export const MODULE_IDS: Record<ModuleSlug, number> = { ai_suggest: 1, leads: 2, whitelabel: 3, admin: 4 }

export const ROLES = ['admin', 'related', 'user'] as const
export type Role = (typeof ROLES)[number]
/** Staff roles: `support` reads and logs in as users, `finance` handles money, `owner` may do everything. */
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
  website_check: 0,
} as const
export type ChargeKind = keyof typeof CREDIT_COSTS

/** Values of the email filter `withEmail` (spec section 9). */
export const EMAIL_FILTER = { all: -1, found: 1, potentialsFound: 2, notFound: 0 } as const

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
/** A cursor holds the values that a list is ordered by, such as a long text. */
export const MAX_CURSOR_LENGTH = 50_000
export const MAX_PAGE_SIZE = 200

/** Maximum leads of one search run. */
export const MAX_SEARCH_LIMIT = 100_000

/** Maximum radius of a place search in kilometres. */
export const MAX_RADIUS_KM = 500

export const PASSWORD_MIN_LENGTH = 6
export const IMAGE_MAX_MB = 5
/** Bytes in a megabyte (spec section 5). */
export const BYTES_PER_MEGABYTE = 1_000_000
export const TOAST_MS = 5000
export const FILTER_DEBOUNCE_MS = 300
export const UNDO_MS = 10_000
export const BIN_DAYS = 30
export const QUOTE_MINUTES = 15
export const FIRST_ACCOUNT_CREDITS = 10_000
/** Defaults of the platform's sign-up plan; administrators can change it. */
export const SIGN_UP_CREDITS = 100
export const SIGN_UP_MODULES = ['ai_suggest', 'leads'] as const

/** Minutes for which mailed codes and links are valid. */
export const CONFIRM_MINUTES = 60
export const RESET_MINUTES = 30
export const CHALLENGE_MINUTES = 10
/** Days between closing an account and deleting it. */
export const CLOSING_DAYS = 30
/** Days before deletion on which owners are reminded. */
export const CLOSING_WARNING_DAYS = 7

/** Maximum size of an upload chunk in bytes. */
export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024
/** Maximum size of a file in megabytes of 1,000,000 bytes. */
export const UPLOAD_MAX_MB = 20_000
export const UPLOAD_MAX_BYTES = UPLOAD_MAX_MB * BYTES_PER_MEGABYTE

/** Time for which the file of an export can be downloaded again. */
export const EXPORT_FILE_HOURS = 24
/** Larger exports are streamed only; an account's oldest files are deleted beyond this number. */
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
/** Default name of a reseller's brand (spec section 9). */
export const DEFAULT_WHITE_LABEL_NAME = 'White Label'

/** Calls a minute of an API key where neither its package nor its own settings name a number. */
export const DEFAULT_CALLS_PER_MINUTE = 1200
/** Maximum size of a JSON request body in bytes. */
export const JSON_BODY_LIMIT = 2 * 1024 * 1024

/** Storage key of the browser's token (spec section 3). */
export const ACCESS_TOKEN_KEY = 'access_token'

/** Maximum websites in one search. */
export const MAX_DOMAINS = 5000
/** Maximum length of an entry in a list of domains, in characters: page addresses may be long. */
export const MAX_DOMAIN_ENTRY = 2000
/** Addresses per website in a search: default and maximum. */
export const DEFAULT_MAX_EMAILS = 20
export const MAX_EMAILS = 1000
/** Maximum pages read per website. */
export const MAX_WEBSITE_PAGES = 500
/** People per company in get-employees: default and maximum. */
export const DEFAULT_MAX_PEOPLE = 50
export const MAX_PEOPLE = 500
/** Maximum addresses to verify in one call; more are uploaded as a file. */
export const MAX_EMAILS_PER_CALL = 10_000
/** Default limit of AI training tokens per account (contract/ai/ai-limits.ts). */
export const TRAINING_TOKENS = 2_000_000
/** Maximum that a package or an administrator can set. */
export const MAX_TRAINING_ALLOWANCE = 50_000_000
/** Pages per crawl of a website: default and maximum. */
export const DEFAULT_TRAINING_PAGES = 50
export const MAX_TRAINING_PAGES = 5000
/** Polling interval of a crawl (spec section 9). */
export const CRAWL_POLL_MS = 2000
/** Maximum size of a training file in megabytes. */
export const TRAINING_FILE_MAX_MB = 25
/** Delay between the last key and saving a text (spec section 9). */
export const EDITOR_DEBOUNCE_MS = 300
/** A hard bounce within this many days of "valid" refunds the credit. */
export const BOUNCE_REFUND_DAYS = 30

/** Paths of training data calls: failures are logged in the browser without a toast (spec section 8). */
export const TRAINING_DATA_PATHS = /^\/api\/(business-details\/|calculate-tokens-ai-training$)/
