import type { Seniority } from '#contract/leads/seniorities.ts'
import { PERSON_FIELDS, type PersonField } from '#contract/sources/person-fields.ts'
import {
  cleanText,
  isNothing,
  normaliseEmail,
  normaliseUrl,
  ownDomain,
  profileUrl,
} from '#server/modules/core/normalise/index.ts'
import { cityKey, findSeniorities, readSeniority, titleKey } from '#server/modules/core/vocabulary/index.ts'
import { unguard } from '#server/platform/csv/write-csv.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { normalisePhone } from '#server/platform/text/read-phone.ts'
import { isRoleName } from '#server/providers/email-verifiers/index.ts'
import { companyKey } from './company-key.ts'
import { type PersonLocation, readLocation } from './person-location.ts'

/** A person as stored in the corpus. */
export interface PersonInput {
  sourceKey: string
  name: string
  position: string | null
  department: string | null
  seniorities: Seniority[]
  company: string | null
  website: string | null
  /** Registrable domain of the company's website, unless that is a page on a shared site. */
  domain: string | null
  email: string | null
  /** The same, unless it is a role address (`info@`): it identifies the person. */
  ownEmail: string | null
  /** E.164. */
  phone: string | null
  linkedinUrl: string | null
  githubUrl: string | null
  xUrl: string | null
  city: string | null
  /** Usual English name of a known region, else as given. */
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  keywords: string | null
  /** The original text where it was changed or rejected. */
  raw: Partial<Record<PersonField, string>> | null
  titleKey: string
  companyKey: string
  cityKey: string | null
  areaKey: string | null
  search: string
}

/** Defaults for rows without their own: any country text. */
export interface PersonDefaults {
  country?: string
}

export type PersonOutcome = { ok: true; person: PersonInput } | { ok: false; reason: string }

type Raw = Partial<Record<PersonField, string>>
type Get = (field: PersonField) => string | null

const MAX_ID = 200
const MAX_TEXT = 500
const MAX_LONG_TEXT = 2048
const LONG_FIELDS: readonly PersonField[] = [
  'website',
  'email',
  'phone',
  'linkedin_url',
  'github_url',
  'x_url',
  'keywords',
]

/** Our own files have an escape before formula-like texts. */
const readText = (cell: string | undefined): string => (cell === undefined ? '' : cleanText(unguard(cell)))

function findTooLong(raw: Raw): string | null {
  for (const field of PERSON_FIELDS) {
    const limit = LONG_FIELDS.includes(field) ? MAX_LONG_TEXT : MAX_TEXT
    if ((raw[field]?.length ?? 0) > limit) return `${field} is longer than ${limit} characters`
  }
  return null
}

/**
 * Builds a person from a row. Rejects only what cannot be stored properly: no name, nothing but a name, a text
 * too long for its field; `reason` says what is expected. Unrecognized values are kept raw and left null.
 */
export function toPerson(raw: Raw, defaults: PersonDefaults = {}): PersonOutcome {
  const get: Get = (field) => {
    const text = readText(raw[field])
    return isNothing(text) ? null : text
  }
  const tooLong = findTooLong(raw)
  if (tooLong) return { ok: false, reason: tooLong }
  const name = readName(get)
  if (name === null) return { ok: false, reason: 'no name: a name, or first and last name, is needed' }
  const location = readLocation(get, defaults)
  const contact = readContact(get, location.country)
  const work = readWork(get)
  const record = { name, ...work, ...contact, ...location, keywords: get('keywords') }
  const id = readText(raw.id)
  if (id.length > MAX_ID) return { ok: false, reason: `id is longer than ${MAX_ID} characters` }
  const sourceKey = isNothing(id) ? makeKey(record) : id
  if (sourceKey === null)
    return {
      ok: false,
      reason:
        'nothing but a name: an id, email, LinkedIn URL, company or position is needed to tell who it is',
    }
  return { ok: true, person: { ...record, sourceKey, raw: makeRaw(get, record), ...makeKeys(record, get) } }
}

/** "Anna" and "Berg" are one name; also with a last name in the name column. */
function readName(get: Get): string | null {
  const [first, last, name] = [get('first_name'), get('last_name'), get('name')]
  if (name === null || (first !== null && last !== null)) {
    const both = [first, last].filter((part) => part !== null).join(' ')
    return name ?? (both || null)
  }
  const has = (part: string | null) => part !== null && ` ${foldText(name)} `.includes(` ${foldText(part)} `)
  if (first !== null && !has(first)) return `${first} ${name}`
  return last !== null && !has(last) ? `${name} ${last}` : name
}

function readWork(get: Get) {
  const [position, department, company, stated] = [
    get('position'),
    get('department'),
    get('company'),
    get('seniority'),
  ]
  const own = stated === null ? [] : readSeniority(stated)
  return {
    position,
    department,
    company,
    seniorities: own.length > 0 || position === null ? own : findSeniorities(position),
  }
}

/** A profile in the website column is not the company's website. */
function readContact(get: Get, country: string | null) {
  const site = get('website')
  const profile = (field: 'linkedin_url' | 'github_url' | 'x_url', network: 'linkedin' | 'github' | 'x') => {
    const cell = get(field)
    const own = cell === null ? null : profileUrl(cell, network)
    return own ?? (site !== null && /[./]/.test(site) ? profileUrl(site, network) : null)
  }
  const [linkedinUrl, githubUrl, xUrl] = [
    profile('linkedin_url', 'linkedin'),
    profile('github_url', 'github'),
    profile('x_url', 'x'),
  ]
  const isProfile =
    site !== null &&
    /[./]/.test(site) &&
    (['linkedin', 'github', 'x'] as const).some((item) => profileUrl(site, item))
  const website = site === null || isProfile ? null : normaliseUrl(site)
  const emailText = get('email')
  const email = emailText === null ? null : normaliseEmail(emailText)
  const phoneText = get('phone')
  return {
    website,
    domain: website === null ? null : ownDomain(website),
    email,
    ownEmail: email === null || isRoleName(email.slice(0, email.lastIndexOf('@'))) ? null : email,
    phone: phoneText === null ? null : (normalisePhone(phoneText, country)?.e164 ?? null),
    linkedinUrl,
    githubUrl,
    xUrl,
  }
}

type Draft = ReturnType<typeof readWork> &
  ReturnType<typeof readContact> &
  PersonLocation & { name: string; keywords: string | null }

/** A person's identity within a source without ids; null for nothing but a name. */
function makeKey(person: Draft): string | null {
  if (person.ownEmail) return cut(`email:${person.ownEmail}`)
  if (person.linkedinUrl) return cut(`linkedin:${person.linkedinUrl}`)
  const name = foldText(person.name) || person.name.toLowerCase()
  const by =
    (person.company && companyKey(person.company)) ||
    person.githubUrl ||
    person.xUrl ||
    person.email ||
    person.phone ||
    person.domain ||
    foldText([person.position, person.city, person.region, person.country, person.location].join(' '))
  return by ? cut(`name:${name}|${by}`) : null
}

/** Keys are indexed: long ones are truncated at the end, where they rarely differ. */
const cut = (key: string): string => key.slice(0, MAX_TEXT).toWellFormed()

/** Unrecognized or partly recognized texts. */
function makeRaw(get: Get, person: Draft): PersonInput['raw'] {
  const made: Partial<Record<PersonField, unknown>> = {
    website: person.website,
    email: person.email,
    phone: person.phone,
    linkedin_url: person.linkedinUrl,
    github_url: person.githubUrl,
    x_url: person.xUrl,
    country: person.country,
    location: null,
    seniority: null,
  }
  const filled = Object.entries(made).flatMap(([field, value]) => {
    const text = get(field as PersonField)
    return text !== null && text !== value ? [[field, text] as const] : []
  })
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

/** Searchable forms of a person. */
function makeKeys(person: Draft, get: Get) {
  const { name, position, department, company, city, region, keywords, location, domain } = person
  const area = foldText([city, region, location ?? get('country')].filter(Boolean).join(' '))
  const company_ = company === null ? '' : companyKey(company)
  return {
    titleKey: titleKey(position),
    companyKey: company_ === '' ? '' : ` ${company_} `,
    cityKey: city === null ? null : cityKey(city) || null,
    areaKey: area === '' ? null : ` ${area} `,
    search: [name, position, department, company, city, region, keywords, domain]
      .filter((text) => text !== null)
      .map((text) => foldText(text))
      .join('\n'),
  }
}
