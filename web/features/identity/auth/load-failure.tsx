import { Button } from '@mantine/core'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { failureLabel } from './failure-labels.ts'
import { Outcome } from './outcome.tsx'

interface LoadFailureProps {
  /** What could not be shown, e.g. "The invitation". */
  what: string
  error: unknown
  onRetry: () => void
}

/** Shown when a page's content could not be loaded: the reason, and a retry. */
export function LoadFailure({ what, error, onRetry }: LoadFailureProps) {
  return (
    <Outcome
      icon={IconCloudOff}
      title={`${what} could not be loaded`}
      action={
        <Button fullWidth size="sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failureLabel(error)}
    </Outcome>
  )
}
