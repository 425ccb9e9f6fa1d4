import { Box } from '@mantine/core'
import { Notice } from '../ui/notice.tsx'

/** Why the account is read-only, or will be soon. */
export const AccessBanner = ({ message }: { message: string | null }) => (
  <div role="status">
    {message && (
      <Box px="md" pt="sm">
        <Notice tone="warning">{message}</Notice>
      </Box>
    )}
  </div>
)
