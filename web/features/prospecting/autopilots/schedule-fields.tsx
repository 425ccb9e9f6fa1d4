import { NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { EVERY, type Every } from '#contract/prospecting/autopilot-schedule.ts'
import { browserZones } from '#web/lib/format.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import classes from './autopilot.module.css'
import { EVERY_LABELS, WEEKDAYS } from './autopilot-labels.ts'
import { atMinute, type FormValues } from './form-values.ts'

/** Fields for interval, day, time and time zone. */
export function ScheduleFields({ form }: { form: ContractForm<FormValues> }) {
  const { values, set, errors } = form
  const zones = [...new Set(['UTC', values.time_zone, ...browserZones()])]
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="How often"
        value={values.every}
        onChange={(event) => set({ every: event.currentTarget.value as Every })}
        data={EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
      />
      {values.every === 'week' && (
        <NativeSelect
          label="Day"
          value={String(values.weekday)}
          onChange={(event) => set({ weekday: Number(event.currentTarget.value) })}
          data={WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }))}
        />
      )}
      {values.every === 'month' && (
        <NumberInput
          label="Day of the month"
          min={1}
          max={31}
          allowDecimal={false}
          value={values.month_day}
          onChange={(day) => set({ month_day: typeof day === 'number' ? day : 1 })}
        />
      )}
      {values.every === 'hour' ? (
        <NumberInput
          label="Minutes past the hour"
          min={0}
          max={59}
          allowDecimal={false}
          value={Number(values.at.slice(3))}
          onChange={(minute) => set({ at: atMinute(Number(minute)) })}
        />
      ) : (
        <TextInput
          label="At"
          type="time"
          value={values.at}
          error={errors.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
      )}
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        data={zones}
        value={values.time_zone}
        error={errors.time_zone}
        onChange={(zone) => zone && set({ time_zone: zone })}
      />
    </div>
  )
}
