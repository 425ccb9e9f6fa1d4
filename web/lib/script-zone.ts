import {
  changesScriptZone,
  runsScripts,
  TEAM_COOKIE,
  wantsPlainPages,
} from '#contract/branding/script-zone.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import type { User } from '#contract/identity/user.ts'
import { readBrand } from './branding.ts'

/** Longer than any session. */
const COOKIE_SECONDS = 365 * 24 * 60 * 60

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

/** Pages of a brand's team have no scripts from the next load on: they could read the team's tokens. */
export function noteTeam({ brand_scripts, acting }: Pick<User, 'acting' | 'brand_scripts'>): void {
  if (acting || typeof document === 'undefined') return
  const age = brand_scripts ? 0 : COOKIE_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the page, before any script
  document.cookie = `${TEAM_COOKIE}=1; path=/; samesite=strict; max-age=${age}`
}

/** Whether a chat may run in this document; elsewhere the server's policy would block it. */
export const allowsScripts = (): boolean => runsScripts(loadedAt) && !wantsPlainPages(document.cookie)
