import { NativeSelect, Select } from '@mantine/core'
import { type CorpusArea, REFRESH_EVERY } from '#contract/sources/corpus-area-shapes.ts'
import { scheduleSource } from '#contract/sources/corpus-areas.ts'
import { browserZone, browserZones } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { EVERY_LABELS, hourLabel } from './source-labels.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }))

interface ScheduleFormProps {
  id: number
  name: string
  area: CorpusArea
  onClose: () => void
}

function ScheduleForm({ id, area, onClose }: ScheduleFormProps) {
  const { every, hour, time_zone } = area.schedule
  const zone = every === 'never' ? browserZone() : time_zone
  const form = useContractForm(scheduleSource, {
    initial: { every, hour: String(hour), time_zone: zone },
    params: { id },
    body: (values) => ({ ...values, hour: Number(values.hour) }),
    onSuccess: onClose,
  })
  const isOn = form.values.every !== 'never'
  return (
    <ContractForm form={form} submitLabel="Save schedule" onCancel={onClose}>
      <NativeSelect
        {...form.field('every')}
        label="Refresh"
        description="Fetched only when there is a newer release"
        data={REFRESH_EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
      />
      {isOn && (
        <>
          <NativeSelect {...form.field('hour')} label="At" data={HOURS} />
          <Select
            label="Time zone"
            data={[...new Set(['UTC', zone, ...browserZones()])]}
            value={form.values.time_zone}
            error={form.errors.time_zone}
            onChange={(value) => form.set({ time_zone: value ?? zone })}
            searchable
            allowDeselect={false}
          />
        </>
      )}
    </ContractForm>
  )
}

/** Sets when a source is refreshed by itself. */
export const ScheduleDialog = formDialog(({ name }) => `Refresh schedule of ${name}`, 440, ScheduleForm)
