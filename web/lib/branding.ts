import { brandCss } from '#contract/branding/brand-shades.ts'
import { DEFAULT_BRAND } from '#contract/branding/default-brand.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { call } from './api.ts'
import { shell } from './endpoints.ts'
import { createStore, useStore } from './store.ts'

const store = createStore<SiteSettings>(DEFAULT_BRAND)

export const readBrand = store.get
export const useBrand = (): SiteSettings => useStore(store)

/** The page's nonce for style elements that we add; empty if there is none. */
export const pageNonce = (): string => {
  const nonce = document.querySelector<HTMLElement>('script[nonce], style[nonce]')?.nonce ?? ''
  return nonce.startsWith('__') ? '' : nonce
}

/** Applies a brand's colors, icon and name. */
function applyBrand(brand: SiteSettings): void {
  let style = document.querySelector<HTMLStyleElement>('style[data-brand]')
  if (!style) {
    style = document.createElement('style')
    style.dataset.brand = ''
    style.nonce = pageNonce()
    document.head.append(style)
  }
  style.textContent = brandCss(brand)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = brand.icon
  store.set(brand)
}

/** The brand embedded in the page by the server; undefined if it is a placeholder or unreadable. */
function embeddedBrand(): SiteSettings | undefined {
  try {
    const value: unknown = JSON.parse(document.getElementById('brand')?.textContent ?? '')
    return typeof value === 'object' && value !== null && 'button_color' in value
      ? { ...DEFAULT_BRAND, ...(value as Partial<SiteSettings>) }
      : undefined
  } catch {
    return undefined
  }
}

/** Takes the page's embedded brand, or fetches it if there is none. Never throws. */
export async function startBranding(): Promise<void> {
  const embedded = embeddedBrand()
  if (embedded) return store.set(embedded)
  applyBrand(DEFAULT_BRAND)
  await refreshBrand()
}

/** Fetches and applies the brand of this page; on failure the current one stays. Never throws. */
export async function refreshBrand(): Promise<void> {
  try {
    const reply = await call(shell.siteSettings, {
      body: { domain: location.hostname },
      // Shown instead: nothing: it only reads
      quiet: true,
      read: true,
    })
    applyBrand({ ...DEFAULT_BRAND, ...reply.data })
  } catch {
    // The current brand stays (spec section 8).
  }
}

let isOther = false

/** Shows another brand than the domain's while logged in as someone who knows it; null returns to the domain's. */
export function showBrandOf(brand: SiteSettings | null): void {
  if (brand) applyBrand(brand)
  else if (isOther) void refreshBrand()
  isOther = brand !== null
}

/** Sets the document title: page, then brand. */
export function setTitle(page: string | undefined, brand: string): void {
  document.title = page ? `${page} · ${brand}` : brand
}
