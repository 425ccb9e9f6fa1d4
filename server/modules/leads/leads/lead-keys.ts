import { type ListTypeId, subjectOf } from '#contract/leads/list-types/index.ts'
import { cityKey, nameKey, ownDomain, streetKey } from '#server/modules/core/normalise/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'

type Known = Record<string, string | number | null | undefined>

const text = (value: Known[string]): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)

const fold = (value: Known[string]): string | null => {
  const own = text(value)
  return own === null ? null : foldText(own) || null
}

const normalCity = (value: Known[string]): string | null => {
  const own = text(value)
  return own === null ? null : cityKey(own)
}

/** `https://de.linkedin.com/in/Anna/` and `http://www.linkedin.com/in/anna` are one profile. */
const profileKey = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(?:[\w-]+\.)*?(linkedin\.com)/, '$1')
    .replace(/[/?#]+$/, '')

/** A website's URL without scheme, `www.` and trailing slash. */
const siteKey = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')

/** A lead's lookup keys, most certain first, and its permanent key. */
export interface LeadKeys {
  find: string[]
  learn: string[]
}

/** The registrable domain in a lead or of its website. */
const domainOf = (lead: Known): string | null => {
  const site = text(lead.website)
  return text(lead.domain) ?? (site === null ? null : ownDomain(site))
}

/** A business without a name is identified by its most certain value. */
function namelessKeys(lead: Known): string[] {
  const [site, email, profile] = [text(lead.website), text(lead.email), text(lead.linkedin_url)]
  if (site !== null) return [`site:${siteKey(site)}`]
  if (email !== null) return [`email:${email}`]
  return profile === null ? [] : [`profile:${profileKey(profile)}`]
}

/**
 * Two businesses of one name in a city with different streets are different; without a street they are the same
 * unless both have their own domain.
 */
function businessKeys(lead: Known, cityOf: (city: Known[string]) => string | null): LeadKeys {
  const name = text(lead.name)
  const key = name === null ? null : (nameKey(name) ?? foldText(name))
  const same = (keys: string[]): LeadKeys => ({ find: keys, learn: keys })
  if (key === null) return same(namelessKeys(lead))
  const [phone, street, city] = [text(lead.phone), text(lead.street), cityOf(lead.city)]
  const streetKeyed = street === null ? null : streetKey(street)
  const domain = domainOf(lead)
  const phones = phone === null ? [] : [`phone:${key}|${phone}`]
  if (streetKeyed !== null)
    return same([`at:${key}|${streetKeyed}|${city ?? fold(lead.postal_code) ?? ''}`, ...phones])
  if (city === null) return same([...phones, `name:${key}|${domain ?? text(lead.email) ?? ''}`])
  const alone = `in:${key}|${city}|`
  const some = `some:${key}|${city}`
  if (domain === null) return { find: [...phones, alone, some], learn: [...phones, alone] }
  const own = [...phones, `${alone}${domain}`]
  return { find: [...own, alone], learn: [...own, some] }
}

const cut = (key: string): string => key.slice(0, 400).toWellFormed()

/**
 * People of one name in one company are the same unless both have their own email or profile: one source knows
 * the email and the next one the profile.
 */
function personKeys(lead: Known): LeadKeys {
  const email = text(lead.email)
  const profile = text(lead.linkedin_url)
  const name = fold(lead.name)
  const firm = text(lead.company)
  const company = domainOf(lead) ?? (firm && (nameKey(firm) ?? fold(firm)))
  const handle = fold(lead.handle)
  const site = text(lead.website)
  const own: string[] = []
  if (email !== null) own.push(`email:${email.toLowerCase()}`)
  if (profile !== null) own.push(`profile:${profileKey(profile)}`)
  if (handle !== null) own.push(`handle:${fold(lead.platform) ?? ''}|${handle}`)
  const named = name !== null && company !== null ? `${name}|${company}` : null
  if (own.length > 0) {
    if (named === null) return { find: own, learn: own }
    const only = handle !== null ? null : profile === null ? 'email' : email === null ? 'profile' : null
    const other = only === 'email' ? 'profile' : 'email'
    return {
      find: [...own, `name:${named}`, ...(only ? [`only-${other}:${named}`] : [])],
      learn: [...own, `named:${named}`, ...(only ? [`only-${only}:${named}`] : [])],
    }
  }
  if (named !== null) return { find: [`name:${named}`, `named:${named}`], learn: [`name:${named}`] }
  const keys = site === null ? [] : [`site:${name ?? ''}|${siteKey(site)}`]
  return { find: keys, learn: keys }
}

/** A lead's identity within an account. Leads that share a key are the same. */
export function leadKeys(type: ListTypeId, lead: Known): LeadKeys {
  const isBusiness = subjectOf(type) === 'business'
  const { find, learn } = isBusiness ? businessKeys(lead, normalCity) : personKeys(lead)
  // Old leads have keys with the city as written, before normalization.
  const isCityChanged = isBusiness && normalCity(lead.city) !== fold(lead.city)
  const earlier = isCityChanged ? businessKeys(lead, fold).find : []
  return { find: [...new Set([...find, ...earlier].map(cut))], learn: learn.map(cut) }
}
