import { isOnSharedSite } from '#server/modules/core/normalise/index.ts'
import { resolveCountry } from '#server/modules/core/vocabulary/index.ts'
import type { ColumnFacts } from './file-facts.ts'

export interface SampledColumn {
  name: string
  values: readonly string[]
  /** What all values of the file have in common; without it, those of the sample count. */
  facts?: ColumnFacts
}

const PROFILE = (host: string) => new RegExp(`^(?:https?://)?(?:[\\w-]+\\.)*${host}/\\S+`, 'i')

/** Value formats of some fields, whatever their column's name. A profile is not a website. */
const FORMS: Record<string, RegExp> = {
  email: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
  linkedin_url: PROFILE('linkedin\\.com/(?:in|pub)'),
  github_url: PROFILE('github\\.com'),
  x_url: PROFILE('(?:x|twitter)\\.com'),
  facebook_url: PROFILE('facebook\\.com'),
  instagram_url: PROFILE('instagram\\.com'),
  youtube_url: PROFILE('youtube\\.com'),
  tiktok_url: PROFILE('tiktok\\.com'),
  google_place_id: /^(?:ChIJ|GhIJ)[\w-]{10,}$/,
  phone: /^(?:\+|00)[1-9][\d\s().\-/]{6,18}$/,
}
/** Fields whose values never have these formats. */
const NEVER: Record<string, RegExp> = {
  website: /@/,
  domain: /@/,
  phone: /@|^https?:/i,
  name: /@|^https?:|^\+?[\d\s().-]+$/i,
  company: /@|^https?:/i,
  city: /@|^https?:/i,
}

/** Value formats for a column whose heading only contains a word for the field, such as "Número de teléfono". */
const LIKELY: Record<string, RegExp> = {
  email: FORMS.email as RegExp,
  phone: /^['+(\d](?=(?:\D*\d){6})[\d\s().\-/]{5,24}$/,
  website: /^(?:https?:\/\/)?[^\s@/]+\.[a-z]{2,}(?:\/\S*)?$/i,
}

const listFilled = ({ values }: SampledColumn) => values.map((value) => value.trim()).filter(Boolean)
const share = (filled: readonly string[], form: RegExp) =>
  filled.filter((value) => form.test(value)).length / Math.max(1, filled.length)

/** How many of the values look like the field's, from 0 to 1. */
export const shareOfForm = (field: string, column: SampledColumn): number => {
  const form = LIKELY[field] ?? FORMS[field]
  return form ? share(listFilled(column), form) : 0
}

/** Number of non-empty sampled values in a column. */
export const countFilled = (column: SampledColumn): number => listFilled(column).length

/** Whether most values contradict the field named by the heading. */
export const contradicts = (field: string, column: SampledColumn): boolean => {
  const form = NEVER[field]
  const filled = listFilled(column)
  // A page about a business in a directory is not its website.
  if (field === 'website' && filled.filter(isOnSharedSite).length > filled.length / 2) return true
  return form !== undefined && share(filled, form) > 0.5
}

/** Whether most links are pages of companies at LinkedIn, which are nobody's profile. */
export const isOfCompanies = (column: SampledColumn): boolean =>
  share(listFilled(column), PROFILE('linkedin\\.com/(?:company|school|showcase)')) > 0.5

/** The field matching nearly all values, whatever the heading. */
export function fieldByValues(column: SampledColumn): string | undefined {
  const filled = listFilled(column)
  if (filled.length === 0) return undefined
  const field = Object.keys(FORMS).find((key) => share(filled, FORMS[key] as RegExp) >= 0.7)
  if (field !== undefined) return field
  // Two-letter codes are ambiguous: languages, provinces.
  const countries = filled.filter((value) => value.length > 3 && resolveCountry(value) !== null)
  return countries.length >= filled.length * 0.8 ? 'country' : undefined
}

/** Whether a column whose heading contains a word for the field has matching values. */
export const isLikely = (field: string, column: SampledColumn): boolean => {
  const form = LIKELY[field]
  return form !== undefined && !contradicts(field, column) && share(listFilled(column), form) >= 0.6
}
