import {
  BRAND_COLORS,
  CRMS,
  DEFAULT_WHITE_LABEL_NAME,
  PASSWORD_MIN_LENGTH,
  PRODUCT_NAME,
} from './constants.ts'
import type { SiteSettings } from './sites.ts'

/** The brand of a domain that nobody has branded: the product's own. Server and browser have no other. */
export const PLATFORM_BRAND: Readonly<SiteSettings> = {
  name: PRODUCT_NAME,
  domain: '',
  script: null,
  logo: null,
  content: null,
  login_page_bg_color: '#FFFFFF',
  sidebar_background_color: '#FFFFFF',
  button_color: BRAND_COLORS.primary,
  secondary_color: BRAND_COLORS.secondary,
  text_color: BRAND_COLORS.text,
  heading_color: BRAND_COLORS.heading,
  crms: [...CRMS],
  menu: [],
  show_training_center: true,
  support_email: null,
  sign_up: false,
  password_min_length: PASSWORD_MIN_LENGTH,
  social: { google: null, facebook: null },
  terms: null,
  map_tiles: null,
}

/** What a reseller's new brand starts from: without a name of its own it never shows the product's. */
export const NEW_BRAND: Readonly<SiteSettings> = { ...PLATFORM_BRAND, name: DEFAULT_WHITE_LABEL_NAME }
