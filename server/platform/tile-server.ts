/** Hosts that a browser trusts without a certificate; for trying tiles out. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** What is wrong with the template of a tile server, as a sentence for the operator; null when nothing is. */
export function tileServerProblem(template: string): string | null {
  const example = 'write an address such as https://tiles.example.com/{z}/{x}/{y}.png'
  if (!URL.canParse(template)) return example
  const { protocol, hostname, username, password } = new URL(template)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOCAL.test(hostname)))
    return 'it has to begin with https://'
  // The origin becomes a word of the page's content policy: nothing in it may be replaced, and nobody may be named.
  if (/[{}*;,\s]/.test(hostname) || /[{}*;,\s]/.test(decodeURIComponent(hostname)) || username || password)
    return `its host has to be one plain name; ${example}`
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part)))
    return `{z}, {x} and {y} are needed; ${example}`
  return null
}
