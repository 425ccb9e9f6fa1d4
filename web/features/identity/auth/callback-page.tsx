import { Button } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { usePageTitle } from '../../../lib/page-title.ts'
import classes from './callback-page.module.css'
import { Outcome } from './outcome.tsx'

/** A window that is still open after this time cannot be closed by script. */
const STILL_OPEN_MS = 200

/** Last page of a connection popup: it is done and the window can close. */
export function CallbackPage() {
  usePageTitle('Done')
  const [stays, setStays] = useState(false)
  const close = () => {
    window.close()
    setTimeout(() => setStays(true), STILL_OPEN_MS)
  }
  return (
    <Outcome
      icon={IconCircleCheck}
      tone="good"
      title="Done"
      action={
        <>
          <Button
            fullWidth
            size="sm"
            leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
            onClick={close}
          >
            Close
          </Button>
          {stays && (
            <p className={classes.stays} role="status">
              Your browser kept this window open. Close it, or{' '}
              <a className={classes.link} href="/">
                go to the app
              </a>
              .
            </p>
          )}
        </>
      }
    >
      <p className={classes.info}>
        <IconInfoCircle size={16} stroke={1.6} aria-hidden />
        You can close this window.
      </p>
    </Outcome>
  )
}
