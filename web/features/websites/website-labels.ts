import type { Run } from '#contract/runs.ts'
import type { Website } from '#contract/websites.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { isRunActive } from '#web/lib/run-facts.ts'

/**
 * How far a run is, told in web sites: `12 of 40 web sites`. `known` is how many web sites the run has, undefined
 * while nobody knows; a run that counts leads tells only that number.
 */
export function progressWords(run: Pick<Run, 'state' | 'total' | 'done'>, known: number | undefined): string {
  if (known === undefined) return 'Web sites'
  const same = run.total === known
  if (isRunActive(run) && same) return `${formatNumber(run.done)} of ${formatCount(known, 'web site')}`
  return formatCount(known, 'web site')
}

/** An address on one line: street, postal code and city, region, country. */
export function addressWords({ address, country }: Pick<Website, 'address' | 'country'>): string {
  const city = [address?.postal_code, address?.city].filter(Boolean).join(' ')
  return [address?.street, city, address?.region, country].filter(Boolean).join(', ')
}

/** What a web site gave, in short: `3 e-mails · 2 phones · 5 people`. */
export const foundWords = ({
  emails,
  phones,
  people,
}: Pick<Website, 'emails' | 'phones' | 'people'>): string =>
  [
    formatCount(emails.length, 'e-mail'),
    formatCount(phones.length, 'phone'),
    formatCount(people.length, 'person', 'people'),
  ].join(' · ')

/** A network's name from its id: `linkedin` reads "LinkedIn". */
export function networkName(network: string): string {
  const names: Record<string, string> = {
    linkedin: 'LinkedIn',
    youtube: 'YouTube',
    tiktok: 'TikTok',
    github: 'GitHub',
    x: 'X',
  }
  return Object.hasOwn(names, network)
    ? (names[network] as string)
    : network.charAt(0).toUpperCase() + network.slice(1)
}
