import { Button } from '@mantine/core'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { errorMessage } from '../lib/api.ts'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  /** Such as "The lists". */
  what: string
  /** The failed query. */
  of: { error: unknown; refetch: () => unknown }
}

/** Shown when something could not be loaded: the reason, and a retry. */
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
