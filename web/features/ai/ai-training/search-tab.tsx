import { Skeleton } from '@mantine/core'
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
    <ol className={classes.passages} aria-label={label}>
      {passages.map(({ id, kind, title, url, date, text, reasons }) => (
        <li key={id} className={classes.passage}>
          <div className={classes.passageHead}>
            <span className={classes.kind}>{KIND_LABELS[kind]}</span>
            {url ? (
              <a className={classes.link} href={url} rel="noreferrer noopener" target="_blank">
                {title}
              </a>
            ) : (
              <strong>{title}</strong>
            )}
            <span className={classes.quiet}>
              <When at={date} />
            </span>
          </div>
          <p className={classes.passageText}>{text}</p>
          {reasons.length > 0 && <p className={classes.quiet}>{`${why} ${reasons.join(', ')}`}</p>}
        </li>
      ))}
    </ol>
  )
}

function Results({ search }: { search: string }) {
  const found = useQuery(endpointQuery(searchTrainingPassages, { query: { query: search } }))
  if (found.isError)
    return <LoadError what="The search" error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton height={160} role="status" aria-label="Searching" />
  if (found.data.data.length === 0) return <p role="status">Nothing in your training covers this.</p>
  return <Passages label="Passages found" passages={found.data.data} why="Found by" />
}

function ForLead({ list, lead }: { list: number; lead: number }) {
  const found = useQuery(endpointQuery(trainingForLead, { query: { list_id: list, lead_id: lead } }))
  if (found.isError)
    return <LoadError what="The passages" error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton height={160} role="status" aria-label="Finding passages" />
  const { lead: name, asked, passages } = found.data.data
  return (
    <>
      <p role="status">
        {passages.length === 0
          ? `Nothing in your training relates to ${name}. Add texts about who you work for.`
          : `What the AI would read for ${name}:`}
      </p>
      <Passages label="Passages for the lead" passages={passages} why="Because of" />
      {asked.length > 0 && (
        <p
          className={classes.quiet}
        >{`Searched for: ${asked.map(({ field, value }) => `${field}: ${value}`).join(' · ')}`}</p>
      )}
    </>
  )
}

/** One search over all training, and what the AI would read for a lead. */
export function SearchTab({ query, change }: TabProps) {
  const search = query.search.trim()
  return (
    <div className={classes.columns}>
      <section className={classes.half} aria-label="Search">
        <h2 className={classes.heading}>Search your training</h2>
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
      </section>
      <section className={classes.half} aria-label="For a lead">
        <h2 className={classes.heading}>What would the AI read for a lead?</h2>
        <LeadChoice query={query} change={change} />
        {query.list !== null && query.lead !== null && <ForLead list={query.list} lead={query.lead} />}
      </section>
    </div>
  )
}
