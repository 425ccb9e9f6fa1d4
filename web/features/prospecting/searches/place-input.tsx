import { loadPlaces } from '#web/lib/places.ts'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import type { FieldProps } from './field-props.ts'
import { type PlaceValue, parsePoint, placeText } from './search-draft.ts'

/** Picks a city; also accepts coordinates, or text that the server resolves. */
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

/** A typed point keeps its text, so that the field does not change while typing. */
const exactPoint = (text: string): PlaceValue | string => {
  const point = parsePoint(text)
  return point ? { ...point, label: text } : text
}
