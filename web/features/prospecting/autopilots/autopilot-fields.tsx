import { Checkbox, NativeSelect, NumberInput, Select, Text, TextInput } from '@mantine/core'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type List, lists } from '#contract/leads/lists.ts'
import { EVERY, type Every } from '#contract/prospecting/autopilot-schedule.ts'
import { browserZones } from '#web/lib/format.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import classes from './autopilot.module.css'
import { EVERY_LABELS, WEEKDAYS } from './autopilot-labels.ts'
import type { FormValues } from './form-values.ts'
import { atMinute } from './form-values.ts'
import { StepFields } from './step-fields.tsx'

/** Fields for interval, day, time and time zone. */
function ScheduleFields({ form }: { form: ContractForm<FormValues> }) {
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
          value={values.month_day}
          onChange={(day) => set({ month_day: typeof day === 'number' ? day : 1 })}
        />
      )}
      {values.every === 'hour' ? (
        <NumberInput
          label="Minutes past the hour"
          min={0}
          max={59}
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

const LISTS = { query: { limit: 200 } }

/** Lists created by a search; only those can be repeated. */
function useSearchedLists(): readonly List[] {
  const found = useEndpoint(lists, LISTS)
  return (found.data?.data ?? []).filter(({ search }) => search !== null)
}

function ListChoice({ form, all }: { form: ContractForm<FormValues>; all: readonly List[] }) {
  const { values, set, errors } = form
  return (
    <Select
      label="List"
      description="We repeat this list’s search and add new leads to it"
      placeholder="Choose a list"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No lists created by a search"
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={values.list_id === null ? null : String(values.list_id)}
      error={errors.list_id}
      onChange={(id) => set({ list_id: Number(id) })}
    />
  )
}

function LimitFields({ form }: { form: ContractForm<FormValues> }) {
  const { values, set, errors } = form
  const cap = (name: 'cap' | 'month_cap', label: string) => (
    <NumberInput
      label={label}
      placeholder="No limit"
      min={1}
      max={100_000}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => set({ [name]: typeof value === 'number' ? value : '' })}
    />
  )
  return (
    <>
      <div className={classes.fields}>
        {cap('cap', 'Max new leads per run')}
        {cap('month_cap', 'Max new leads per month')}
        <NumberInput
          label="Pause after empty runs"
          min={1}
          max={100}
          value={values.empty_limit}
          error={errors.empty_limit}
          onChange={(value) => set({ empty_limit: typeof value === 'number' ? value : 3 })}
        />
      </div>
      <Checkbox
        mt={12}
        label="Skip leads I already have"
        description="In a list, exported or sent to a CRM"
        checked={values.only_new}
        onChange={(event) => set({ only_new: event.currentTarget.checked })}
      />
    </>
  )
}

/** Fields of an autopilot. `type` is set when its list is fixed. */
export function AutopilotFields({ form, type }: { form: ContractForm<FormValues>; type?: ListTypeId }) {
  const all = useSearchedLists()
  const chosen = type ?? all.find(({ id }) => id === form.values.list_id)?.type
  return (
    <>
      <section className={classes.section} aria-labelledby="search">
        <h2 id="search">Search</h2>
        <div className={classes.fields}>
          {!type && <ListChoice form={form} all={all} />}
          <TextInput
            {...form.field('name')}
            label="Name"
            description={type ? undefined : 'Uses the list name if empty'}
            autoComplete="off"
            maxLength={200}
          />
        </div>
      </section>
      <section className={classes.section} aria-labelledby="schedule">
        <h2 id="schedule">Schedule</h2>
        <ScheduleFields form={form} />
      </section>
      <section className={classes.section} aria-labelledby="limits">
        <h2 id="limits">Limits</h2>
        <LimitFields form={form} />
      </section>
      <section className={classes.section} aria-labelledby="steps">
        <h2 id="steps">Steps</h2>
        <Text mb="xs" c="dimmed">
          What happens to new leads after each run, in order.
        </Text>
        {chosen ? (
          <StepFields
            type={chosen as ListTypeId}
            steps={form.values.steps}
            errors={form.errors as Record<string, string>}
            onChange={(steps) => form.set({ steps })}
          />
        ) : (
          <Text mb="xs" c="dimmed">
            Choose a list first.
          </Text>
        )}
      </section>
    </>
  )
}
