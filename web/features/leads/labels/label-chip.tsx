import { Badge } from '@mantine/core'
import type { LabelColor } from '#contract/label-colors.ts'
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
