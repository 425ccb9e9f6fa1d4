/** Hosts that browsers trust without a certificate, for trying tiles out. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** What is wrong with a tile server's URL template, for the operator; null when it is valid. */
export function tileServerProblem(template: string): string | null {
  const example = 'write an address such as https://tiles.example.com/{z}/{x}/{y}.png'
  if (!URL.canParse(template)) return example
  const { protocol, hostname, username, password } = new URL(template)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOCAL.test(hostname)))
    return 'it must start with https://'
  // The origin becomes part of the page's content policy: it must contain no placeholder and no credentials.
  if (/[{}*;,\s]/.test(hostname) || /[{}*;,\s]/.test(decodeURIComponent(hostname)) || username || password)
    return `its host must be one plain name; ${example}`
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part)))
    return `{z}, {x} and {y} are needed; ${example}`
  return null
}
