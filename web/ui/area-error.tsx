import { Button } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { EmptyState } from './empty-state.tsx'

/** Shown in place of an area that crashed. */
export function AreaError({ onRetry, level = 2 }: { onRetry: () => void; level?: 1 | 2 }) {
  return (
    <div role="alert">
      <EmptyState
        level={level}
        icon={IconAlertTriangle}
        title="Something went wrong here"
        action={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <Button variant="default" component="a" href="/">
              Go home
            </Button>
          </>
        }
      >
        The problem has been reported. Your data is safe.
      </EmptyState>
    </div>
  )
}
