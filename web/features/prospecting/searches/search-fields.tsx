import {
  Checkbox,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Slider,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { MAX_RADIUS_KM } from '#contract/core/constants.ts'
import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { loadCategories, useCategoryText } from '#web/lib/categories.ts'
import { atStep, findStep, fromKm, SLIDER_STEPS, toKm, userUnit } from '#web/lib/distance.ts'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import { DomainsInput } from './domains-input.tsx'
import type { FieldProps } from './field-props.ts'
import { MissingKey, useMissingKeys } from './missing-key.tsx'
import { PlaceInput } from './place-input.tsx'
import { CredibilityField, GrowthField, RateField } from './rate-fields.tsx'

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

function CategoryField({ item, value, onChange, error }: FieldProps) {
  const text = readText(value)
  const categoryText = useCategoryText(text)
  // Typed text stays as it is, even if it looks like an id.
  const [typed, setTyped] = useState('')
  return (
    <SuggestInput
      label={item.label}
      text={typed === text ? text : categoryText}
      onText={(next) => {
        setTyped(next)
        onChange(next)
      }}
      onPick={onChange}
      source="categories"
      load={loadCategories}
      placeholder={item.placeholder}
      description={item.help}
      error={error}
      maxLength={100}
    />
  )
}

function TextField({ item, value, onChange, error }: FieldProps) {
  return (
    <TextInput
      label={item.label}
      placeholder={item.placeholder}
      description={item.help}
      error={error}
      maxLength={200}
      value={readText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function NumberField({ item, value, onChange, error }: FieldProps) {
  return (
    <NumberInput
      allowDecimal
      label={item.label}
      placeholder={item.placeholder}
      description={item.help}
      error={error}
      min={0}
      thousandSeparator=","
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}

const unit = userUnit()
const most = Math.floor(fromKm(MAX_RADIUS_KM, unit))

function RadiusField({ item, value, values, onChange, error }: FieldProps) {
  const distance = typeof value === 'number' ? fromKm(value, unit) : ''
  // A radius without a place means nothing.
  if (!values.near) return null
  const distanceText = typeof distance === 'number' ? `${distance} ${unit}` : ''
  return (
    <Input.Wrapper
      label={item.label}
      description={item.help}
      error={error}
      labelElement="div"
      styles={{ description: { marginBottom: 4 } }}
    >
      <Group wrap="nowrap" gap="md">
        <NumberInput
          allowDecimal
          w={120}
          flex="none"
          aria-label={item.label}
          error={error !== undefined}
          suffix={` ${unit}`}
          min={0.1}
          max={most}
          decimalScale={1}
          value={distance}
          onChange={(next) => onChange(typeof next === 'number' ? toKm(next, unit) : undefined)}
        />
        <Slider
          flex={1}
          miw={0}
          thumbLabel={item.label}
          thumbProps={{ 'aria-valuetext': distanceText }}
          label={distanceText}
          min={0}
          max={SLIDER_STEPS}
          step={1}
          value={typeof distance === 'number' ? findStep(distance, most) : 0}
          onChange={(step) => onChange(toKm(atStep(step, most), unit))}
        />
      </Group>
    </Input.Wrapper>
  )
}

function ChoicesField({ item, value, onChange, error }: FieldProps) {
  return (
    <Checkbox.Group
      label={item.label}
      description={item.help}
      error={error}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    >
      <Group gap="md" mt={6}>
        {item.options?.map(({ value: option, label }) => (
          <Checkbox key={option} size="xs" value={option} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function SwitchField({ item, value, onChange, error }: FieldProps) {
  return (
    <Switch
      label={item.label}
      description={item.help}
      error={error}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function SourceField({ item, value, onChange }: FieldProps) {
  const options = item.options ?? []
  const missing = useMissingKeys(options.map((option) => option.value))
  return (
    <div>
      {options.length > 1 ? (
        <NativeSelect
          label={item.label}
          data={options.map((option) =>
            missing.has(option.value) ? { ...option, label: `${option.label} (no key)` } : option,
          )}
          value={readText(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Text>{`${item.label}: ${options[0]?.label}`}</Text>
      )}
      {missing.has(readText(value)) && <MissingKey source={readText(value)} />}
    </div>
  )
}

/** Controls by kind of input. A kind without one does not compile. */
const CONTROLS: Record<SearchFormItem['kind'], (props: FieldProps) => ReactNode> = {
  category: CategoryField,
  text: TextField,
  place: PlaceInput,
  radius: RadiusField,
  choices: ChoicesField,
  switch: SwitchField,
  number: NumberField,
  source: SourceField,
  domains: DomainsInput,
  rate: RateField,
  growth: GrowthField,
  credibility: CredibilityField,
}

/** An input of a list type's search form. */
export function SearchField(props: FieldProps) {
  const Control = CONTROLS[props.item.kind]
  return <Control {...props} />
}
