import { Group, Text } from '@mantine/core'
import type { List } from '#contract/leads/lists.ts'
import { formatCount, formatNumber, formatShare } from '#web/lib/format.ts'
import classes from './saved-lists-page.module.css'

/** Number of leads with an email: percentage, counts and a bar. */
export function Coverage({ list: { emails, total } }: { list: Pick<List, 'emails' | 'total'> }) {
  if (total === 0)
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  return (
    <span
      className={classes.coverage}
      title={`${formatNumber(emails)} of ${formatCount(total, 'lead')} have a usable email`}
    >
      <Group component="span" wrap="nowrap" gap="xs">
        {formatShare(emails, total)}
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${(emails / total) * 100}%` }} />
        </span>
      </Group>{' '}
      <Text component="span" c="dimmed">{`${formatNumber(emails)} of ${formatNumber(total)}`}</Text>
    </span>
  )
}
