import { changesScriptZone, PLAIN_COOKIE, runsScripts } from '#contract/branding/script-zone.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { readBrand } from './branding.ts'

/** Where this document was loaded: its policy and the scripts in it are those of that page. */
const loadedAt = globalThis.location?.pathname ?? '/'

/**
 * Whether going to this path needs a full load: what a site has put into a document stays in it, so pages with scripts
 * and pages without share none.
 */
export const needsFullLoad = (
  path: string,
  from: string = loadedAt,
  { script, chat }: Pick<SiteSettings, 'script' | 'chat'> = readBrand(),
): boolean => (script !== null || chat !== null) && changesScriptZone(from, path)

/** Whether a chat may run in this document; the server's policy would refuse it elsewhere. */
export const allowsScripts = (): boolean =>
  runsScripts(loadedAt) && !document.cookie.split('; ').includes(`${PLAIN_COOKIE}=1`)
