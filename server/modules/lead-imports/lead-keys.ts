import type { ListTypeId } from '#contract/list-types/index.ts'
import { nameKey, streetKey } from '#server/modules/normalise/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'

type Known = Record<string, string | number | null | undefined>

const text = (value: Known[string]): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)

const fold = (value: Known[string]): string | null => {
  const own = text(value)
  return own === null ? null : foldText(own) || null
}

/** `https://de.linkedin.com/in/Anna/` and `http://www.linkedin.com/in/anna` are one profile. */
const profileKey = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(?:[\w-]+\.)*?(linkedin\.com)/, '$1')
    .replace(/[/?#]+$/, '')

/** Hosts of a website without scheme, `www.` and a slash at the end. */
const siteKey = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')

/** A name alone says nothing: two businesses of one name in a city with different streets are two. */
function businessKeys(lead: Known): string[] {
  const name = text(lead.name)
  const key = name === null ? null : (nameKey(name) ?? foldText(name))
  const phone = text(lead.phone)
  const domain = text(lead.domain)
  const email = text(lead.email)
  const site = text(lead.website)
  const city = fold(lead.city)
  const profile = text(lead.linkedin_url)
  if (key === null) {
    if (site !== null) return [`site:${siteKey(site)}`]
    return email !== null ? [`email:${email}`] : profile !== null ? [`profile:${profileKey(profile)}`] : []
  }
  const street = text(lead.street)
  const door = street === null ? null : streetKey(street)
  const place = fold(lead.postal_code) ?? city
  const keys: string[] = []
  if (door !== null) keys.push(`at:${key}|${door}|${city ?? place ?? ''}`)
  if (phone !== null) keys.push(`phone:${key}|${phone}`)
  if (door === null && city !== null) keys.push(`in:${key}|${city}|${domain ?? ''}`)
  if (door === null && city === null)
    keys.push(domain === null && email !== null ? `name:${key}|${email}` : `name:${key}|${domain ?? ''}`)
  return keys
}

/** By which keys a lead is looked up, the surest first, and under which it is known from then on. */
export interface LeadKeys {
  find: string[]
  learn: string[]
}

const cut = (key: string): string => key.slice(0, 400).toWellFormed()

/** People of one name in one company are the same as long as not both have an email or a profile of their own. */
function personKeys(lead: Known): LeadKeys {
  const email = text(lead.email)
  const profile = text(lead.linkedin_url)
  const name = fold(lead.name)
  const firm = text(lead.company)
  const company = text(lead.domain) ?? (firm && (nameKey(firm) ?? fold(firm)))
  const handle = fold(lead.handle)
  const site = text(lead.website)
  const own: string[] = []
  if (email !== null) own.push(`email:${email.toLowerCase()}`)
  if (profile !== null) own.push(`profile:${profileKey(profile)}`)
  if (handle !== null) own.push(`handle:${fold(lead.platform) ?? ''}|${handle}`)
  const named = name !== null && company !== null ? `${name}|${company}` : null
  if (own.length > 0)
    return named === null
      ? { find: own, learn: own }
      : { find: [...own, `name:${named}`], learn: [...own, `named:${named}`] }
  if (named !== null) return { find: [`name:${named}`, `named:${named}`], learn: [`name:${named}`] }
  const keys = site === null ? [] : [`site:${name ?? ''}|${siteKey(site)}`]
  return { find: keys, learn: keys }
}

/** What a lead is known by within an account. Leads that share a key mean the same. */
export function leadKeys(type: ListTypeId, lead: Known): LeadKeys {
  const same = type === 'local' ? businessKeys(lead) : null
  const { find, learn } = same ? { find: same, learn: same } : personKeys(lead)
  return { find: find.map(cut), learn: learn.map(cut) }
}
