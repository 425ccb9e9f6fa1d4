/**
 * Pages on which a site's `script` and support chat run. A script stays in the document during client-side
 * navigation, so moving between both kinds of pages loads the page again.
 */

/** With this cookie (value `1`) pages load without scripts; it is set when an acting session starts. */
export const PLAIN_COOKIE = 'plain_pages'

/** The same while someone of the brand's own team is signed in; it stays while they are logged in as a customer. */
export const TEAM_COOKIE = 'plain_pages_of_team'

/** Whether a page with these cookies has no scripts. */
export const wantsPlainPages = (cookies: string): boolean =>
  cookies.split(/;\s*/).some((cookie) => cookie === `${PLAIN_COOKIE}=1` || cookie === `${TEAM_COOKIE}=1`)

/** Pages outside this list have no scripts: sign-in, money, keys and access settings. */
const SCRIPTED =
  /^\/(?:(?:lead-search|saved-lists|ai|autopilot|onboarding|business-profile|suppression|notifications|help)(?:\/.*)?)?$/

/** Whether scripts of the site may run on the page at this path. */
export const runsScripts = (path: string): boolean => SCRIPTED.test(path)

/** Whether navigation between two pages needs a full load, on a site with a script or a chat. */
export const changesScriptZone = (from: string, to: string): boolean => runsScripts(from) !== runsScripts(to)
