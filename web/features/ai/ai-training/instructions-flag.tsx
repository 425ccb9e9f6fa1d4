import { Group, Tooltip } from '@mantine/core'
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { formatCount } from '#web/lib/format.ts'

/** Marks a text with instructions to an AI; nothing without any. */
export function InstructionsFlag({ found }: { found: number }) {
  if (found === 0) return null
  return (
    <Tooltip
      multiline
      w={260}
      label={`${formatCount(found, 'sentence reads', 'sentences read')} like an instruction to an AI. It’s kept as text and never followed.`}
    >
      <Group component="span" display="inline-flex" wrap="nowrap" gap={4} fz="xs" tabIndex={0}>
        <IconAlert size={14} stroke={1.75} aria-hidden />
        Instructions
      </Group>
    </Tooltip>
  )
}
