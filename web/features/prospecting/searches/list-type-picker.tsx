import { Box, Text } from '@mantine/core'
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWorldWww from '@tabler/icons-react/dist/esm/icons/IconWorldWww.mjs'
import type { ComponentType } from 'react'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useListTypes } from '#web/lib/session.ts'
import { Hint } from '#web/ui/hint.tsx'
import classes from './list-type-picker.module.css'
import { searchableTypes } from './searchable-types.ts'

/** A type without its own icon gets a generic one. */
const ICONS: Partial<Record<string, ComponentType<{ size?: number; stroke?: number }>>> = {
  local: IconBuildingStore,
  people: IconUsers,
  single: IconWorldWww,
  influencer: IconSpeakerphone,
}

interface ListTypePickerProps {
  value: ListTypeId
  onChange: (type: ListTypeId) => void
}

/** Cards to choose the list type. */
export function ListTypePicker({ value, onChange }: ListTypePickerProps) {
  return (
    <fieldset className={classes.cards}>
      <Box component="legend" pb={6} fw={500}>
        What to search
      </Box>
      {searchableTypes(useListTypes()).map(({ id, label }) => {
        const { chargeKind } = LIST_TYPES[id]
        const Icon = ICONS[id] ?? IconList
        return (
          <label key={id} className={`hoverable ${classes.card}`} data-checked={id === value || undefined}>
            <input
              type="radio"
              name="list-type"
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className={classes.input}
            />
            <Icon size={18} stroke={1.5} />
            <Text component="span" mt={4} fw={500} c="var(--app-heading)">
              {label}
            </Text>
            <Hint component="span">
              {formatCredits(creditPrice(chargeKind))} {chargeKind === 'domain_email' ? 'an email' : 'a lead'}
            </Hint>
          </label>
        )
      })}
    </fieldset>
  )
}
