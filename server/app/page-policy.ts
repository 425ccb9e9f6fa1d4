import type { SiteSettings } from '#contract/branding/sites.ts'
import { VIDEO_ORIGINS } from '#contract/branding/video-hosts.ts'

/** The vendor library's needs of the page's policy; added only where the site shows its button. */
const VENDOR_SOURCES = {
  google: {
    'script-src': 'https://accounts.google.com/gsi/client',
    'style-src': 'https://accounts.google.com/gsi/style',
    'frame-src': 'https://accounts.google.com/gsi/',
    'connect-src': 'https://accounts.google.com/gsi/',
  },
  facebook: {
    'script-src': 'https://connect.facebook.net',
    'frame-src': 'https://www.facebook.com https://web.facebook.com',
    'connect-src': 'https://www.facebook.com https://graph.facebook.com https://connect.facebook.net',
    'img-src': 'https://www.facebook.com',
  },
} satisfies Record<string, Record<string, string>>

/** Hosts of support chats, from their vendors' policy documentation. */
const CHAT_HOSTS = {
  intercom: ['*.intercom.io', '*.intercomcdn.com', '*.intercomassets.com', '*.intercomusercontent.com'],
  crisp: ['*.crisp.chat'],
} as const

/** Sources allowed for a site's scripts, where they run at all. */
export interface ScriptZone {
  /** `cdn.example.com` or `*.example.com`. */
  hosts: readonly string[]
}

/** A chat or script brings its own styles, images, frames and connections; they are allowed nowhere else. */
function addScriptZone(policy: Record<string, string[]>, { hosts }: ScriptZone, chat: SiteSettings['chat']) {
  const all = [...hosts, ...(chat ? CHAT_HOSTS[chat.vendor] : [])]
  const secure = all.map((host) => `https://${host}`)
  for (const directive of ['script-src', 'img-src', 'font-src', 'connect-src', 'media-src', 'frame-src'])
    policy[directive] = [...(policy[directive] ?? []), ...secure]
  policy['connect-src']?.push(...all.map((host) => `wss://${host}`))
  // Their styles are in elements without a nonce, and a nonce would disable 'unsafe-inline'.
  policy['style-src'] = ["'self'", "'unsafe-inline'", ...secure]
}

/** Scripts and styles are served from here or carry the page's nonce; the grid positions rows with style attributes. */
export function pagePolicy(nonce: string, brand: SiteSettings, zone: ScriptZone | null): string {
  const { social, map_tiles: tiles } = brand
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': [...VIDEO_ORIGINS],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  if (tiles) {
    const { origin } = new URL(tiles.url)
    policy['img-src']?.push(origin)
    policy['connect-src']?.push(origin)
  }
  if (zone) addScriptZone(policy, zone, brand.chat)
  for (const vendor of ['google', 'facebook'] as const) {
    if (!social[vendor]) continue
    for (const [directive, source] of Object.entries(VENDOR_SOURCES[vendor])) {
      const sources = policy[directive] ?? []
      sources.push(source)
      policy[directive] = sources
    }
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

/** A vendor's popup talks to its opener, and its library checks the site; elsewhere the strict headers apply. */
export const vendorHeaders = ({ google, facebook }: SiteSettings['social']): Record<string, string> =>
  google || facebook
    ? {
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
      }
    : {}
