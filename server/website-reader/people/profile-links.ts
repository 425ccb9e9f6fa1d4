/** Hosts where a page is a person's own, with the paths of such pages. */
const PROFILES: readonly { host: RegExp; path: RegExp }[] = [
  { host: /^(?:[a-z]{2,3}\.)?linkedin\.com$/, path: /^\/(?:in|pub)\/[^/]+/ },
  { host: /^xing\.com$/, path: /^\/(?:profile|people)\/[^/]+/ },
  {
    host: /^(?:twitter\.com|x\.com|mobile\.twitter\.com)$/,
    path: /^\/(?!intent|share|home|search|hashtag|i\/)\w{1,20}$/,
  },
  {
    host: /^(?:github\.com|gitlab\.com|codeberg\.org)$/,
    path: /^\/(?!sponsors|orgs|about|features)[\w.-]+$/,
  },
  {
    host: /^(?:instagram\.com|threads\.net|facebook\.com|fb\.com)$/,
    path: /^\/(?!sharer|share|explore|p\/|dialog|plugins|tr$)@?[\w.-]+$/,
  },
  { host: /^bsky\.app$/, path: /^\/profile\/[^/]+$/ },
  { host: /^(?:orcid\.org|researchgate\.net|scholar\.google\.com)$/, path: /^\/(?:\d{4}-|profile\/)/ },
  { host: /^(?:youtube\.com|tiktok\.com|medium\.com)$/, path: /^\/@[\w.-]+$/ },
  // Mastodon and its kin run on any host.
  { host: /\./, path: /^\/@[\w.]+(?:@[\w.-]+)?$/ },
]

/** The canonical address of a person's page in a network: https, no query, no trailing slash; null for other links. */
export function readProfileUrl(href: string, base: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(href.trim())) return null
  const url = URL.parse(href.trim(), base)
  if (!url || url.pathname.length > 120) return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const path = url.pathname.replace(/\/+$/, '')
  const known = PROFILES.some((profile) => profile.host.test(host) && profile.path.test(path))
  return known ? `https://${url.hostname}${path}` : null
}
