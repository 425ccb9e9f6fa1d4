import { BRAND_COLORS } from '../core/constants.ts'
import { contrast, luminance, mix, normalizeHex, readableOn, readLightness, withLightness } from './color.ts'
import type { SiteSettings } from './sites.ts'

/** Colours chosen by a brand. They are input only: pages use the output of `deriveShades`. */
export type BrandColors = Pick<
  SiteSettings,
  | 'login_page_bg_color'
  | 'sidebar_background_color'
  | 'button_color'
  | 'secondary_color'
  | 'text_color'
  | 'heading_color'
  | 'blue_color'
  | 'light_blue_color'
>

/** Pairs of text and background variables; each meets WCAG AA (4.5) in both schemes. */
export const TEXT_PAIRS = [
  ['--app-text', '--app-body'],
  ['--app-text', '--app-surface'],
  ['--app-text', '--app-hover'],
  ['--app-heading', '--app-body'],
  ['--app-heading', '--app-surface'],
  ['--app-dimmed', '--app-body'],
  ['--app-dimmed', '--app-surface'],
  ['--app-dimmed', '--app-hover'],
  ['--app-on-fill', '--app-fill'],
  ['--app-on-fill', '--app-fill-hover'],
  ['--app-accent', '--app-body'],
  ['--app-accent', '--app-surface'],
  ['--app-accent', '--app-hover'],
  ['--app-soft-text', '--app-soft'],
  ['--app-soft-text', '--app-soft-hover'],
  ['--app-on-login', '--app-login'],
  ['--app-side-text', '--app-side'],
  ['--app-side-text', '--app-side-hover'],
  ['--app-side-dimmed', '--app-side'],
  ['--app-side-active-text', '--app-side-active'],
  ['--app-success', '--app-surface'],
  ['--app-success', '--app-hover'],
  ['--app-warning', '--app-surface'],
  ['--app-warning', '--app-hover'],
  ['--app-danger', '--app-surface'],
  ['--app-danger', '--app-hover'],
  ['--app-secondary', '--app-surface'],
  ['--app-info', '--app-surface'],
  ['--app-info', '--app-hover'],
  ['--app-info', '--app-info-soft'],
] as const

type Variable =
  | (typeof TEXT_PAIRS)[number][number]
  | '--app-border'
  | '--app-border-strong'
  | '--app-focus'
  | '--app-chart'
export type Shades = Record<Variable, string>

const DEFAULTS: BrandColors = {
  login_page_bg_color: '#ffffff',
  sidebar_background_color: '#ffffff',
  button_color: BRAND_COLORS.primary,
  secondary_color: BRAND_COLORS.secondary,
  text_color: BRAND_COLORS.text,
  heading_color: BRAND_COLORS.heading,
  blue_color: BRAND_COLORS.blue,
  light_blue_color: BRAND_COLORS.lightBlue,
}

const GROUND = {
  light: { body: '#ffffff', surface: '#fbfbfc', hover: '#f3f4f6', line: '#e6e8ec', strong: '#d3d7de' },
  dark: { body: '#111318', surface: '#161920', hover: '#1e222b', line: '#272c36', strong: '#39404d' },
} as const

const SIGNALS = { success: '#12855a', warning: '#9a6700', danger: '#c93a3a' } as const

/**
 * A fill keeps the chosen colour unless it is indistinguishable from the page; hover moves it away from its text, so
 * contrast only grows.
 */
const fillShades = (chosen: string, body: string) => {
  const fill = contrast(chosen, body) >= 1.15 ? chosen : readableOn(chosen, body, 1.5)
  // White if readable, else the darkest ink: a grey that barely passes looks disabled.
  const on = contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : readableOn('#14161c', fill)
  const l = readLightness(fill)
  const hover = withLightness(
    fill,
    luminance(on) > luminance(fill) ? Math.max(0, l - 0.05) : Math.min(1, l + 0.05),
  )
  return { fill, hover, on: contrast(on, hover) >= 4.5 ? on : readableOn(on, [fill, hover]) }
}

/** Sidebar backgrounds move towards the text's tone as usual, unless the text would become unreadable. */
const sideShades = (side: string, accent: string) => {
  const onDark = contrast('#ffffff', side) >= contrast('#000000', side)
  const [tone, opposite] = onDark ? ['#ffffff', '#000000'] : ['#000000', '#ffffff']
  const ground = (share: number) => {
    const usual = mix(side, tone, share)
    return contrast(tone, usual) >= 4.6 ? usual : mix(side, opposite, share)
  }
  const [hover, active] = [ground(0.05), ground(onDark ? 0.12 : 0.07)]
  return {
    '--app-side': side,
    '--app-side-hover': hover,
    '--app-side-active': active,
    '--app-side-text': readableOn(mix(tone, side, 0.2), [side, hover]),
    '--app-side-dimmed': readableOn(mix(tone, side, 0.4), side),
    '--app-side-active-text': readableOn(accent, active),
  }
}

/**
 * Derives every colour of the page from a brand for one scheme. Each pair of TEXT_PAIRS has a contrast of at least
 * 4.5 for any input; invalid colours fall back to the defaults.
 */
export function deriveShades(brand: Partial<BrandColors>, scheme: 'light' | 'dark'): Shades {
  const pick = (key: keyof BrandColors) => normalizeHex(brand[key] ?? '') ?? DEFAULTS[key]
  const ground = GROUND[scheme]
  const dark = scheme === 'dark'
  const all = [ground.body, ground.surface, ground.hover]
  const primary = pick('button_color')
  const heading = dark ? withLightness(pick('heading_color'), 0.94, 0.4) : pick('heading_color')
  const { fill, hover, on } = fillShades(primary, ground.body)
  const soft = mix(ground.body, primary, dark ? 0.2 : 0.08)
  const softHover = mix(ground.body, primary, dark ? 0.28 : 0.13)
  const infoSoft = mix(ground.body, pick('light_blue_color'), dark ? 0.2 : 0.1)
  const login = dark ? withLightness(pick('login_page_bg_color'), 0.17, 0.35) : pick('login_page_bg_color')
  // Both brand colours tint the background by this share (auth-layout.module.css).
  const tints = [primary, pick('secondary_color')].map((color) => mix(login, color, 0.09))
  const onLogin = readableOn(heading, [login, ...tints])
  const side = dark
    ? mix('#0d0f14', withLightness(pick('sidebar_background_color'), 0.2), 0.4)
    : pick('sidebar_background_color')
  return {
    '--app-body': ground.body,
    '--app-surface': ground.surface,
    '--app-hover': ground.hover,
    '--app-border': ground.line,
    '--app-border-strong': ground.strong,
    '--app-text': readableOn(withLightness(pick('heading_color'), dark ? 0.9 : 0.32), all, 9),
    '--app-heading': readableOn(heading, all, 10),
    '--app-dimmed': readableOn(pick('text_color'), all, 4.8),
    '--app-fill': fill,
    '--app-fill-hover': hover,
    '--app-on-fill': on,
    '--app-accent': readableOn(primary, all),
    '--app-focus': readableOn(primary, all, 3),
    '--app-soft': soft,
    '--app-soft-hover': softHover,
    '--app-soft-text': readableOn(primary, [soft, softHover]),
    '--app-login': login,
    '--app-on-login': contrast(onLogin, login) >= 4.5 ? onLogin : readableOn(heading, login),
    ...sideShades(side, primary),
    '--app-success': readableOn(SIGNALS.success, all),
    '--app-warning': readableOn(SIGNALS.warning, all),
    '--app-danger': readableOn(SIGNALS.danger, all),
    '--app-secondary': readableOn(pick('secondary_color'), all),
    '--app-info': readableOn(pick('blue_color'), [...all, infoSoft]),
    '--app-info-soft': infoSoft,
    // Lines and bars need 3, not 4.5 (WCAG 1.4.11).
    '--app-chart': readableOn(pick('light_blue_color'), all, 3),
  }
}

const variables = (brand: Partial<BrandColors>, scheme: 'light' | 'dark'): string =>
  Object.entries(deriveShades(brand, scheme))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * The style sheet of a brand: variables for each color scheme. Until a script has set the scheme, it follows the
 * browser's preference.
 */
export function brandCss(brand: Partial<BrandColors>): string {
  const [light, dark] = [variables(brand, 'light'), variables(brand, 'dark')]
  const [undecided, chosen] = [':root:not([data-mantine-color-scheme])', ':root[data-mantine-color-scheme=']
  return [
    `${undecided},${chosen}'light']{${light}}`,
    `@media (prefers-color-scheme:dark){${undecided}{color-scheme:dark;${dark}}}`,
    `${chosen}'dark']{${dark}}`,
    'body{background:var(--app-body);color:var(--app-text)}',
  ].join('\n')
}
