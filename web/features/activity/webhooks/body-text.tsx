import { Text } from '@mantine/core'
import { TextBlock } from '#web/ui/text-block.tsx'
import { readableBody } from './webhook-labels.ts'

/** A request or response body, in lines. */
export function BodyText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text mb={4} fz="sm" fw={500}>
        {label}
      </Text>
      {text === '' ? (
        <Text c="dimmed">Empty</Text>
      ) : (
        <TextBlock label={label} text={readableBody(text)} height={320} />
      )}
    </div>
  )
}
