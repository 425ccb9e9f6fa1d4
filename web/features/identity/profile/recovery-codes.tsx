import { Button, Group } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useBrand } from '#web/lib/branding.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { saveText } from '#web/lib/save-text.ts'
import { useUser } from '#web/lib/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from './panel.tsx'
import { recoveryText } from './recovery-text.ts'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onStored: () => void
}

/** The recovery codes, shown only once: copy or save them to continue. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const user = useUser()
  const brand = useBrand()
  const save = () => {
    const owner = { site: brand.name, email: user.email, day: formatDay(new Date().toISOString()) }
    saveText('recovery-codes.txt', recoveryText(codes, owner))
  }
  return (
    <Panel title="Your recovery codes" focus>
      <p>
        {formatCount(codes.length, 'code')}. Each works once when you don’t have your phone. Earlier codes no
        longer work.
      </p>
      <Notice tone="warning">
        You won’t see them again. Save them where you keep your passwords, not on the phone with the app.
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="8px 12px">
        <CopyButton text={codes.join('\n')} what="the recovery codes" />
        <Button variant="default" leftSection={<IconDownload aria-hidden />} onClick={save}>
          Save as a text file
        </Button>
        <Button onClick={onStored}>I have saved them</Button>
      </Group>
      <LeaveGuard when title="Leave without saving the codes?">
        You won’t see them again. Without them you can’t sign in if you lose your phone.
      </LeaveGuard>
    </Panel>
  )
}
