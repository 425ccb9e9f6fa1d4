import { loadPlaces } from '#web/lib/places.ts'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import type { FieldProps } from './field-props.ts'
import { type PlaceValue, parsePoint, placeText } from './search-draft.ts'

/** Picks a city, or takes typed coordinates or words that the server turns into a point. */
export function PlaceInput({ item, value, onChange, error }: FieldProps) {
  return (
    <SuggestInput
      label={item.label}
      text={placeText(value)}
      onText={(text) => onChange(exactPoint(text))}
      onPick={onChange}
      source="places"
      load={loadPlaces}
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
