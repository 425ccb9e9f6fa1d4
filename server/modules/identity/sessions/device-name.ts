/**
 * A name and its marker in the user agent. The first match counts: most browsers also contain the names of their
 * ancestors.
 */
type Names = readonly (readonly [name: string, sign: RegExp])[]

const PROGRAMS: Names = [
  ['command line', /^leadwright-cli\//],
  ['curl', /^curl\//],
]
const BROWSERS: Names = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
]
const SYSTEMS: Names = [
  ['Windows', /\bWindows\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]

const find = (names: Names, agent: string): string | undefined =>
  names.find(([, sign]) => sign.test(agent))?.[0]

/** Browser and system of a user agent as a label: "Chrome on Windows", "command line", else "Unknown device". */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const program = find(PROGRAMS, agent)
  if (program) return program
  const parts = [find(BROWSERS, agent), find(SYSTEMS, agent)].filter((part) => part !== undefined)
  return parts.join(' on ') || 'Unknown device'
}
