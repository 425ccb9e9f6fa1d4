import { domainToASCII } from 'node:url'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { getRegistrableDomain, isReserved } from '../registrable-domain.ts'
import { isPlaceholder } from './placeholder-addresses.ts'

/** Reads the addresses of one page. */
export interface AddressReader {
  /** Registrable domain of the page; null when its host has none. */
  ownDomain: string | null
  /** A domain in ASCII and lower case under a suffix that exists, or null. */
  resolveDomain(text: string): string | null
  /** Whether an ASCII domain is the website's own or below it. */
  isOwnDomain(domain: string): boolean
  /** The address with its domain in ASCII and lower case, or null when it cannot be one, or is nobody's. */
  readAddress(local: string, domain: string): string | null
}

const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~-](?:[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_{|}~-]{0,62})$/u
/** `logo@2x.png`, `react@18.2.0`: scale factors and versions. */
const SCALE_OR_VERSION = /^\d+(?:\.\d+)?x\.|^v?\d+\.\d+\./
/** File endings that are suffixes of domains, too: a name before them that is a file's, not a host's. */
const FILE_ENDING = /\.(?:zip|mov|app|js|sh|py|rs|md|ps|pl|so)$/
/** Addresses for machines: error reports, message ids, commits without a mailbox. */
const MACHINE_DOMAINS =
  /(?:^|\.)(?:sentry\.io|sentry-next\.wixpress\.com|sentry\.wixpress\.com|wixpress\.com|mail\.gmail\.com|noreply\.github\.com|email\.amazonses\.com|bounces\.google\.com|amazonaws\.com|cloudfront\.net|localdomain|prod\.outlook\.com)$/
const HASH_VALUE = /^(?:[\da-f]{16,64}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i
/** Accounts that code is fetched with. */
const CODE_ACCOUNT = /^(?:git|hg|svn|anonymous)$/i
const CODE_HOSTS = /(?:^|\.)(?:github|gitlab|bitbucket|codeberg|sr)\.(?:com|org|ht)$/

/** A reader of addresses for a page at `url`. */
export function createAddressReader(url: string): AddressReader {
  const host = URL.parse(url)?.hostname ?? ''
  const ownDomain = getRegistrableDomain(host)
  // A website under a reserved name writes about other such names; anywhere else they are examples.
  const reservedCounts = ownDomain !== null && isReserved(ownDomain)
  const known = new Map<string, string | null>()

  const readDomain = (text: string): string | null => {
    const ascii = domainToASCII(text).toLowerCase()
    if (ascii.length < 4 || ascii.length > 253 || !ascii.includes('.')) return null
    if (!ascii.split('.').every((label) => DOMAIN_LABEL.test(label)) || SCALE_OR_VERSION.test(ascii))
      return null
    const registrable = getRegistrableDomain(ascii)
    if (!registrable) return null
    return isReserved(registrable) && !reservedCounts ? null : ascii
  }
  const resolveDomain = (text: string): string | null => {
    let ascii = known.get(text)
    if (ascii === undefined) {
      ascii = readDomain(text)
      known.set(text, ascii)
    }
    return ascii
  }
  const isOwnDomain = (ascii: string): boolean => ownDomain !== null && isHostBelow(ascii, ownDomain)

  return {
    ownDomain,
    resolveDomain,
    isOwnDomain,
    readAddress(local, domainText) {
      const ascii = resolveDomain(domainText)
      if (!ascii || local.length > 64 || !LOCAL_PART.test(local) || /\.\.|\.$/.test(local)) return null
      if (!/[\p{L}\p{N}]/u.test(local)) return null
      const mine = isOwnDomain(ascii)
      if (isPlaceholder(local.toLowerCase(), ascii, mine)) return null
      if (HASH_VALUE.test(local) || MACHINE_DOMAINS.test(ascii)) return null
      if (!mine && (CODE_HOSTS.test(ascii) || FILE_ENDING.test(ascii)) && CODE_ACCOUNT.test(local))
        return null
      return `${local}@${ascii}`
    },
  }
}
