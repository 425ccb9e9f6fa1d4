/*
 * Reads companies' own websites and says what they hold: addresses, phones, profiles, people, the company itself. It
 * knows nothing of leads, sources and accounts, and reaches the network only through what it is given.
 *
 * The reader is frozen. A mistake gets a test with an invented page and the smallest change of a rule that puts it
 * right. No list of words grows and no number is tuned so that one more website is read well: each such entry is paid
 * for on other websites, where nobody looks.
 *
 * The way of a page: page/ parses it and cuts it into lines, once for all; the folders of the findings (emails, phones,
 * socials, people, organisation, structured) look at it; source-status/ says whose a value is. What all pages of a website
 * say becomes one report (summarise-website.ts), and infer/ makes the addresses that no page shows.
 */
import type { WebsiteReader } from './reader-types.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Reads companies' websites; a run reads `concurrentWebsites` at once. */
    websiteReading: { reader: WebsiteReader; concurrentWebsites: number }
  }
}

export type { CheckAddress } from './check-address.ts'
export { checkWebsite } from './check-website.ts'
export { findCompanyAddress } from './find-company-address.ts'
export { findPersonAddress } from './find-person-address.ts'
export { parseName } from './infer/parse-name.ts'
export { findNamedHost, normaliseDomain } from './normalise-domain.ts'
export { readInTurn } from './read-in-turn.ts'
export type { WebsiteReader } from './reader-types.ts'
export type { SignalReading } from './signals/signal-reading.ts'
export { readProfile } from './socials/read-profile.ts'
export { createWebsiteReader } from './website-reader.ts'
export type { CheckedWebsite, Sighting, WebsiteReport } from './website-report.ts'
