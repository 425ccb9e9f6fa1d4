import { Badge, Group, VisuallyHidden } from '@mantine/core'
import type { LabelColor } from '#contract/leads/label-colors.ts'
import { Hint } from '#web/ui/hint.tsx'
import classes from './labels.module.css'
import { findColor, namesIn, useLabels } from './use-labels.ts'

/** A label as a chip. */
export function LabelChip({ name, color }: { name: string; color: LabelColor }) {
  return (
    <Badge
      className={classes.chip}
      style={{ '--chip': `var(--mantine-color-${color}-${color === 'gray' ? 5 : 6})` }}
      data-color={color}
      variant="default"
      size="sm"
      radius="sm"
    >
      {name}
    </Badge>
  )
}

/** The labels of a lead, from the names in its value. */
export function LabelChips({ value }: { value: string | number }) {
  const { rows } = useLabels()
  return (
    <Group component="span" display="inline-flex" gap={4} maw="100%">
      {namesIn(value).map((name) => (
        <LabelChip key={name} name={name} color={findColor(rows, name)} />
      ))}
    </Group>
  )
}

/** The labels of a lead in a small space: the first one and the number of others. */
export function ShortLabels({ value }: { value: string | number }) {
  const { rows } = useLabels()
  const [first = '', ...others] = namesIn(value)
  return (
    <Group
      component="span"
      display="inline-flex"
      wrap="nowrap"
      gap={4}
      flex="none"
      maw="45%"
      title={namesIn(value).join(', ')}
    >
      <LabelChip name={first} color={findColor(rows, first)} />
      {others.length > 0 && (
        <Hint component="span" flex="none">
          <span aria-hidden>{`+${others.length}`}</span>
          <VisuallyHidden>{others.join(', ')}</VisuallyHidden>
        </Hint>
      )}
    </Group>
  )
}
