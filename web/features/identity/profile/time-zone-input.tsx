import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { timeIn, timeZones, zoneLabel, zoneMatches } from './time-zones.ts'

interface TimeZoneInputProps {
  label?: string
  /** Empty follows the browser, whose zone `browser` names. */
  value: string
  browser?: string
  onChange: (zone: string) => void
  error?: ReactNode
}

const TICK_MS = 10_000

const filter: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter((option) => zoneMatches(option.value, search))

/** A time zone, found by typing, with its current time. */
export function TimeZoneInput({ label = 'Time zone', value, browser, onChange, error }: TimeZoneInputProps) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const zones = useMemo(
    () => [
      ...(browser === undefined ? [] : [{ value: '', label: `Same as browser (${zoneLabel(browser)})` }]),
      ...timeZones(value || 'UTC').map((zone) => ({ value: zone, label: zoneLabel(zone) })),
    ],
    [value, browser],
  )
  const time = timeIn(value || (browser ?? 'UTC'), now)
  return (
    <Select
      label={label}
      description={time ? `It is ${time} there now` : 'Your browser doesn’t recognize this time zone'}
      data={zones}
      value={value}
      error={error}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      filter={filter}
      nothingFoundMessage="No matching time zone"
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: true }}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  )
}
