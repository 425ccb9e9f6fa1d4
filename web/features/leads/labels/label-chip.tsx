import { Badge, VisuallyHidden } from '@mantine/core'
import type { LabelColor } from '#contract/leads/label-colors.ts'
import classes from './labels.module.css'
import { colorOf, namesIn, useLabels } from './use-labels.ts'

/** A label as it looks everywhere. */
export function LabelChip({ name, color }: { name: string; color: LabelColor }) {
  return (
    <Badge className={classes.chip} data-color={color} variant="default" size="sm" radius="sm">
      {name}
    </Badge>
  )
}

/** The labels of a lead, from the names that its value holds. */
export function LabelChips({ value }: { value: string | number }) {
  const { rows } = useLabels()
  return (
    <span className={classes.chips}>
      {namesIn(value).map((name) => (
        <LabelChip key={name} name={name} color={colorOf(rows, name)} />
      ))}
    </span>
  )
}

/** The labels of a lead in little room: the first one, and how many more there are. */
export function ShortLabels({ value }: { value: string | number }) {
  const { rows } = useLabels()
  const [first = '', ...others] = namesIn(value)
  return (
    <span className={classes.short} title={namesIn(value).join(', ')}>
      <LabelChip name={first} color={colorOf(rows, first)} />
      {others.length > 0 && (
        <span className={classes.others}>
          <span aria-hidden>{`+${others.length}`}</span>
          <VisuallyHidden>{others.join(', ')}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
