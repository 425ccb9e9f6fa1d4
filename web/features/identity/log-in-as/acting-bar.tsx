import { Box, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { setActingMode } from '#contract/identity/log-in-as.ts'
import type { User } from '#contract/identity/user.ts'
import { personName } from '#web/lib/account-labels.ts'
import { call } from '#web/lib/api.ts'
import { loadSession, useUser } from '#web/lib/session.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './acting-bar.module.css'
import { goBack } from './acting-session.ts'

function Bar({ acting, user }: { acting: NonNullable<User['acting']>; user: User }) {
  const left = Math.ceil(useCountdown(Date.parse(acting.ends_at)) / 60)
  const { confirm, dialog } = useDialog()
  const back = useMutation({ mutationFn: goBack })
  const setMode = async (mode: 'read' | 'write') => {
    await call(setActingMode, { body: { mode }, ...(mode === 'write' && { quiet: 'errors' as const }) })
    await loadSession({ again: true })
  }
  const endChanges = useMutation({ mutationFn: () => setMode('read') })
  const allow = () =>
    confirm({
      title: `Make changes as ${personName(user)}?`,
      confirmLabel: 'Allow changes',
      onConfirm: () => setMode('write'),
      children: 'They’re notified by email, and the audit log names you with every change.',
    })
  const canChange = acting.mode === 'write'
  return (
    <section className={classes.bar} data-mode={acting.mode} aria-label="Logged in as someone else">
      <Box miw={0} className="wrap-anywhere">
        <Text fw={600}>
          {acting.actor_name}, logged in as {personName(user)}
        </Text>
        <Text fz="xs" c="dimmed">
          {acting.reason} · {canChange ? 'Changes allowed' : 'View only'} · {left} min left
        </Text>
      </Box>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={endChanges.isPending}
          onClick={canChange ? () => endChanges.mutate() : allow}
        >
          {canChange ? 'View only' : 'Allow changes'}
        </Button>
        <Button size="compact-sm" loading={back.isPending} onClick={() => back.mutate()}>
          Back to my account
        </Button>
      </Group>
      {dialog}
    </section>
  )
}

/** Shown on every page while logged in as someone else: who, why, for how long, and the way back. */
export function ActingBar() {
  const user = useUser()
  return user.acting && <Bar acting={user.acting} user={user} />
}
