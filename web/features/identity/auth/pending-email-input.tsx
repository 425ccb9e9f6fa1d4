import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { readTabValue, writeTabValue } from '#web/lib/tab-storage.ts'
import { PENDING_EMAIL } from './pending-keys.ts'

/** The email of an account, kept from one page of the sign-in to the next. */
export const PendingEmailInput = ({ error }: { error: ReactNode }) => (
  <TextInput
    name="email"
    type="email"
    label="Email"
    autoComplete="username"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    defaultValue={readTabValue<string>(PENDING_EMAIL) ?? ''}
    onChange={(event) => writeTabValue(PENDING_EMAIL, event.currentTarget.value.trim())}
    error={error}
    autoFocus
  />
)
