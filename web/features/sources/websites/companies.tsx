import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconWorldSearch from '@tabler/icons-react/dist/esm/icons/IconWorldSearch.mjs'
import { useState } from 'react'
import { PAGE_SIZES } from '#contract/core/constants.ts'
import { listWebsites, type Website } from '#contract/sources/websites.ts'
import { formatCount } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pager } from '#web/ui/pager.tsx'
import plain from '#web/ui/plain-table.module.css'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './companies.module.css'
import { COMPANY_COLUMNS, CompanyCard, CompanyRow } from './company-row.tsx'

interface RowsProps {
  websites: readonly Website[]
  isStale: boolean
}

function CompanyTable({ websites, isStale }: RowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.frame} aria-label="Companies" tabIndex={0} data-stale={isStale || undefined}>
      <table className={`${plain.table} ${classes.table}`}>
        <thead>
          <tr>
            <td className={classes.toggle} />
            <th scope="col">Company</th>
            {COMPANY_COLUMNS.map(({ id, label }) => (
              <th key={id} scope="col" data-column={id}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {websites.map((website) => (
            <CompanyRow key={website.domain} website={website} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CompanyCards({ websites, isStale }: RowsProps) {
  return (
    <ul className={classes.cards} aria-label="Companies" data-stale={isStale || undefined}>
      {websites.map((website) => (
        <CompanyCard key={website.domain} website={website} />
      ))}
    </ul>
  )
}

/** What the websites of a list's companies say; every value links to its pages. */
export function Companies({ listId, running }: { listId: number; running: boolean }) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState({ page: 1, limit: 20 })
  const domain = search.trim()
  const found = usePagedQuery(listWebsites, { params: { id: listId }, query: { ...at, domain } })
  const total = found.data?.total
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const Rows = narrow ? CompanyCards : CompanyTable
  return (
    <Stack gap={0} flex={1} mih={0}>
      <Group gap="xs" py="xs" px="md">
        <Box flex="0 1 260px">
          <SearchField
            label="Search by domain"
            value={search}
            onChange={(next) => {
              setSearch(next)
              setAt({ ...at, page: 1 })
            }}
          />
        </Box>
        <Text
          component="span"
          flex={1}
          ta="end"
          c="dimmed"
          className="numeric"
          style={{ whiteSpace: 'nowrap' }}
          aria-live="polite"
        >
          {total === undefined ? '' : formatCount(total, 'company', 'companies')}
        </Text>
      </Group>
      {found.isPending && <SkeletonRows rows={8} height={56} label="Loading the companies" />}
      {found.isError && !found.data && <LoadError what="The companies" query={found} />}
      {total === 0 && domain !== '' && (
        <EmptyState
          icon={IconSearch}
          title="No matching companies"
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
          title={running ? 'Reading the first website' : 'No websites read for this list'}
        >
          {running
            ? 'Companies appear here as their websites are read.'
            : 'Search domains or choose “Find emails” or “Get employees” to see what their websites say.'}
        </EmptyState>
      )}
      {found.data && found.data.total > 0 && (
        <>
          <Rows websites={found.data.data} isStale={found.isPlaceholderData} />
          <Pager
            page={at.page}
            limit={at.limit}
            sizes={PAGE_SIZES}
            total={found.data.total}
            onChange={setAt}
          />
        </>
      )}
    </Stack>
  )
}
