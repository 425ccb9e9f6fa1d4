import { BRAND_COLORS, DEFAULT_WHITE_LABEL_NAME, PASSWORD_MIN_LENGTH } from '../core/constants.ts'
import type { SiteSettings } from './sites.ts'

/** Default Resources links of a site. */
export const DEFAULT_MENU: readonly SiteSettings['menu'][number][] = [
  { label: 'WLS Setup', url: '/whitelabel/setup' },
  { label: 'Help & Support', url: '/help' },
]

/**
 * The default brand, also used on unknown domains. It must not name the product or the operator, because it appears
 * on other companies' pages.
 */
export const DEFAULT_BRAND: Readonly<SiteSettings> = {
  name: DEFAULT_WHITE_LABEL_NAME,
  domain: '',
  script: null,
  logo: null,
  logo_dark: null,
  icon: '/site-icon',
  content: null,
  login_page_bg_color: '#FFFFFF',
  sidebar_background_color: '#FFFFFF',
  button_color: BRAND_COLORS.primary,
  secondary_color: BRAND_COLORS.secondary,
  text_color: BRAND_COLORS.text,
  heading_color: BRAND_COLORS.heading,
  blue_color: BRAND_COLORS.blue,
  light_blue_color: BRAND_COLORS.lightBlue,
  // The server adds all of them: the first page needs none.
  crms: [],
  menu: [...DEFAULT_MENU],
  show_training_center: true,
  support_email: null,
  sign_up: false,
  password_min_length: PASSWORD_MIN_LENGTH,
  social: { google: null, facebook: null },
  chat: null,
  terms: null,
  map_tiles: null,
}
