import { Box, Text } from '@mantine/core'
import { readableBody } from './webhook-labels.ts'

/** A body of a request or reply, in lines. */
export function BodyText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text mb={4} fz="sm" fw={500}>
        {label}
      </Text>
      {text === '' ? (
        <Text c="dimmed">Empty</Text>
      ) : (
        <Box
          component="section"
          mah={320}
          py={10}
          px="sm"
          bd="var(--app-line)"
          bdrs="md"
          bg="var(--app-surface)"
          style={{ overflow: 'auto' }}
          aria-label={label}
          tabIndex={0}
          data-own-keys
        >
          <Box
            component="pre"
            ff="monospace"
            fz="xs"
            className="wrap-anywhere"
            style={{ whiteSpace: 'pre-wrap' }}
          >
            {readableBody(text)}
          </Box>
        </Box>
      )}
    </div>
  )
}
