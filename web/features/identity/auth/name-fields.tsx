import { TextInput } from '@mantine/core'
import classes from './auth.module.css'

interface NameFieldsProps {
  errors: Record<string, string>
  firstName?: string
  lastName?: string
  /** Called as the names are typed, for rating the password. */
  onNames: (names: string[]) => void
}

/** First and last name, side by side. */
export function NameFields({ errors, firstName = '', lastName = '', onNames }: NameFieldsProps) {
  const read = (form: HTMLFormElement | null) => {
    const data = new FormData(form ?? undefined)
    onNames([String(data.get('first_name') ?? ''), String(data.get('last_name') ?? '')])
  }
  return (
    <div className={classes.pair}>
      <TextInput
        name="first_name"
        label="First name"
        autoComplete="given-name"
        maxLength={100}
        defaultValue={firstName}
        error={errors.first_name}
        onBlur={(event) => read(event.currentTarget.form)}
        autoFocus
      />
      <TextInput
        name="last_name"
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        defaultValue={lastName}
        error={errors.last_name}
        onBlur={(event) => read(event.currentTarget.form)}
      />
    </div>
  )
}
