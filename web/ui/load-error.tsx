import { Button } from '@mantine/core'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { errorMessage } from '../lib/api.ts'
import { EmptyState } from './empty-state.tsx'

interface LoadErrorProps {
  /** Such as "The lists". */
  what: string
  /** The failed query. */
  query: { error: unknown; refetch: () => unknown }
}

/** Shown when something could not be loaded: the reason, and a retry. */
export function LoadError({ what, query }: LoadErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={`${what} could not be loaded`}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {errorMessage(query.error)}
      </EmptyState>
    </div>
  )
}
