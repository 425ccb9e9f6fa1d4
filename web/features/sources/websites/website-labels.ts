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

/** Networks that a capital doesn’t make a name. */
const NETWORK_NAMES: Record<string, string> = {
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  github: 'GitHub',
  gitlab: 'GitLab',
  xing: 'XING',
  whatsapp: 'WhatsApp',
  google_maps: 'Google Maps',
  soundcloud: 'SoundCloud',
  vk: 'VK',
  line: 'LINE',
}

/** Name of a network, as its owner writes it: `linkedin` becomes "LinkedIn". */
export const networkName = (network: string): string =>
  Object.hasOwn(NETWORK_NAMES, network)
    ? (NETWORK_NAMES[network] as string)
    : network.charAt(0).toUpperCase() + network.slice(1)
