/**
 * Pages on which a site's `script` and support chat run. A script stays in the document when the application goes to
 * another page by itself, so one goes between the two kinds of pages by loading the page again.
 */

/** While a browser has this cookie (value `1`), pages come without scripts: set before acting as someone starts. */
export const PLAIN_COOKIE = 'plain_pages'

/** What is not named here comes without scripts: signing in, money, keys, and what decides who gets in. */
const SCRIPTED =
  /^\/(?:(?:lead-search|saved-lists|ai|autopilot|onboarding|business-profile|suppression|notifications|help)(?:\/.*)?)?$/

/** Whether scripts of the site may run on the page at this path. */
export const runsScripts = (path: string): boolean => SCRIPTED.test(path)

/** Whether going from one page to another needs a full load, on a site that has a script or a chat. */
export const changesScriptZone = (from: string, to: string): boolean => runsScripts(from) !== runsScripts(to)
