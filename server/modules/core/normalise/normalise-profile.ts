import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/leads/place-fields.ts'
import { readProfile } from '#server/website-reader/index.ts'

/** Base URL for a bare name, by network. */
const NAMED: Record<SocialNetwork, (name: string) => string> = {
  facebook: (name) => `https://facebook.com/${name}`,
  instagram: (name) => `https://instagram.com/${name}`,
  linkedin: (name) => `https://linkedin.com/company/${name}`,
  x: (name) => `https://x.com/${name}`,
  youtube: (name) => `https://youtube.com/@${name}`,
  tiktok: (name) => `https://tiktok.com/@${name}`,
}
const BARE_NAME = /^@?([\w.-]{2,80})$/
const isNetwork = (text: string): text is SocialNetwork =>
  (SOCIAL_NETWORKS as readonly string[]).includes(text)

/** The profile of a URL, with its network; null for others. */
export function profileIn(address: string): { network: SocialNetwork; url: string } | null {
  const profile = readProfile(address)
  const network = profile?.network === 'twitter' ? 'x' : profile?.network
  return profile && network && isNetwork(network) ? { network, url: profile.url } : null
}

/** The profiles among URLs, the first of each network. */
export function profilesIn(addresses: readonly string[]): Partial<Record<SocialNetwork, string>> {
  const found: Partial<Record<SocialNetwork, string>> = {}
  for (const address of addresses) {
    const profile = profileIn(address)
    if (profile) found[profile.network] ??= profile.url
  }
  return found
}

/** A profile on a network, from a URL or a bare name; null for neither. */
export function profileOn(network: SocialNetwork, text: string): string | null {
  const [word = ''] = text.trim().split(/[\s;,]+/)
  const bare = BARE_NAME.exec(word)
  // A host has a dot as well.
  const isName = bare !== null && !/\.(?:com|me|be)$/i.test(word)
  const address = isName
    ? NAMED[network](bare[1] as string)
    : /^https?:/i.test(word)
      ? word
      : `https://${word.replace(/^\/\//, '')}`
  // A name of the network itself is not a profile.
  const profile = profileIn(address)
  return profile?.network === network ? profile.url : null
}
