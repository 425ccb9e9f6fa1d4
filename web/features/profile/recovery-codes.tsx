import { Alert, Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef } from 'react'
import { useBrand } from '#web/lib/branding.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { recoveryText } from './recovery-text.ts'
import { saveText } from './save-text.ts'
import classes from './second-factor.module.css'
import page from './settings-page.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onStored: () => void
}

/** The recovery codes, shown this once: to copy or to save, and only then to leave. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const user = useUser()
  const brand = useBrand()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const save = () => {
    const of = { site: brand.name, email: user.email, day: formatDay(new Date().toISOString()) }
    saveText('recovery-codes.txt', recoveryText(codes, of))
  }
  return (
    <section className={page.panel} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" ref={title} tabIndex={-1} className={classes.title}>
        Your recovery codes
      </h3>
      <p>
        {formatCount(codes.length, 'code')}, each good for one sign-in when you do not have your phone.
        Earlier codes no longer work.
      </p>
      <Alert color="yellow" variant="light" classNames={{ root: classes.warning }}>
        They are shown only now. Store them where you keep your passwords, not on the phone with the app.
      </Alert>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={page.buttons}>
        <CopyButton text={codes.join('\n')} what="the recovery codes" />
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
          onClick={save}
        >
          Save as a text file
        </Button>
        <Button onClick={onStored}>I have stored them</Button>
      </div>
      <LeaveGuard when title="Leave without storing the codes?">
        They are not shown again. Without them you cannot sign in when your phone is lost.
      </LeaveGuard>
    </section>
  )
}
