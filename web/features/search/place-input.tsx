import { places } from '#contract/vocabulary.ts'
import { call } from '#web/lib/api.ts'
import { formatCompact } from '#web/lib/format.ts'
import { SuggestInput, type Suggestion } from '#web/ui/suggest-input.tsx'
import type { FieldProps } from './field-props.ts'
import { type PlaceValue, parsePoint, placeText } from './search-draft.ts'

const load = async (q: string, signal: AbortSignal): Promise<Suggestion<PlaceValue>[]> => {
  const { data } = await call(places, { query: { q, limit: 10 }, signal, quiet: true })
  return data.map(({ label, name, region, country, lat, lon, population }) => ({
    key: `${lat},${lon}`,
    label,
    ...(population > 0 ? { hint: `${formatCompact(population)} people` } : {}),
    item: { lat, lon, label: `${name}, ${region ?? country}` },
  }))
}

/** Picks a city, or takes typed coordinates or words that the server turns into a point. */
export function PlaceInput({ item, value, onChange, error }: FieldProps) {
  return (
    <SuggestInput
      label={item.label}
      text={placeText(value)}
      onText={(text) => onChange(exactPoint(text))}
      onPick={onChange}
      source="places"
      load={load}
      placeholder={item.placeholder}
      description={item.help}
      error={error}
    />
  )
}

/** A typed point keeps the words it was typed in, so that the field does not change under the cursor. */
const exactPoint = (text: string): PlaceValue | string => {
  const point = parsePoint(text)
  return point ? { ...point, label: text } : text
}
