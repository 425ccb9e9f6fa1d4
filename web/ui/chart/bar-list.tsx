import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { formatNumber } from '../../lib/format.ts'
import classes from './bar-list.module.css'

interface BarListProps {
  /** Such as "Hit rate per source". */
  title: string
  /** Heading of the labels, such as "Source". */
  column: string
  /** `text` replaces the formatted value. */
  items: readonly { id: string; label: string; value: number; text?: string }[]
  format?: (value: number) => string
  /** The value of a full bar; the highest one by default. */
  full?: number
  empty?: string
}

/** Values as horizontal bars with their numbers. It is a table, so screen readers don't need the bars. */
export function BarList({
  title,
  column,
  items,
  format = formatNumber,
  full,
  empty = 'Nothing to show yet',
}: BarListProps) {
  if (items.length === 0)
    return (
      <Text py="lg" ta="center" c="dimmed">
        {empty}
      </Text>
    )
  const whole = full ?? Math.max(...items.map(({ value }) => value), Number.EPSILON)
  return (
    <table className={classes.root} aria-label={title}>
      <colgroup>
        <Box component="col" w="34%" />
        <col />
      </colgroup>
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">{column}</th>
          <th scope="col">{title}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {items.map(({ id, label, value, text = format(value) }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            <td>
              <Group component="span" wrap="nowrap" gap={10}>
                <Box
                  component="span"
                  flex={1}
                  h={10}
                  bdrs={5}
                  bg="var(--app-hover)"
                  style={{ overflow: 'hidden' }}
                  aria-hidden
                >
                  <Box
                    component="span"
                    display="block"
                    h="100%"
                    bg="var(--app-chart)"
                    style={{ width: `${Math.min(100, (Math.max(0, value) / whole) * 100)}%` }}
                  />
                </Box>
                {text}
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
