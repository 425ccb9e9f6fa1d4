import { SimpleGrid, TextInput } from '@mantine/core'
import type { Site } from '#contract/branding/site.ts'
import { Part } from '#web/ui/part.tsx'
import { RichTextInput } from '#web/ui/rich-text/rich-text-input.tsx'
import { ImageField, storeTextImage } from './image-field.tsx'
import { SiteForm, useSiteForm } from './site-form.tsx'
import { SitePreview } from './site-preview.tsx'
import { brandValues, COLOR_FIELDS, IMAGE_FIELDS, IMAGE_TYPES, toBrand, withChanges } from './site-values.ts'
import classes from './sites.module.css'

interface ColorFieldProps {
  label: string
  /** The color used while the field is empty. */
  standard: string
  value: string
  onChange: (value: string) => void
  error?: string
  name: string
}

/** A color by its code or from the browser's picker; empty is the default. */
function ColorField({ label, standard, value, onChange, error, name }: ColorFieldProps) {
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

/** Images, colors and the text beside the sign-in form, with a preview. */
export function BrandTab({ site }: { site: Site }) {
  const form = useSiteForm(site, brandValues(site), toBrand)
  const { values, errors, set } = form
  return (
    <SiteForm form={form} aside={<SitePreview brand={withChanges(site, toBrand(values))} />}>
      <Part title="Images">
        {IMAGE_FIELDS.map(({ name, ...field }) => (
          <ImageField
            key={name}
            site={site}
            kind={name}
            {...field}
            value={values[name]}
            onChange={(value) => set({ [name]: value })}
            error={errors[name]}
          />
        ))}
      </Part>
      <Part title="Colors" hint="Text stays readable with any choice: shades are adjusted where needed.">
        <SimpleGrid minColWidth={170} autoFlow="auto-fit" spacing="sm" verticalSpacing="md">
          {COLOR_FIELDS.map(({ name, ...field }) => (
            <ColorField
              key={name}
              name={name}
              {...field}
              value={values[name]}
              onChange={(value) => set({ [name]: value })}
              error={errors[name]}
            />
          ))}
        </SimpleGrid>
      </Part>
      <Part title="Sign-in page">
        <RichTextInput
          label="Text beside the form"
          description="What your product does, a greeting or an image. Scripts and styles are removed"
          value={values.content}
          onChange={(content) => set({ content })}
          error={errors.content}
          onImage={(file) => storeTextImage(site, file)}
          imageTypes={IMAGE_TYPES}
        />
      </Part>
    </SiteForm>
  )
}
