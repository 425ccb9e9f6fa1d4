import { NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_MAX_PEOPLE, MAX_PEOPLE } from '#contract/core/constants.ts'
import { lists } from '#contract/leads/lists.ts'
import { errorMessage } from '#web/lib/api.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

/** What get-employees may be told. `into` is a people list, or null for a new one, which may be named. */
export interface EmployeeOptions {
  withEmails: boolean
  maxPeople: number
  into: number | null
  name: string
}

export const DEFAULT_OPTIONS: EmployeeOptions = {
  withEmails: false,
  maxPeople: DEFAULT_MAX_PEOPLE,
  into: null,
  name: '',
}

interface EmployeeOptionsProps {
  value: EmployeeOptions
  onChange: (next: EmployeeOptions) => void
}

const LISTS = { query: { type: 'people', sort: '-updated_at', page: 1, limit: 100 } } as const

function ExistingList({ value, onChange }: EmployeeOptionsProps) {
  const found = useQuery(endpointQuery(lists, LISTS))
  const data = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      label="People list"
      placeholder={found.isPending ? 'Loading the lists' : 'Choose a list'}
      nothingFoundMessage="No people list"
      error={found.isError ? errorMessage(found.error) : undefined}
      searchable
      data={data}
      value={value.into === null ? null : String(value.into)}
      onChange={(id) => onChange({ ...value, into: id === null ? null : Number(id) })}
    />
  )
}

/** The choices of get-employees: addresses too, how many people, and where they go. */
export function EmployeeOptionsFields({ value, onChange }: EmployeeOptionsProps) {
  const [existing, setExisting] = useState(value.into !== null)
  const choose = (choice: string) => {
    setExisting(choice === 'existing')
    if (choice === 'new') onChange({ ...value, into: null })
  }
  return (
    <Stack gap="sm">
      <Switch
        label="Include published email addresses"
        description={`${formatCredits(creditPrice('domain_email'))} an address`}
        checked={value.withEmails}
        onChange={(event) => onChange({ ...value, withEmails: event.currentTarget.checked })}
      />
      <NumberInput
        label="Max people per company"
        min={1}
        max={MAX_PEOPLE}
        allowDecimal={false}
        clampBehavior="strict"
        value={value.maxPeople}
        onChange={(next) => typeof next === 'number' && next >= 1 && onChange({ ...value, maxPeople: next })}
      />
      <Radio.Group label="Add them to" value={existing ? 'existing' : 'new'} onChange={choose}>
        <Stack gap={8} mt={6}>
          <Radio value="new" label="A new people list" />
          <Radio value="existing" label="An existing people list" />
        </Stack>
      </Radio.Group>
      {existing ? (
        <ExistingList value={value} onChange={onChange} />
      ) : (
        <TextInput
          label="List name"
          placeholder="Named after this list"
          maxLength={200}
          value={value.name}
          onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}
