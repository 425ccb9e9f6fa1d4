import { Button, FileButton, Input, TextInput } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useState } from 'react'
import classes from './brand-page.module.css'
import { logoProblem, readImage } from './brand-values.ts'

interface ColorFieldProps {
  label: string
  standard: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  name: string
}

/** A color by its code or from the browser's own picker; empty is the default. */
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

interface LogoFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** The logo: shown as it is, chosen from a file, taken away. */
export function LogoField({ value, onChange, error }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()
  const take = async (file: File | null) => {
    if (!file) return
    const wrong = logoProblem(file)
    setProblem(wrong)
    if (!wrong) onChange(await readImage(file))
  }
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="Shown at the top of every page instead of the name. PNG, JPEG, WebP, GIF or SVG, at most 48 KB"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      error={problem ?? error}
    >
      <div className={classes.logo}>
        {value && (
          <span className={classes.picture}>
            <img src={value} alt="The logo" />
          </span>
        )}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
            >
              {value ? 'Change logo' : 'Add logo'}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" color="gray" onClick={() => onChange('')}>
            Remove logo
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}
