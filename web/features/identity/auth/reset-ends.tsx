import { Button } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import { Link } from '@tanstack/react-router'
import { Outcome } from './outcome.tsx'
import { useReturn } from './use-return.ts'

/** The new password is set. */
export function PasswordIsSet() {
  const search = useReturn()
  return (
    <Outcome
      icon={IconCircleCheck}
      tone="good"
      title="Password set"
      action={
        <Button fullWidth size="sm" renderRoot={(props) => <Link to="/login" search={search} {...props} />}>
          Sign in
        </Button>
      }
    >
      Sign in with the new password. All earlier sessions have ended.
    </Outcome>
  )
}

/** The code or link can no longer be used. */
export function DeadEnd({ onRestart }: { onRestart: () => void }) {
  return (
    <Outcome
      icon={IconLinkOff}
      title="This link no longer works"
      action={
        <Button fullWidth size="sm" onClick={onRestart}>
          Get a new code
        </Button>
      }
    >
      This code or link was already used, has expired, or was replaced by a newer one.
    </Outcome>
  )
}
