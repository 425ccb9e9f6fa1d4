import { Box, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type FoundPassage,
  searchTrainingPassages,
  trainingForLead,
} from '#contract/ai/ai-training-websites.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './ai-training.module.css'
import { LeadChoice } from './lead-choice.tsx'
import { KIND_LABELS } from './training-labels.ts'
import { MAX_SEARCH, type TabProps } from './training-search.ts'

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
            <span className={classes.quiet}>
              <When at={date} />
            </span>
          </Group>
          <Box component="p" style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Box>
          {reasons.length > 0 && <p className={classes.quiet}>{`${why} ${reasons.join(', ')}`}</p>}
        </Stack>
      ))}
    </Stack>
  )
}

function Results({ search }: { search: string }) {
  const found = useQuery(endpointQuery(searchTrainingPassages, { query: { query: search } }))
  if (found.isError) return <LoadError what="The search" of={found} />
  if (!found.data) return <Skeleton height={160} role="status" aria-label="Searching" />
  if (found.data.data.length === 0) return <p role="status">Nothing in your training covers this.</p>
  return <Passages label="Passages found" passages={found.data.data} why="Found by" />
}

function ForLead({ list, lead }: { list: number; lead: number }) {
  const found = useQuery(endpointQuery(trainingForLead, { query: { list_id: list, lead_id: lead } }))
  if (found.isError) return <LoadError what="The passages" of={found} />
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
        <p
          className={classes.quiet}
        >{`Searched for: ${requested.map(({ field, value }) => `${field}: ${value}`).join(' · ')}`}</p>
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
          <p className={classes.quiet}>Search pages, texts, questions and files the way the AI does.</p>
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
