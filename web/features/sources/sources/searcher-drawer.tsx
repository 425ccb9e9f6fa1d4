import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { countSearch, previewSearch } from '#contract/prospecting/searches.ts'
import { changeSearcher, parkSearcher, type Searcher, unparkSearcher } from '#contract/sources/searchers.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount, formatCredits } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { RetentionSettings } from './retention-settings.tsx'
import { describeState, pauseLabel } from './searcher-labels.ts'
import classes from './searchers.module.css'

async function requestTest(source: string, position: string) {
  const body = { type: 'people' as const, search: { source, position } }
  const count = await call(countSearch, { body, quiet: 'errors' })
  const preview = await call(previewSearch, { body, quiet: 'errors' })
  return { matched: count.data.matched, rows: preview.data.rows }
}

/** A small people search in one source: the count, and the first matches. Nothing is stored. */
function TestQuery({ source }: { source: Searcher }) {
  const [position, setPosition] = useState('Head of marketing')
  const lookUp = useMutation({ mutationFn: () => requestTest(source.id, position) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (position.trim() !== '') lookUp.mutate()
  }
  return (
    <Stack component="form" gap="sm" pt="md" style={{ borderTop: 'var(--app-line)' }} onSubmit={submit}>
      <h3>Test query</h3>
      <Hint>
        {source.vendor_price
          ? `Costs no credits. It calls the vendor with your account’s key, which may charge: ${source.vendor_price}.`
          : 'Costs nothing.'}
      </Hint>
      <TextInput
        label="Position"
        value={position}
        maxLength={200}
        onChange={(event) => setPosition(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button type="submit" variant="default" loading={lookUp.isPending}>
          Run test query
        </Button>
      </Group>
      {lookUp.isError && <Notice tone="danger">{errorMessage(lookUp.error)}</Notice>}
      {lookUp.data && (
        <Notice tone="success" title={formatCount(lookUp.data.matched, 'person', 'people')}>
          <Stack component="ul" gap={6}>
            {lookUp.data.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response, which have no ids
              <li key={at}>{[row.name, row.about, row.place].filter(Boolean).join(', ')}</li>
            ))}
          </Stack>
        </Notice>
      )}
    </Stack>
  )
}

const PRICES: Record<string, string> = {
  people_contact: 'Credits per person',
  people_phone: 'Credits per phone number',
  people_similar: 'Credits per similar person',
  local_contact: 'Credits per business',
  influencer_record: 'Credits per influencer',
  domain_email: 'Credits per email',
  influencer_enrich: 'Credits per influencer’s details',
  website_check: 'Credits per website checked',
}
/** Length of a pause in minutes; null for one until it is resumed. */
const HOUR = 60

type Values = Record<string, boolean | number | string>
const wholeOrNull = (value: Values[string] | undefined): number | null =>
  value === '' || value === undefined ? null : Number(value)

function Settings({ source }: { source: Searcher }) {
  const kinds = source.charge_kinds
  const initial: Values = {
    is_on: source.is_on,
    daily_limit: source.daily_limit ?? '',
    ...Object.fromEntries(kinds.map(({ charge_kind, credits }) => [charge_kind, credits ?? ''])),
  }
  const form = useContractForm(changeSearcher, {
    initial,
    params: { id: source.id },
    body: (values: Values) => ({
      is_on: values.is_on === true,
      daily_limit: wholeOrNull(values.daily_limit),
      prices: Object.fromEntries(
        kinds.flatMap(({ charge_kind: kind }) => {
          const credits = wholeOrNull(values[kind])
          return credits === null ? [] : [[kind, credits]]
        }),
      ),
    }),
  })
  return (
    <ContractForm form={form} submitLabel="Save" onlyChanges>
      <Switch {...form.field('is_on', 'checkbox')} label="Use this source" />
      <SimpleGrid minColWidth={180} autoFlow="auto-fit" spacing="sm">
        {kinds.map(({ charge_kind: kind, standard }) => (
          <NumberInput
            key={kind}
            {...form.field(kind)}
            label={PRICES[kind] ?? kind}
            placeholder={String(standard)}
            description={`Standard: ${formatCredits(standard)}`}
            min={0}
            max={1000}
          />
        ))}
        <NumberInput
          {...form.field('daily_limit')}
          label="Daily request limit per key"
          placeholder="No limit"
          min={1}
          max={10_000_000}
        />
      </SimpleGrid>
    </ContractForm>
  )
}

function Health({ source }: { source: Searcher }) {
  const { id, is_parked, parked_keys, errors } = source
  const params = { id }
  const park = useMutation({
    mutationFn: (minutes: number | null) => call(parkSearcher, { params, body: { minutes } }),
  })
  const unpark = useMutation({ mutationFn: () => call(unparkSearcher, { params }) })
  const pause = pauseLabel(source)
  return (
    <Stack gap="sm" pt="md" style={{ borderTop: 'var(--app-line)' }}>
      <h3>Health</h3>
      <span>
        <StateBadge {...describeState(source)} />
      </span>
      {pause && <Hint>{pause}</Hint>}
      <Group gap="xs">
        {(is_parked || parked_keys > 0) && (
          <Button variant="default" loading={unpark.isPending} onClick={() => unpark.mutate()}>
            Resume
          </Button>
        )}
        {!is_parked && (
          <>
            <Button variant="default" loading={park.isPending} onClick={() => park.mutate(HOUR)}>
              Pause for an hour
            </Button>
            <Button variant="default" loading={park.isPending} onClick={() => park.mutate(null)}>
              Pause until resumed
            </Button>
          </>
        )}
      </Group>
      {errors.length > 0 && (
        <>
          <h3>Last errors</h3>
          <Stack component="ul" gap={6}>
            {errors.map(({ at, code, detail }) => (
              <li key={`${at}${code}${detail}`}>
                <When at={at} /> {code.replaceAll('_', ' ')}
                {detail !== code && <Hint component="span">{` ${detail}`}</Hint>}
              </li>
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}

interface SearcherDrawerProps {
  sources: readonly Searcher[]
  /** Index of the open source; null closes the drawer. */
  open: number | null
  onOpen: (place: number | null) => void
}

/** A source beside the list: its settings, health, and a test query. */
export function SearcherDrawer({ sources, open, onOpen }: SearcherDrawerProps) {
  return (
    <RecordDrawer title="Source" id={open} ids={sources.map((_, place) => place)} onOpen={onOpen}>
      {(place) => {
        const source = sources[place]
        return source ? (
          <div className={classes.body} key={source.id}>
            <Text fz="lg" lh="24px" fw={600}>
              {source.label}
            </Text>
            <Settings source={source} />
            {source.retention && <RetentionSettings source={source} retention={source.retention} />}
            <Health source={source} />
            {source.list_types.includes('people') && <TestQuery source={source} />}
          </div>
        ) : null
      }}
    </RecordDrawer>
  )
}
