import type { EmailKind, EmailState } from '#contract/leads/email-states.ts'
import type { Method } from './findings.ts'
import type { SignalReading } from './signals/signal-reading.ts'

/** A page on which a value stands, and in which form. */
export interface Sighting {
  url: string
  method: Method
}

export interface WebsiteEmail {
  /** Lower case. */
  value: string
  kind: EmailKind
  /** Name of the person it belongs to; null for all others. */
  person: string | null
  /** 0 to 1: how sure it is that the address is this company's. */
  confidence: number
  sources: Sighting[]
}

export interface WebsitePhone {
  /** E.164. */
  value: string
  extension: string | null
  /** What it is for, as the page says; null when it does not. */
  label: string | null
  mobile: boolean
  person: string | null
  sources: Sighting[]
}

export interface WebsiteSocial {
  network: string
  url: string
  sources: Sighting[]
}

export interface WebsitePerson {
  name: string
  role: string | null
  section: string | null
  email: string | null
  /** E.164. */
  phone: string | null
  socials: string[]
  /** Works here; others (speakers, alumni, founders of old) are kept apart. */
  staff: boolean
  sources: Sighting[]
}

/** Why a website could not be read, or not to its end. */
const WEBSITE_PROBLEMS = [
  'bad_domain',
  'not_found',
  'unreachable',
  'bad_certificate',
  'timeout',
  'blocked_address',
  'refused_by_robots',
  'moved_elsewhere',
  'not_html',
  'needs_cookies',
  'http_error',
] as const
export type WebsiteProblem = (typeof WEBSITE_PROBLEMS)[number]

/** Everything a website says about its company. */
export interface WebsiteReport {
  /** Registrable domain, lower case, ASCII. */
  domain: string
  name: string | null
  /** ISO 3166-1 alpha-2; what local phone numbers were read with. */
  country: string | null
  address: {
    street: string | null
    postal_code: string | null
    city: string | null
    region: string | null
  } | null
  emails: WebsiteEmail[]
  phones: WebsitePhone[]
  socials: WebsiteSocial[]
  people: WebsitePerson[]
  signals: SignalReading[]
  /** Pages read. */
  pages: number
  /** Set when no page could be read. */
  problem: WebsiteProblem | null
  /** Where the website moved to, with `moved_elsewhere`. */
  moved_to: string | null
  /** Milliseconds from the first request to the last answer. */
  took_ms: number
}

export type CheckedEmail = WebsiteEmail & { state: EmailState }

/** A report whose addresses have been checked; inferred addresses are beside the published ones. */
export interface CheckedWebsite extends Omit<WebsiteReport, 'emails'> {
  emails: CheckedEmail[]
}
