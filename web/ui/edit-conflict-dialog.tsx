import { Box, Button, Group, Modal, Radio, SimpleGrid, Text } from '@mantine/core'
import IconOther from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconChosen from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useState } from 'react'
import type { Versioned } from '#contract/core/versions.ts'
import type { Difference, Side } from '../lib/edit-conflict.ts'
import { formatExact } from '../lib/format.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import classes from './edit-conflict-dialog.module.css'

interface EditConflictDialogProps<F extends string> {
  opened: boolean
  onClose: () => void
  /** The saved version: by whom and when. */
  current: Versioned
  differences: readonly Difference<F>[]
  labels: Record<F, string>
  /** Saves with the chosen sides; a field without a choice keeps its `pick`. */
  onSave: (picks: Partial<Record<F, Side>>) => void
}

const ICON = { size: 15, stroke: 1.75, 'aria-hidden': true } as const
const SIDES = [
  ['mine', 'Yours'],
  ['theirs', 'Saved'],
] as const

interface FieldChoiceProps {
  label: string
  difference: Difference<string>
  value: Side
  onChange: (side: Side) => void
}

function FieldChoice({ label, difference, value, onChange }: FieldChoiceProps) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(side) => onChange(side as Side)}
      className={classes.field}
    >
      <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit" spacing="xs" mt={4}>
        {SIDES.map(([side, text]) => (
          <Radio.Card key={side} value={side} className={classes.side} aria-label={`${label}: ${text}`}>
            <Group component="span" wrap="nowrap" gap="xs" fz="xs" c="dimmed">
              {value === side ? <IconChosen {...ICON} /> : <IconOther {...ICON} />}
              {text}
            </Group>
            <Box component="span" className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
              {difference[side] || (
                <Text component="em" c="dimmed">
                  Empty
                </Text>
              )}
            </Box>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

/**
 * Shown when someone else saved the same record first: the person compares both versions field by field and
 * chooses. Closing it keeps what they typed.
 */
export function EditConflictDialog<F extends string>(props: EditConflictDialogProps<F>) {
  const { opened, onClose, current, differences, labels, onSave } = props
  const [picks, setPicks] = useState<Partial<Record<F, Side>>>({})
  return (
    <Modal opened={opened} onClose={onClose} title="Someone else saved first" size={640}>
      <Box component="p" mb="md">
        {`${current.updated_by ?? 'Someone else'} saved changes on ${formatExact(current.updated_at)}, after you opened this page. `}
        {differences.length > 0 ? 'Choose what to keep.' : 'They’re the same as yours, so nothing is lost.'}
      </Box>
      {differences.map((difference) => (
        <FieldChoice
          key={difference.field}
          label={labels[difference.field]}
          difference={difference}
          value={picks[difference.field] ?? difference.pick}
          onChange={(side) => setPicks((before) => ({ ...before, [difference.field]: side }))}
        />
      ))}
      <DialogButtons onCancel={onClose} cancelLabel="Keep editing">
        <Button data-autofocus onClick={() => onSave(picks)}>
          Save
        </Button>
      </DialogButtons>
    </Modal>
  )
}
