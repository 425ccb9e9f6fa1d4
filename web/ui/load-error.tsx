import { Button } from '@mantine/core'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { errorMessage } from '../lib/api.ts'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  /** What could not be shown, e.g. "The lists". */
  what: string
  error: unknown
  onRetry: () => void
}

/** What stands where something could not be loaded: why, and a way to try again. */
export function LoadError({ what, error, onRetry }: LoadErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={`${what} could not be loaded`}
        action={
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </EmptyState>
    </div>
  )
}
