import type { Department } from '#contract/leads/people-labels.ts'
import type { Seniority } from '#contract/leads/seniorities.ts'

/** A generated person, the same for every vendor, so that vendors overlap. */
export interface InventedPerson {
  index: number
  /** Letters and digits, as in vendors' ids. */
  id: string
  first: string
  last: string
  position: string
  seniority: Seniority
  department: Department
  company: string
  domain: string
  /** Null for every fifth. */
  email: string | null
  /** E.164; only every third has one. */
  phone: string | null
  /** Null for every seventh. */
  linkedin: string | null
  login: string
  city: string
  region: string
  /** English name. */
  country: string
}

export const PEOPLE_PER_COMPANY = 25

const FIRST = ['Ada', 'Bruno', 'Carla', 'Dario', 'Elif', 'Farid', 'Greta', 'Henrik', 'Ines', 'Jonas', 'Kaya']
const WORK = [
  ['Chief executive officer', 'c_level', 'executive'],
  ['Head of marketing', 'head', 'marketing'],
  ['Sales manager', 'manager', 'sales'],
  ['Senior software engineer', 'senior', 'engineering'],
  ['Junior accountant', 'entry', 'finance'],
] as const
const PLACES = [
  ['Portland', 'Oregon', 'United States'],
  ['Berlin', 'Berlin', 'Germany'],
  ['Lyon', 'Auvergne-Rhône-Alpes', 'France'],
] as const

const at = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item

/** A unique last name of letters only. */
const lastName = (index: number): string =>
  `Sample${[...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`

export function inventedPerson(index: number): InventedPerson {
  const [first, last] = [at(FIRST, index), lastName(index)]
  const company = Math.floor(index / PEOPLE_PER_COMPANY)
  const domain = `company-${company}.example`
  const [position, seniority, department] = at(WORK, index)
  const [city, region, country] = at(PLACES, index)
  const login = `${first}-${last}`.toLowerCase()
  return {
    index,
    id: `p${String(index).padStart(6, '0')}`,
    first,
    last,
    position,
    seniority,
    department,
    domain,
    city,
    region,
    country,
    login,
    company: `Sample Company ${company}`,
    email: index % 5 === 4 ? null : `${first}.${last}@${domain}`.toLowerCase(),
    phone: index % 3 === 0 ? `+1503555${String(index % 10_000).padStart(4, '0')}` : null,
    linkedin: index % 7 === 6 ? null : `https://www.linkedin.com/in/${login}`,
  }
}

export const inventedPeople = (count: number): InventedPerson[] =>
  Array.from({ length: count }, (_, index) => inventedPerson(index))
