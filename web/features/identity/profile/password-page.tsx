import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { forgotPassword } from '#contract/identity/auth.ts'
import { changePassword } from '#contract/identity/me.ts'
import { call } from '#web/lib/api.ts'
import { whileLoading } from '#web/lib/app-state.ts'
import { useBrand } from '#web/lib/branding.ts'
import { formatCount } from '#web/lib/format.ts'
import { passwordProblems } from '#web/lib/password-problems.ts'
import { signOut, useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { Panel } from './panel.tsx'
import { SettingsPage } from './settings-page.tsx'

const EMPTY = { current_password: '', password: '', password_confirmation: '' }

/** Result for the other sessions. */
const endedLabel = (count: number): string =>
  count === 0
    ? 'You weren’t signed in anywhere else.'
    : `You were signed out of ${formatCount(count, 'other session')}.`

function ChangeForm() {
  const user = useUser()
  const min = useBrand().password_min_length
  const [ended, setEnded] = useState<number>()
  const form = useContractForm(changePassword, {
    initial: EMPTY,
    // Shown instead: an alert with the number of ended sessions
    quiet: true,
    check: (values): Record<string, string> => ({
      ...(values.current_password ? {} : { current_password: MESSAGES.required }),
      ...passwordProblems(values, min),
    }),
    onSuccess: ({ sessions_ended }) => {
      form.restart(EMPTY)
      setEnded(sessions_ended)
    },
  })
  return (
    <>
      {ended !== undefined && !form.dirty && (
        <Notice tone="success" title="Password changed">
          {endedLabel(ended)}
        </Notice>
      )}
      <ContractForm form={form} submitLabel="Change the password">
        {/* Password managers read the account here. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <OwnPasswordInput {...form.field('current_password')} label="Current password" />
        <NewPasswordFields
          form={form}
          min={min}
          personal={[user.email, user.first_name, user.last_name, user.account.name]}
        />
      </ContractForm>
    </>
  )
}

/** Sets a first password by mail, for people who sign in with Google or Facebook. */
function FirstPassword() {
  const user = useUser()
  const router = useRouter()
  const send = useMutation({ mutationFn: () => call(forgotPassword, { body: { email: user.email } }) })
  const leave = () => void whileLoading(signOut(() => router.navigate({ to: '/login', replace: true })))
  return (
    <Panel title="You have no password yet">
      <p>
        You sign in with Google or Facebook. Set a password to sign in by email too. We’ll send a link to{' '}
        <Text component="span" c="var(--app-heading)" fw={500}>
          {user.email}
        </Text>
        .
      </p>
      {send.isSuccess && (
        <Notice tone="success" title="Email sent">
          Sign out before you open the link. Setting a password signs you out everywhere, including here.
        </Notice>
      )}
      <Group gap="8px 12px">
        <Button
          variant={send.isSuccess ? 'default' : 'filled'}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isSuccess ? 'Send it again' : 'Email me a link'}
        </Button>
        {send.isSuccess && <Button onClick={leave}>Sign out</Button>}
      </Group>
    </Panel>
  )
}

/** The person's password: changed here, or set for the first time by a mail. */
export function PasswordPage() {
  const user = useUser()
  return (
    <SettingsPage
      title="Password"
      intro={user.has_password ? 'Changing it signs you out everywhere else.' : undefined}
    >
      {user.has_password ? <ChangeForm /> : <FirstPassword />}
    </SettingsPage>
  )
}
