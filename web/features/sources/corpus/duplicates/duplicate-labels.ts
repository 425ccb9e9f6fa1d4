import type { Reply } from '#contract/core/endpoint.ts'
import type { corpusDuplicates, DuplicateState } from '#contract/sources/corpus-duplicates.ts'
import { type DistanceUnit, distanceLabel, userUnit } from '#web/lib/distance.ts'
import { foldText } from '#web/lib/fold-text.ts'
import { formatNumber } from '#web/lib/format.ts'

export type DuplicatePair = Reply<typeof corpusDuplicates>['data'][number]
export type PlaceOfDuplicate = DuplicatePair['place']

export const STATE_LABELS: Record<DuplicateState, string> = {
  possible: 'Possible',
  linked: 'Linked',
  confirmed: 'Confirmed',
  cut: 'Separated',
}

/** The StateBadge state of a pair. */
export const STATE_LOOKS: Record<DuplicateState, string> = {
  possible: 'potential',
  linked: 'found',
  confirmed: 'succeeded',
  cut: 'cancelled',
}

const SAME_LABELS: Record<DuplicatePair['same'][number], string | null> = {
  name: 'Same name',
  phone: 'Same phone',
  domain: 'Same website',
  street: 'Same street',
  // The distance says this.
  spot: null,
}
const FEET_PER_METRE = 3.28084

/** Distance of two records in the user's unit: "38 m apart", "1.2 km apart". */
export function apartLabel(metres: number, unit: DistanceUnit = userUnit()): string {
  if (metres >= 1000) return `${distanceLabel(metres / 1000, unit)} apart`
  if (unit === 'mi') return `${formatNumber(Math.round(metres * FEET_PER_METRE))} ft apart`
  return `${formatNumber(Math.round(metres))} m apart`
}

/** Why two records may be the same, in short phrases. */
export function reasonLabel(
  pair: Pick<DuplicatePair, 'same' | 'metres' | 'names'>,
  unit?: DistanceUnit,
): string[] {
  const same = pair.same.flatMap((reason) => SAME_LABELS[reason] ?? [])
  const names =
    pair.same.includes('name') || pair.names === null ? [] : [`Names ${Math.round(pair.names * 100)}% alike`]
  return [...same, ...names, ...(pair.metres === null ? [] : [apartLabel(pair.metres, unit)])]
}

const STATUS_LABELS = { open: 'Open', closed: 'Closed', temporarily_closed: 'Temporarily closed' }

const categoryLabels = (category: string | null): string | null =>
  category?.split('/').slice(1).join(', ').replaceAll('_', ' ') ?? null

const folded = (text: string): string => foldText(text).replace(/^https?:\/\/(www\.)?|\/$/g, '')

interface DuplicateField {
  label: string
  value: (place: PlaceOfDuplicate) => string | null
}
const FIELDS: readonly DuplicateField[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Category', value: ({ category }) => categoryLabels(category) },
  { label: 'Street', value: ({ street }) => street },
  { label: 'City', value: ({ postal_code, city }) => [postal_code, city].filter(Boolean).join(' ') || null },
  { label: 'Country', value: ({ country }) => country },
  { label: 'Phone', value: ({ phone }) => phone },
  { label: 'Website', value: ({ website }) => website },
  { label: 'Email', value: ({ email }) => email },
  { label: 'Status', value: ({ status }) => STATUS_LABELS[status] },
]

/** A line of the comparison. */
export interface ComparedField {
  label: string
  other: string | null
  place: string | null
  /** Both records have a value, and the values differ. */
  differs: boolean
}

/** Both records field by field; fields that neither has are left out. */
export function comparedFields({ place, other }: Pick<DuplicatePair, 'place' | 'other'>): ComparedField[] {
  return FIELDS.map(({ label, value }) => {
    const [one, two] = [value(other), value(place)]
    return {
      label,
      other: one,
      place: two,
      differs: one !== null && two !== null && folded(one) !== folded(two),
    }
  }).filter((field) => field.other !== null || field.place !== null)
}
