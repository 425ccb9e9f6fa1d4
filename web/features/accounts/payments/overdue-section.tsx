import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accessPolicy } from '#contract/accounts/subscriptions.ts'
import { formatCount } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { Part } from '#web/ui/part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { OverdueRulesDialog } from '../subscriptions/overdue-rules-dialog.tsx'

const days = (count: number): string => (count === 0 ? 'at once' : `after ${formatCount(count, 'day')}`)

/** When customers with an overdue payment lose access. */
export function OverdueSection() {
  const policy = useQuery(endpointQuery(accessPolicy)).data?.data
  const { show, dialog } = useDialog()
  return (
    <Part title="Overdue payments">
      {policy && (
        <p>
          {`Customers with an overdue payment are read-only ${days(policy.read_only_after_days)} and locked ${days(policy.locked_after_days)}. They can always pay, and you keep access.`}
        </p>
      )}
      <div>
        <Button variant="default" onClick={() => show((state) => <OverdueRulesDialog {...state} />)}>
          Change days
        </Button>
      </div>
      {dialog}
    </Part>
  )
}
