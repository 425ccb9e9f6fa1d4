import { Checkbox, NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DEFAULT_MAX_PEOPLE, MAX_PEOPLE } from '#contract/core/constants.ts'
import { lists } from '#contract/leads/lists.ts'
import type { EnrichQuote } from '#contract/prospecting/enrichment.ts'
import { errorMessage } from '#web/lib/api.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { nothingFound } from '#web/ui/nothing-found.ts'

/**
 * Options of get-employees. `into` is a people list, or null for a new one with an optional name; `sources`
 * are ids of people sources to query after the websites, or null for all.
 */
export interface EmployeeOptions {
  withEmails: boolean
  maxPeople: number
  sources: string[] | null
  into: number | null
  name: string
}

export const DEFAULT_OPTIONS: EmployeeOptions = {
  withEmails: false,
  maxPeople: DEFAULT_MAX_PEOPLE,
  sources: null,
  into: null,
  name: '',
}

interface EmployeeOptionsProps {
  value: EmployeeOptions
  onChange: (next: EmployeeOptions) => void
}

type Sources = EnrichQuote['sources']

/** Price of a source, or why it is unavailable. */
const sourceNote = ({ left_out, unit_cost }: Sources[number]): string =>
  left_out ?? (unit_cost === 0 ? 'Free' : `${formatCredits(unit_cost)} a person, once`)

/** The connected people sources with their prices. */
function SourceChoice({ value, onChange, sources }: EmployeeOptionsProps & { sources: Sources }) {
  const usable = sources.filter(({ left_out, is_selected }) => left_out === null || is_selected)
  const chosen = value.sources ?? usable.map(({ id }) => id)
  return (
    <Checkbox.Group
      label="Then query"
      description="For companies whose website shows fewer people"
      value={chosen}
      onChange={(next) => onChange({ ...value, sources: next })}
    >
      <Stack gap={8} mt={6}>
        {sources.map((source) => (
          <Checkbox
            key={source.id}
            value={source.id}
            label={source.label}
            description={sourceNote(source)}
            disabled={source.left_out !== null && !chosen.includes(source.id)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const LISTS = { query: { type: 'people', sort: '-updated_at', page: 1, limit: 100 } } as const

function ExistingList({ value, onChange }: EmployeeOptionsProps) {
  const found = useEndpoint(lists, LISTS)
  const data = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      label="People list"
      placeholder={found.isPending ? 'Loading the lists' : 'Choose a list'}
      nothingFoundMessage={nothingFound(found, 'The lists', 'No people list')}
      error={found.isError ? errorMessage(found.error) : undefined}
      searchable
      data={data}
      value={value.into === null ? null : String(value.into)}
      onChange={(id) => onChange({ ...value, into: id === null ? null : Number(id) })}
    />
  )
}

/** Fields of the get-employees options: emails, maximum, sources, and target list. */
export function EmployeeOptionsFields({
  value,
  onChange,
  sources,
}: EmployeeOptionsProps & { sources: Sources }) {
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
        clampBehavior="strict"
        value={value.maxPeople}
        onChange={(next) => typeof next === 'number' && next >= 1 && onChange({ ...value, maxPeople: next })}
      />
      {sources.length > 0 && <SourceChoice value={value} onChange={onChange} sources={sources} />}
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
