import { Box, Group, NativeSelect, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import {
  type FoundPassage,
  searchTrainingPassages,
  trainingForLead,
} from '#contract/ai/ai-training-websites.ts'
import { leads } from '#contract/leads/leads.ts'
import type { ListTypeName } from '#contract/leads/list-types/index.ts'
import { lists } from '#contract/leads/lists.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './ai-training.module.css'
import { KIND_LABELS } from './training-labels.ts'
import { MAX_SEARCH, type TabProps } from './training-search.ts'

/** Maximum lists and leads offered; others can be opened by address. */
const MAX_CHOICES = 100
const CHOOSE = { value: '', label: 'Choose …' }

/** Selects a lead of a list. */
function LeadChoice({ query, change }: TabProps) {
  const found = useEndpoint(lists, { query: { limit: MAX_CHOICES } })
  const all = found.data?.data ?? []
  const list = all.find(({ id }) => id === query.list)
  const params = { type: (list?.type ?? 'local') as ListTypeName, id: list?.id ?? 0 }
  const rows = useEndpoint(leads, { params, body: { limit: MAX_CHOICES } }, { enabled: list !== undefined })
  const names = (rows.data?.data ?? []).map(({ id, values }) => ({
    value: String(id),
    label: String(values.name ?? values.company ?? values.website ?? values.email ?? `Lead ${id}`),
  }))
  if (found.data && all.length === 0)
    return <Hint>No leads yet. Once you have a list, choose a lead here.</Hint>
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="List"
        data={[CHOOSE, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={String(query.list ?? '')}
        onChange={(event) => change({ list: Number(event.currentTarget.value) || null, lead: null })}
      />
      <NativeSelect
        label="Lead"
        data={[CHOOSE, ...names]}
        disabled={!list}
        value={String(query.lead ?? '')}
        onChange={(event) => change({ lead: Number(event.currentTarget.value) || null })}
      />
    </div>
  )
}

function Passages({
  label,
  passages,
  why,
}: {
  label: string
  passages: readonly FoundPassage[]
  why: string
}) {
  return (
    <Stack component="ol" gap="sm" aria-label={label}>
      {passages.map(({ id, kind, title, url, date, text, reasons }) => (
        <Stack key={id} component="li" gap={6} p="sm" bd="var(--app-line)" bdrs="md">
          <Group align="baseline" gap="xs" className="wrap-anywhere">
            <Text component="span" fz="xs" fw={600}>
              {KIND_LABELS[kind]}
            </Text>
            {url ? (
              <a href={url} rel="noreferrer noopener" target="_blank">
                {title}
              </a>
            ) : (
              <strong>{title}</strong>
            )}
            <Hint component="span">
              <When at={date} />
            </Hint>
          </Group>
          <Box component="p" style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Box>
          {reasons.length > 0 && <Hint>{`${why} ${reasons.join(', ')}`}</Hint>}
        </Stack>
      ))}
    </Stack>
  )
}

function Results({ search }: { search: string }) {
  const found = useEndpoint(searchTrainingPassages, { query: { query: search } })
  if (found.isError) return <LoadError what="The search" query={found} />
  if (!found.data) return <Skeleton height={160} role="status" aria-label="Searching" />
  if (found.data.data.length === 0) return <p role="status">Nothing in your training covers this.</p>
  return <Passages label="Passages found" passages={found.data.data} why="Found by" />
}

function ForLead({ list, lead }: { list: number; lead: number }) {
  const found = useEndpoint(trainingForLead, { query: { list_id: list, lead_id: lead } })
  if (found.isError) return <LoadError what="The passages" query={found} />
  if (!found.data) return <Skeleton height={160} role="status" aria-label="Finding passages" />
  const { lead: name, requested, passages } = found.data.data
  return (
    <>
      <p role="status">
        {passages.length === 0
          ? `Nothing in your training relates to ${name}. Add texts about who you work for.`
          : `What the AI would read for ${name}:`}
      </p>
      <Passages label="Passages for the lead" passages={passages} why="Because of" />
      {requested.length > 0 && (
        <Hint>{`Searched for: ${requested.map(({ field, value }) => `${field}: ${value}`).join(' · ')}`}</Hint>
      )}
    </>
  )
}

/** Searches all training, and shows what the AI would read for a lead. */
export function SearchTab({ query, change }: TabProps) {
  const search = query.search.trim()
  return (
    <SimpleGrid
      minColWidth="min(100%, 340px)"
      autoFlow="auto-fit"
      spacing="lg"
      py={20}
      px="var(--app-gutter)"
    >
      <Stack component="section" gap="sm" miw={0} aria-label="Search">
        <h2>Search your training</h2>
        <SearchField
          label="Search all training"
          value={query.search}
          maxLength={MAX_SEARCH}
          onChange={(next) => change({ search: next })}
        />
        {search ? (
          <Results search={search} />
        ) : (
          <Hint>Search pages, texts, questions and files the way the AI does.</Hint>
        )}
      </Stack>
      <Stack component="section" gap="sm" miw={0} aria-label="For a lead">
        <h2>What would the AI read for a lead?</h2>
        <LeadChoice query={query} change={change} />
        {query.list !== null && query.lead !== null && <ForLead list={query.list} lead={query.lead} />}
      </Stack>
    </SimpleGrid>
  )
}
