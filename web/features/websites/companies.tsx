import { Button } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconWorldSearch from '@tabler/icons-react/dist/esm/icons/IconWorldSearch.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGE_SIZES } from '#contract/constants.ts'
import { listWebsites, type Website } from '#contract/websites.ts'
import { formatCount } from '#web/lib/format.ts'
import { problemWords } from '#web/lib/problem-labels.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './companies.module.css'
import { CompanyValues } from './company-values.tsx'
import { addressWords, foundWords } from './website-labels.ts'

function Company({ website }: { website: Website }) {
  const { domain, name, problem, moved_to, pages, read_at } = website
  const address = addressWords(website)
  const words = problem ? problemWords(problem, moved_to) : null
  return (
    <li className={classes.company}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name ?? domain}</h2>
        <a href={`https://${domain}/`} target="_blank" rel="noopener noreferrer" className={classes.link}>
          {domain}
        </a>
        {address && <span>{address}</span>}
        <span className={classes.quiet}>
          {words ? 'Tried ' : `${foundWords(website)} · ${formatCount(pages, 'page')} read `}
          <When at={read_at} />
        </span>
      </div>
      {words && (
        <p className={classes.problem}>
          {words.why} <span className={classes.quiet}>{words.todo}</span>
        </p>
      )}
      <CompanyValues website={website} />
    </li>
  )
}

/** What the companies of a list say on their own websites, every value with the pages it stands on. */
export function Companies({ listId, running }: { listId: number; running: boolean }) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState({ page: 1, limit: 20 })
  const domain = search.trim()
  const found = useQuery({
    ...endpointQuery(listWebsites, {
      params: { id: listId },
      query: { ...at, ...(domain ? { domain } : {}) },
    }),
    placeholderData: keepPreviousData,
  })
  const total = found.data?.total
  return (
    <div className={classes.root}>
      <div className={classes.toolbar}>
        <SearchField
          className={classes.search}
          label="Search by domain"
          value={search}
          onChange={(next) => {
            setSearch(next)
            setAt({ ...at, page: 1 })
          }}
        />
        <span className={classes.total} aria-live="polite">
          {total === undefined ? '' : formatCount(total, 'company', 'companies')}
        </span>
      </div>
      {found.isPending && <SkeletonRows rows={5} height={96} label="Loading the companies" />}
      {found.isError && !found.data && (
        <LoadError what="The companies" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {total === 0 && domain !== '' && (
        <EmptyState
          icon={IconSearch}
          title="No company with this domain"
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              Show all companies
            </Button>
          }
        />
      )}
      {total === 0 && domain === '' && (
        <EmptyState
          icon={IconWorldSearch}
          title={running ? 'The first website is being read' : 'No website has been read for this list'}
        >
          {running
            ? 'Each company appears here as soon as its website is read.'
            : 'Search domains into a list, or choose “Find emails” or “Get employees”: what the websites say appears here.'}
        </EmptyState>
      )}
      {found.data && found.data.total > 0 && (
        <>
          <ul className={classes.list} data-stale={found.isPlaceholderData || undefined}>
            {found.data.data.map((website) => (
              <Company key={website.domain} website={website} />
            ))}
          </ul>
          <Pager
            page={at.page}
            limit={at.limit}
            sizes={PAGE_SIZES}
            total={found.data.total}
            onChange={setAt}
          />
        </>
      )}
    </div>
  )
}
