import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPassword } from '#contract/auth.ts'
import { changePassword } from '#contract/me.ts'
import { MESSAGES } from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { whileLoading } from '#web/lib/app-state.ts'
import { useBrand } from '#web/lib/branding.ts'
import { formatCount } from '#web/lib/format.ts'
import { signOut, useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { NewPasswordInput } from '#web/ui/new-password-input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { Panel } from './panel.tsx'
import classes from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'

const EMPTY = { current_password: '', password: '' }

/** What the site asks of a password; how long at least is its own to say. */
function checkPasswords({ current_password, password }: typeof EMPTY, min: number): Record<string, string> {
  return {
    ...(current_password ? {} : { current_password: MESSAGES.required }),
    ...(password
      ? password.length < min && { password: `The password must be at least ${min} characters` }
      : { password: MESSAGES.required }),
  }
}

/** What became of the other sessions. */
const endedWords = (count: number): string =>
  count === 0
    ? 'You were signed in nowhere else.'
    : `${formatCount(count, 'other session')} ${count === 1 ? 'was' : 'were'} ended. This one goes on.`

function ChangeForm() {
  const user = useUser()
  const min = useBrand().password_min_length
  const [ended, setEnded] = useState<number>()
  const form = useContractForm(changePassword, {
    initial: EMPTY,
    quiet: true,
    check: (values) => checkPasswords(values, min),
    onSuccess: ({ sessions_ended }) => {
      form.restart(EMPTY)
      setEnded(sessions_ended)
    },
  })
  return (
    <>
      {ended !== undefined && !form.dirty && (
        <Notice tone="success" title="The password is changed">
          {endedWords(ended)}
        </Notice>
      )}
      <ContractForm form={form} submitLabel="Change the password">
        {/* Password managers read here whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <OwnPasswordInput {...form.field('current_password')} label="Current password" />
        <NewPasswordInput
          {...form.field('password')}
          min={min}
          known={[user.email, user.first_name, user.last_name, user.account.name]}
        />
      </ContractForm>
    </>
  )
}

/** The way to a first password for who signs in with Google or Facebook: by a mail, like a forgotten one. */
function FirstPassword() {
  const user = useUser()
  const router = useRouter()
  const send = useMutation({ mutationFn: () => call(forgotPassword, { body: { email: user.email } }) })
  const leave = () => void whileLoading(signOut(() => router.navigate({ to: '/login', replace: true })))
  return (
    <Panel title="You have no password yet">
      <p>
        You sign in with Google or Facebook. With a password of your own you can sign in by email as well. To
        set one, a link is sent to <span className={classes.strong}>{user.email}</span>.
      </p>
      {send.isSuccess && (
        <Notice tone="success" title="The mail is on its way">
          Its link opens only where nobody is signed in: sign out here first. Setting the password ends all
          your sessions, this one too.
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button
          variant={send.isSuccess ? 'default' : 'filled'}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isSuccess ? 'Send it again' : 'Send me the link'}
        </Button>
        {send.isSuccess && <Button onClick={leave}>Sign out</Button>}
      </div>
    </Panel>
  )
}

/** The own password: changed here, or set for the first time by a mail. */
export function PasswordPage() {
  const user = useUser()
  return (
    <SettingsPage
      current="/profile-settings/password"
      intro={user.has_password ? 'Changing it ends all your other sessions.' : undefined}
    >
      {user.has_password ? <ChangeForm /> : <FirstPassword />}
    </SettingsPage>
  )
}
