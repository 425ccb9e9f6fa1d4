import { TextInput } from '@mantine/core'
import classes from './sites.module.css'

interface ColorFieldProps {
  label: string
  /** The color used while the field is empty. */
  standard: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  name: string
}

/** A color by its code or from the browser's picker; empty is the default. */
export function ColorField({ label, standard, value, onChange, error, name }: ColorFieldProps) {
  const isCode = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <TextInput
      label={label}
      name={name}
      placeholder={standard}
      value={value}
      error={error}
      maxLength={7}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSectionPointerEvents="auto"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={`${label}: pick a color`}
          value={isCode ? value : standard}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
      }
    />
  )
}
