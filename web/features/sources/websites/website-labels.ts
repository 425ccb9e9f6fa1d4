import type { Website } from '#contract/sources/websites.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'

/** Number of websites of a run; undefined while unknown. Its progress is shown elsewhere. */
export const websitesLabel = (total: number | undefined): string =>
  total === undefined ? 'Websites' : formatCount(total, 'website')

/** An address on one line: street, postal code and city, region, country. */
export function addressLabel({ address, country }: Pick<Website, 'address' | 'country'>): string {
  const city = [address?.postal_code, address?.city].filter(Boolean).join(' ')
  return [address?.street, city, address?.region, country].filter(Boolean).join(', ')
}

/** `+3 more`. */
export const moreLabel = (count: number): string => `+${formatNumber(count)} more`

/** Name of a network: `linkedin` becomes "LinkedIn". */
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
