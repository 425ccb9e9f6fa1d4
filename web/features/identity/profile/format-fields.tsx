import { Box, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type HourCycle, LOCALES } from '#contract/core/locales.ts'
import { browserZone, formatSample, localeName } from '#web/lib/format.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { TimeZoneInput } from './time-zone-input.tsx'

/** Field values; empty follows the browser. */
interface FormatDraft {
  own_time_zone: string
  locale: string
  hour_cycle: string
}

const REGIONS = [
  { value: '', label: 'Same as browser' },
  ...LOCALES.map((value) => ({ value, label: localeName(value) })),
]
const CLOCKS = [
  { value: '', label: 'Regional default' },
  { value: 'h12', label: '12 hours (2:30 PM)' },
  { value: 'h23', label: '24 hours (14:30)' },
]

/** Formats of dates, times and numbers, with a sample. */
export function FormatFields<Draft extends FormatDraft>({ form }: { form: ContractForm<Draft> }) {
  const [now] = useState(() => Date.now())
  const { own_time_zone, locale, hour_cycle } = form.values
  const formats = {
    time_zone: own_time_zone || null,
    locale: locale || null,
    hour_cycle: (hour_cycle || null) as HourCycle | null,
  }
  return (
    <Stack component="fieldset">
      <Box component="legend" mb="sm" fw={600}>
        Dates and numbers
      </Box>
      <TimeZoneInput label="Your time zone" browser={browserZone()} {...form.field('own_time_zone')} />
      <SimpleGrid minColWidth={180} autoFlow="auto-fit" spacing="sm" verticalSpacing="md">
        <NativeSelect {...form.field('locale')} label="Dates and numbers as in" data={REGIONS} />
        <NativeSelect {...form.field('hour_cycle')} label="Clock" data={CLOCKS} />
      </SimpleGrid>
      <Text c="dimmed" aria-live="polite">
        {formatSample(formats, now)}
      </Text>
    </Stack>
  )
}
