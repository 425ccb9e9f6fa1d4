import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { keep, readKept } from '#web/lib/kept.ts'
import { KEPT_EMAIL } from './kept-keys.ts'

/** The email of an account, kept from one page of the sign-in to the next. */
export const KeptEmailInput = ({ error }: { error: ReactNode }) => (
  <TextInput
    name="email"
    type="email"
    label="Email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    defaultValue={readKept<string>(KEPT_EMAIL) ?? ''}
    onChange={(event) => keep(KEPT_EMAIL, event.currentTarget.value.trim())}
    error={error}
    autoFocus
  />
)
