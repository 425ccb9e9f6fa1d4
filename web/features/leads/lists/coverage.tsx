import type { List } from '#contract/leads/lists.ts'
import { formatCount, formatNumber, formatShare } from '#web/lib/format.ts'
import classes from './saved-lists-page.module.css'

/** How many leads of a list have an email: a share, the numbers, and a bar for the eye. */
export function Coverage({ list: { emails, total } }: { list: Pick<List, 'emails' | 'total'> }) {
  if (total === 0) return <span className={classes.quiet}>–</span>
  return (
    <span
      className={classes.coverage}
      title={`${formatNumber(emails)} of ${formatCount(total, 'lead')} have a usable email`}
    >
      <span className={classes.share}>
        {formatShare(emails, total)}
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${(emails / total) * 100}%` }} />
        </span>
      </span>{' '}
      <span className={classes.quiet}>{`${formatNumber(emails)} of ${formatNumber(total)}`}</span>
    </span>
  )
}
