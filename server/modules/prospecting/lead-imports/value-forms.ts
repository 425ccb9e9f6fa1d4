/** A column with some of its values. */
export interface SampledColumn {
  name: string
  values: readonly string[]
}

const PROFILE = (host: string) => new RegExp(`^(?:https?://)?(?:[\\w-]+\\.)*${host}/\\S+`, 'i')

/** How values of some fields look, whatever their column is called. A profile is no website. */
const FORMS: Record<string, RegExp> = {
  email: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
  linkedin_url: PROFILE('linkedin\\.com/(?:in|pub)'),
  github_url: PROFILE('github\\.com'),
  x_url: PROFILE('(?:x|twitter)\\.com'),
  facebook_url: PROFILE('facebook\\.com'),
  instagram_url: PROFILE('instagram\\.com'),
  youtube_url: PROFILE('youtube\\.com'),
  tiktok_url: PROFILE('tiktok\\.com'),
  phone: /^(?:\+|00)[1-9][\d\s().\-/]{6,18}$/,
}
/** Fields whose values never look like these. */
const NEVER: Record<string, RegExp> = {
  website:
    /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:linkedin|github|twitter|facebook|instagram|youtube|tiktok)\.com\/|^(?:https?:\/\/)?x\.com\/|@/i,
  domain: /@/,
  phone: /@|^https?:/i,
  name: /@|^https?:|^\+?[\d\s().-]+$/i,
  company: /@|^https?:/i,
  city: /@|^https?:/i,
}

const filledOf = ({ values }: SampledColumn) => values.map((value) => value.trim()).filter(Boolean)
const share = (filled: readonly string[], form: RegExp) =>
  filled.filter((value) => form.test(value)).length / Math.max(1, filled.length)

/** How many of the sampled values of a column hold something. */
export const fillOf = (column: SampledColumn): number => filledOf(column).length

/** Whether most values of a column speak against a field that its heading names. */
export const contradicts = (field: string, column: SampledColumn): boolean => {
  const form = NEVER[field]
  return form !== undefined && share(filledOf(column), form) > 0.5
}

/** The field that nearly all values of a column look like, whatever it is called. */
export function fieldByValues(column: SampledColumn): string | undefined {
  const filled = filledOf(column)
  if (filled.length === 0) return undefined
  return Object.keys(FORMS).find((field) => share(filled, FORMS[field] as RegExp) >= 0.8)
}
