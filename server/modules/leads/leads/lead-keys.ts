import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { cityKey, nameKey, ownDomain, streetKey } from '#server/modules/core/normalise/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { isRoleName } from '#server/providers/email-verifiers/index.ts'

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
const readDomain = (lead: Known): string | null => {
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
function businessKeys(lead: Known, readCity: (city: Known[string]) => string | null): LeadKeys {
  const name = text(lead.name)
  const key = name === null ? null : (nameKey(name) ?? foldText(name))
  const same = (keys: string[]): LeadKeys => ({ find: keys, learn: keys })
  if (key === null) return same(namelessKeys(lead))
  const [phone, street, city] = [text(lead.phone), text(lead.street), readCity(lead.city)]
  const streetKeyed = street === null ? null : streetKey(street)
  const domain = readDomain(lead)
  const phones = phone === null ? [] : [`phone:${key}|${phone}`]
  const mail = text(lead.email)
  // A row without its place is the one that has it, if the address is the same too; branches stay apart.
  const placed = (area: string) =>
    domain === null || mail === null ? [] : [`placed:${key}|${domain}|${mail.toLowerCase()}|${area}`]
  if (streetKeyed !== null) {
    const own = [`at:${key}|${streetKeyed}|${city ?? fold(lead.postal_code) ?? ''}`, ...phones]
    return { find: own, learn: [...own, ...placed(''), ...(city === null ? [] : placed(city))] }
  }
  if (city === null) {
    const own = [...phones, `name:${key}|${domain ?? mail ?? ''}`]
    return { find: [...own, ...placed('')], learn: own }
  }
  const alone = `in:${key}|${city}|`
  const some = `some:${key}|${city}`
  if (domain === null) return { find: [...phones, alone, some], learn: [...phones, alone] }
  const own = [...phones, `${alone}${domain}`]
  return { find: [...own, ...placed(city), alone], learn: [...own, some, ...placed('')] }
}

const cut = (key: string): string => key.slice(0, 400).toWellFormed()

/** Whether an email's local part is made of a given name, or of two words of the name: nobody of another name has it. */
function isOwnAddress(local: string, name: string): boolean {
  const words = name.split(' ')
  const given = words.length > 1 ? words.slice(0, -1) : words
  const parts = local.split(' ')
  if (
    given.some((word) =>
      parts.some((part) => part.startsWith(word) || (part.length > 1 && word.startsWith(part))),
    )
  )
    return true
  return new Set(words.filter((word) => word.length > 1 && local.includes(word))).size > 1
}

/**
 * Keys of a person's email. Colleagues and families share addresses, so an address alone identifies nobody who has a
 * name, unless it is made of that name. A lead known by its address alone gets the name of whoever it may belong to.
 */
function emailKeys(email: string, name: string | null): LeadKeys {
  const own = `email:${email}`
  const alone = `lone:${email}`
  const local = email.slice(0, email.lastIndexOf('@'))
  const isRole = isRoleName(local)
  if (name === null) return { find: [own, alone], learn: isRole ? [alone] : [own, alone] }
  const both = `${own}|${name.split(' ').sort().join(' ')}`
  const folded = foldText(local)
  if (isRole) return { find: [both], learn: [both] }
  if (isOwnAddress(folded, name)) return { find: [both, own], learn: [both, own] }
  const fits = name.split(' ').some((word) => folded.startsWith(word.slice(0, 1)))
  return { find: fits ? [both, alone] : [both], learn: [both] }
}

/** Whether a person's email is the person's alone, as far as name and address show. */
export function isOwnEmail({ email, name }: Known): boolean {
  const address = text(email)?.toLowerCase()
  return address !== undefined && emailKeys(address, fold(name)).learn.includes(`email:${address}`)
}

/**
 * People of one name in one company are the same unless both have their own email or profile: one source knows
 * the email and the next one the profile.
 */
function personKeys(lead: Known, isAddress: boolean): LeadKeys {
  const email = text(lead.email)?.toLowerCase() ?? null
  const profile = text(lead.linkedin_url)
  const name = fold(lead.name)
  const firm = text(lead.company)
  const company = readDomain(lead) ?? (firm && (nameKey(firm) ?? fold(firm)))
  const handle = fold(lead.handle)
  const site = text(lead.website)
  const own: string[] = []
  if (profile !== null) own.push(`profile:${profileKey(profile)}`)
  if (handle !== null) own.push(`handle:${fold(lead.platform) ?? ''}|${handle}`)
  const mail =
    email === null ? { find: [], learn: [] } : emailKeys(email, isAddress ? null : (name ?? handle))
  const named = name !== null && company !== null ? `${name}|${company}` : null
  if (email !== null || own.length > 0) {
    if (named === null) return { find: [...own, ...mail.find], learn: [...own, ...mail.learn] }
    const only = handle !== null ? null : profile === null ? 'email' : email === null ? 'profile' : null
    const other = only === 'email' ? 'profile' : 'email'
    return {
      find: [...own, ...mail.find, `name:${named}`, ...(only ? [`only-${other}:${named}`] : [])],
      learn: [...own, ...mail.learn, `named:${named}`, ...(only ? [`only-${only}:${named}`] : [])],
    }
  }
  if (named !== null) return { find: [`name:${named}`, `named:${named}`], learn: [`name:${named}`] }
  const phone = text(lead.phone)
  const account = text(lead.github_url) ?? text(lead.x_url)
  if (site === null && name !== null && (phone !== null || account !== null)) {
    const key = phone === null ? `account:${name}|${siteKey(account ?? '')}` : `phone:${name}|${phone}`
    return { find: [key], learn: [key] }
  }
  const keys = site === null ? [] : [`site:${name ?? ''}|${siteKey(site)}`]
  return { find: keys, learn: keys }
}

/** A lead's identity within an account. Leads that share a key are the same. */
export function leadKeys(type: ListTypeId, lead: Known): LeadKeys {
  const isBusiness = leadSubject(type) === 'business'
  const { find, learn } = isBusiness
    ? businessKeys(lead, normalCity)
    : personKeys(lead, leadSubject(type) === 'address')
  // Old leads have keys with the city as written, before normalization.
  const isCityChanged = isBusiness && normalCity(lead.city) !== fold(lead.city)
  const earlier = isCityChanged ? businessKeys(lead, fold).find : []
  return { find: [...new Set([...find, ...earlier].map(cut))], learn: learn.map(cut) }
}
