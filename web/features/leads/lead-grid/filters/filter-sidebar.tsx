import { Accordion, Badge, Box, Button, Group, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core'
import IconFilterPlus from '@tabler/icons-react/dist/esm/icons/IconFilterPlus.mjs'
import { useState } from 'react'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS } from '#contract/leads/signals.ts'
import { Hint } from '#web/ui/hint.tsx'
import {
  activeCount,
  clearField,
  countParts,
  EMAIL_FILTER_LABELS,
  SENT_FILTER_LABELS,
} from '../../lead-data/filters/filter-edits.ts'
import { hasReasons, neededService, servicesFor } from '../../lead-data/filters/needs.ts'
import { EMPTY_QUERY, type GridQuery, refine } from '../../lead-data/grid-query.ts'
import { type ListTarget, type useFacets, useFieldCounts } from '../../lead-data/use-leads.ts'
import { plainValue } from '../../lead-data/value-labels.ts'
import { useServices } from '../../services/use-services.ts'
import { FacetValues } from './facet-values.tsx'
import classes from './filter-sidebar.module.css'
import { NeedsFilter } from './needs-filter.tsx'
import { ChoiceList } from './radio-choices.tsx'

interface FilterSidebarProps {
  type: ListTypeId
  query: GridQuery
  onChange: (next: GridQuery) => void
  facets: ReturnType<typeof useFacets>
  /** What signals are counted for. */
  signals: { target: ListTarget; filters: LeadFilters }
  onMoreFilters: () => void
  /** A run is active in the list. */
  running: boolean
}

type GroupProps = Pick<FilterSidebarProps, 'query' | 'onChange'>

const EMAIL_CHOICES = ([-1, 1, 2, 0] as const).map((value) => ({ value, label: EMAIL_FILTER_LABELS[value] }))
const SENT_CHOICES = ([0, 1, 2] as const).map((value) => ({ value, label: SENT_FILTER_LABELS[value] }))

function AddedRange({ query, onChange }: GroupProps) {
  return (
    <Stack gap={8}>
      <TextInput
        type="date"
        size="xs"
        label="From"
        value={query.startDate ?? ''}
        max={query.endDate ?? undefined}
        onChange={(event) => onChange(refine(query, { startDate: event.currentTarget.value || null }))}
      />
      <TextInput
        type="date"
        size="xs"
        label="Until"
        value={query.endDate ?? ''}
        min={query.startDate ?? undefined}
        onChange={(event) => onChange(refine(query, { endDate: event.currentTarget.value || null }))}
      />
    </Stack>
  )
}

/** Groups without a field; `action` names what the type must offer. */
const FIXED_GROUPS = [
  {
    id: 'with-email',
    label: 'Email found',
    action: 'email-found',
    count: (query: GridQuery) => Number(query.withEmail !== EMPTY_QUERY.withEmail),
    Content: ({ query, onChange }: GroupProps) => (
      <ChoiceList
        label="Email found"
        choices={EMAIL_CHOICES}
        value={query.withEmail}
        onChange={(withEmail) => onChange(refine(query, { withEmail }))}
      />
    ),
  },
  {
    id: 'sent',
    label: 'Sent',
    action: null,
    count: (query: GridQuery) => Number(query.sent !== EMPTY_QUERY.sent),
    Content: ({ query, onChange }: GroupProps) => (
      <ChoiceList
        label="Sent"
        choices={SENT_CHOICES}
        value={query.sent}
        onChange={(sent) => onChange(refine(query, { sent }))}
      />
    ),
  },
  {
    id: 'added',
    label: 'Added',
    action: null,
    count: (query: GridQuery) => Number(query.startDate !== null) + Number(query.endDate !== null),
    Content: AddedRange,
  },
] as const

function GroupTitle({ label, count }: { label: string; count: number }) {
  return (
    <Group component="span" wrap="nowrap" gap="xs">
      {label}
      {count > 0 && (
        <Badge size="sm" circle={count < 10} aria-label={`${count} active`}>
          {count}
        </Badge>
      )}
    </Group>
  )
}

/** The filters of a list: a facet with counts for each facet field of the type, and the common ones. */
export function FilterSidebar(props: FilterSidebarProps) {
  const { type, query, onChange, facets, onMoreFilters, running } = props
  const { actions, fields } = LIST_TYPES[type]
  const facetFields = fields.filter((field) => field.facet)
  const signalFields = fields.filter(isSignal)
  const fixed = FIXED_GROUPS.filter(({ action }) => action === null || actions.includes(action))
  const services = servicesFor(type, useServices(hasReasons(type)))
  const [open, setOpen] = useState<string[]>(() => [
    ...fixed.slice(0, 1).map(({ id }) => id),
    ...facetFields.slice(0, 2).map((field) => field.name),
  ])
  // The same number as on the button of the list and as there are chips.
  const parts = countParts(query.filter)
  return (
    <Box pt="sm" pb="lg" px="sm">
      {actions.includes('more-filters') && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconFilterPlus aria-hidden />}
          onClick={onMoreFilters}
        >
          {parts > 0 ? `More filters (${parts})` : 'More filters'}
        </Button>
      )}
      <Accordion multiple value={open} onChange={setOpen} className={classes.accordion} order={2}>
        {fixed.map(({ id, label, count, Content }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control>
              <GroupTitle label={label} count={count(query)} />
            </Accordion.Control>
            <Accordion.Panel>
              <Content query={query} onChange={onChange} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
        {hasReasons(type) && (
          <Accordion.Item value="needs">
            <Accordion.Control>
              <GroupTitle label="Needs" count={Number(neededService(type, query, services) !== undefined)} />
            </Accordion.Control>
            <Accordion.Panel>
              <NeedsFilter type={type} query={query} onChange={onChange} services={services} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
        {facetFields.map((field) => (
          <Accordion.Item key={field.name} value={field.name}>
            <Accordion.Control>
              <GroupTitle label={field.label} count={activeCount(query, field.name)} />
            </Accordion.Control>
            <Accordion.Panel>
              {open.includes(field.name) && (
                <FacetPanel
                  field={field}
                  query={query}
                  onChange={onChange}
                  facets={facets}
                  running={running}
                />
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
        {signalFields.length > 0 && (
          <Accordion.Item value={SIGNALS_GROUP}>
            <Accordion.Control>
              <GroupTitle
                label="Signals"
                count={signalFields.reduce((sum, { name }) => sum + activeCount(query, name), 0)}
              />
            </Accordion.Control>
            <Accordion.Panel>
              {open.includes(SIGNALS_GROUP) && <SignalPanel {...props} fields={signalFields} />}
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
    </Box>
  )
}

type Field = (typeof LIST_TYPES)[ListTypeId]['fields'][number]
const SIGNALS_GROUP = 'signals'
const SIGNAL_NAMES: ReadonlySet<string> = new Set(SIGNAL_IDS)
const isSignal = ({ name, kind }: Field): boolean => kind === 'choice' && SIGNAL_NAMES.has(name)

/** One signal at a time, counted only while it is chosen here: all of them would slow every list down. */
function SignalPanel({ fields, signals, ...props }: FilterSidebarProps & { fields: readonly Field[] }) {
  const filtered = fields.find(({ name }) => activeCount(props.query, name) > 0)
  const [chosen, setChosen] = useState(filtered ?? (fields[0] as Field))
  const counts = useFieldCounts(signals.target, signals.filters, chosen.name)
  return (
    <Stack gap={8}>
      <NativeSelect
        size="xs"
        aria-label="Signal"
        value={chosen.name}
        onChange={(event) => {
          const field = fields.find(({ name }) => name === event.currentTarget.value)
          if (field) setChosen(field)
        }}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
      />
      <FacetPanel
        field={chosen}
        query={props.query}
        onChange={props.onChange}
        facets={counts}
        running={props.running}
      />
    </Stack>
  )
}

const NO_VALUE: Readonly<Record<string, string>> = { email_search: 'Not searched' }

type FacetPanelProps = Pick<FilterSidebarProps, 'query' | 'onChange' | 'facets' | 'running'> & {
  field: Field
}

function FacetPanel({ field, query, onChange, facets, running }: FacetPanelProps) {
  if (facets.isError) {
    return (
      <Hint>
        Couldn’t load counts.{' '}
        <Box
          type="button"
          component="button"
          c="var(--app-accent)"
          td="underline"
          onClick={() => void facets.refetch()}
        >
          Try again
        </Box>
      </Hint>
    )
  }
  if (facets.isPending) {
    return (
      <Stack gap={10} py={6} role="status" aria-label={`Counting ${field.label}`}>
        {[70, 55, 62, 40].map((width) => (
          <Skeleton key={width} height={10} width={`${width}%`} />
        ))}
      </Stack>
    )
  }
  return (
    <>
      <FacetValues
        field={field}
        counted={facets.data.data[field.name]}
        query={query}
        onChange={onChange}
        running={running}
        formatLabel={(value, label) => {
          if (value === null) return NO_VALUE[field.name] ?? (isSignal(field) ? 'Unknown' : '(none)')
          return plainValue(field, value, label === value ? undefined : label)
        }}
      />
      {activeCount(query, field.name) > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(clearField(query, field.name))}>
          {`Clear ${field.label.toLowerCase()}`}
        </Button>
      )}
    </>
  )
}
