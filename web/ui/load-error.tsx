import { Button } from '@mantine/core'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { errorMessage } from '../lib/api.ts'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  /** What could not be shown, e.g. "The lists". */
  what: string
  /** The query that failed. */
  of: { error: unknown; refetch: () => unknown }
}

/** What stands where something could not be loaded: why, and a way to try again. */
export function LoadError({ what, of }: LoadErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={`${what} could not be loaded`}
        action={
          <Button variant="default" onClick={() => void of.refetch()}>
            Try again
          </Button>
        }
      >
        {errorMessage(of.error)}
      </EmptyState>
    </div>
  )
}
