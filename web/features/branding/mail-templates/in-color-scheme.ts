const DARK = /@media \(prefers-color-scheme: dark\)/g
const OWN_IMAGE = /\ssrc="https?:\/\/[^"/]+(\/brand-images\/)/g

/** A mail as a reader in dark or light mode sees it; images of the brand come from this page's own server. */
export const inColorScheme = (html: string, dark: boolean): string =>
  html.replace(DARK, dark ? '@media all' : '@media not all').replace(OWN_IMAGE, ' src="$1')
