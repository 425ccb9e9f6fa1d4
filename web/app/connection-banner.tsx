import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { reconnect, useIsDisconnected } from '../lib/connection.ts'
import classes from './connection-banner.module.css'

/** Shown while the server cannot be reached. */
export function ConnectionBanner() {
  const lost = useIsDisconnected()
  return (
    <div role="status">
      {lost && (
        <div className={classes.banner}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden className={classes.icon} />
          <span className={classes.words}>Connection lost. Changes can’t be saved until it’s back.</span>
          <button type="button" className={`hoverable ${classes.retry}`} onClick={() => reconnect.get()()}>
            Try now
          </button>
        </div>
      )}
    </div>
  )
}
