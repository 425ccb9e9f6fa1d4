/**
 * Pages on which a site's `script` and support chat run. A script stays in the document during client-side
 * navigation, so moving between both kinds of pages loads the page again.
 */

/** With this cookie (value `1`) pages load without scripts; it is set when an acting session starts. */
export const PLAIN_COOKIE = 'plain_pages'

/** Pages outside this list have no scripts: sign-in, money, keys and access settings. */
const SCRIPTED =
  /^\/(?:(?:lead-search|saved-lists|ai|autopilot|onboarding|business-profile|suppression|notifications|help)(?:\/.*)?)?$/

/** Whether scripts of the site may run on the page at this path. */
export const runsScripts = (path: string): boolean => SCRIPTED.test(path)

/** Whether navigation between two pages needs a full load, on a site with a script or a chat. */
export const changesScriptZone = (from: string, to: string): boolean => runsScripts(from) !== runsScripts(to)
