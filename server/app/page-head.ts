import { brandCss } from '#contract/branding/brand-shades.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { parseHtml } from '#server/platform/html/parse-html.ts'
import { RELEASE } from '#server/platform/release.ts'

/** Inside a script element only `<` could end it early. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The parts of the head that depend on Host: colors, icon, manifest, link previews. */
export function brandHead(brand: SiteSettings, origin: string, nonce: string): string {
  const { name, icon, logo, button_color: color } = brand
  const meta = (property: string, content: string) =>
    `<meta property="${property}" content="${escapeHtml(content)}" />`
  return [
    `<style data-brand nonce="${nonce}">${brandCss(brand)}</style>`,
    `<link rel="icon" href="${escapeHtml(icon)}" />`,
    `<link rel="apple-touch-icon" href="${escapeHtml(icon)}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    // Errors report their release, also those of a page opened before the last one.
    `<meta name="release" content="${escapeHtml(RELEASE)}" />`,
    `<meta name="application-name" content="${escapeHtml(name)}" />`,
    ...(isColor(color) ? [`<meta name="theme-color" content="${color}" />`] : []),
    meta('og:type', 'website'),
    meta('og:title', name),
    meta('og:site_name', name),
    ...(logo?.startsWith('/') ? [meta('og:image', `${origin}${logo}`)] : []),
  ].join('\n    ')
}

const WANTED = new Set(['src', 'async', 'defer', 'type', 'id', 'crossorigin', 'integrity'])

/** The script elements of a site's HTML, each with the page's nonce; everything else is dropped. */
export function scriptElements(html: string, nonce: string): string {
  const scripts: { attributes: Record<string, string>; text: string }[] = []
  let open: (typeof scripts)[number] | null = null
  parseHtml(html, {
    onopentag(name, attributes) {
      if (name !== 'script') return
      open = { attributes, text: '' }
      scripts.push(open)
    },
    ontext(text) {
      if (open) open.text += text
    },
    onclosetag(name) {
      if (name === 'script') open = null
    },
  })
  return scripts
    .filter(({ attributes }) => attributes.src === undefined || /^https:\/\//i.test(attributes.src))
    .map(({ attributes, text }) => {
      const allowed = Object.entries(attributes).filter(
        ([name]) => WANTED.has(name) || name.startsWith('data-'),
      )
      const written = allowed.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
      return `<script nonce="${nonce}"${written}>${text}</script>`
    })
    .join('\n')
}

/** The first letter of a name on the brand's color, for brands without an icon. */
export function letterIcon({ name, button_color: color }: SiteSettings): string {
  const letter = escapeHtml([...name.trim()][0]?.toUpperCase() ?? '·')
  const ground = isColor(color) ? color : '#573BFF'
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  const ink = red * 0.299 + green * 0.587 + blue * 0.114 > 160 ? '#14161c' : '#ffffff'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/><text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" font-weight="600" fill="${ink}">${letter}</text></svg>`
}

/** The manifest for a phone's home screen. */
export const makeManifest = ({ name, icon, button_color: color }: SiteSettings) => ({
  name,
  short_name: name.slice(0, 30),
  start_url: '/',
  display: 'browser',
  theme_color: color,
  background_color: '#ffffff',
  icons: [{ src: icon, sizes: 'any', purpose: 'any' }],
})
