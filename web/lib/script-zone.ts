import { changesScriptZone, PLAIN_COOKIE, runsScripts } from '#contract/branding/script-zone.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { readBrand } from './branding.ts'

/** The path this document was loaded at: its content security policy and scripts belong to that page. */
const loadedAt = globalThis.location?.pathname ?? '/'

/**
 * Whether navigating to this path needs a full load. Scripts added by a site stay in the document, so pages
 * with and without scripts must not share one.
 */
export const needsFullLoad = (
  path: string,
  from: string = loadedAt,
  { script, chat }: Pick<SiteSettings, 'script' | 'chat'> = readBrand(),
): boolean => (script !== null || chat !== null) && changesScriptZone(from, path)

/** Whether a chat may run in this document; elsewhere the server's policy would block it. */
export const allowsScripts = (): boolean =>
  runsScripts(loadedAt) && !document.cookie.split('; ').includes(`${PLAIN_COOKIE}=1`)
