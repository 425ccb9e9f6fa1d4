import { Button, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import type { FormValues } from './form-values.ts'
import classes from './forms.module.css'

/** How visitors will see the form. It says nothing that the builder doesn’t, and its inputs can’t be used. */
export function FormPreview({ values }: { values: FormValues }) {
  return (
    <section aria-hidden className={classes.preview}>
      <h3>{values.heading || 'Heading'}</h3>
      {values.intro.trim() && <Text>{values.intro}</Text>}
      {values.fields.map(({ field, label, help, required, long }) => {
        const Input = long ? Textarea : TextInput
        return (
          <Input key={field} label={label || field} description={help} withAsterisk={required} disabled />
        )
      })}
      {values.consent.trim() && <Checkbox label={values.consent} disabled />}
      <Button component="span">{values.submit_label || 'Send'}</Button>
    </section>
  )
}
