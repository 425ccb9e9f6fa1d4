import { Button, Group, Text } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { filterChips, type ValueLabel } from '../../lead-data/filters/filter-edits.ts'
import { hasReasons, serviceOfRule } from '../../lead-data/filters/needs.ts'
import { type GridQuery, withoutFilters } from '../../lead-data/grid-query.ts'
import { useServices } from '../../services/use-services.ts'
import classes from './filter-chips.module.css'

interface FilterChipsProps {
  type: ListTypeId
  query: GridQuery
  label: ValueLabel
  onChange: (next: GridQuery) => void
}

/** Active filters, removable one by one or all at once. */
export function FilterChips({ type, query, label, onChange }: FilterChipsProps) {
  const services = useServices(query.filter !== null && hasReasons(type))
  const chips = filterChips(type, query, label, (rule) => {
    const service = serviceOfRule(type, rule, services)
    return service && `Needs: ${service.name}`
  })
  if (chips.length === 0) return null
  return (
    <Group component="ul" gap={6} pb="xs" px="md" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.id}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove filter ${chip.text}`}
            onClick={() => onChange(chip.without)}
          >
            <Text component="span" truncate>
              {chip.text}
            </Text>
            <IconX size={12} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(withoutFilters(query))}>
          Clear all
        </Button>
      </li>
    </Group>
  )
}
