/** A new key: `token` is shown once, `hash` is stored, `hint` is its first characters. */
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

/** Whether a bearer token has the form of a key. A session token is shorter, so it never does. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const program = find(PROGRAMS, agent)
  if (program) return program
  const parts = [find(BROWSERS, agent), find(SYSTEMS, agent)].filter((part) => part !== undefined)
  return parts.join(' on ') || 'Unknown device'
}
