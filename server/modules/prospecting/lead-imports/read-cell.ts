import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/leads/place-fields.ts'
import {
  cleanText,
  isNothing,
  type NetworkName,
  normaliseUrl,
  profileOn,
  profileUrl,
  registrableDomain,
} from '#server/modules/core/normalise/index.ts'
import { type ReadValue, readValue, type ValueContext } from '#server/modules/leads/lead-edits/index.ts'

const OF_PEOPLE: readonly string[] = ['linkedin', 'github', 'x'] satisfies NetworkName[]

/** A profile URL, also from a name such as `@anna`; other text stays unchanged. */
function profileText(field: FieldDefinition, text: string): string {
  const network = /^(\w+)_url$/.exec(field.name)?.[1]
  if (network === undefined) return text
  const isSocial = (SOCIAL_NETWORKS as readonly string[]).includes(network)
  const person = OF_PEOPLE.includes(network) ? profileUrl(text, network as NetworkName) : null
  if (/\/company\//i.test(text) && isSocial) return profileOn(network as SocialNetwork, text) ?? text
  return person ?? (isSocial ? profileOn(network as SocialNetwork, text) : null) ?? text
}

/** `https://www.acme.com/about` in a domain column is `acme.com`. */
const domainText = (text: string): string => {
  const address = normaliseUrl(text)
  return (address && registrableDomain(address)) || text.toLowerCase()
}

/** `ida (at) acme.com` and `E-mail: ida@acme.com`, as pages write them; other text stays unchanged. */
const emailText = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/^e-?(?:mail)?\s*:\s*/i, '')
    .replace(/\s*[([{]\s*(?:at|ät|arroba|chiocciola)\s*[)\]}]\s*/i, '@')
    .replace(/\s*[([{]\s*(?:dot|punkt|point|punto|ponto)\s*[)\]}]\s*/gi, '.')

/** A website with a remark behind it: `www.acme.com (shop)`. */
const urlText = (text: string): string => text.replace(/\s+\([^()]*\)$/, '')

/** A cell parsed for its field, or its problem. Programs' placeholders for nothing are no value. */
export function readCell(field: FieldDefinition, raw: string, context: ValueContext): ReadValue {
  // Megabytes of text are rejected before any regular expression.
  const text = raw.length > 10_000 ? raw : cleanText(raw)
  if (isNothing(text)) return { value: null }
  if (text.length > 10_000) return { problem: 'This text is too long' }
  if (field.name === 'domain') return readValue(field, domainText(text), context)
  if (field.kind === 'url') return readValue(field, profileText(field, urlText(text)), context)
  return readValue(field, field.kind === 'email' ? emailText(text) : text, context)
}
