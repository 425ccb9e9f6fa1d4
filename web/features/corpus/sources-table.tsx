import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import { useQuery } from '@tanstack/react-query'
import { corpusSources } from '#contract/corpus.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './corpus-page.module.css'

/** The sources that searches can draw from. */
export function SourcesTable() {
  const sources = useQuery(endpointQuery(corpusSources))
  if (sources.isPending) return <SkeletonRows rows={4} height={40} label="Loading the sources" />
  if (sources.isError) {
    return <LoadError what="The sources" error={sources.error} onRetry={() => void sources.refetch()} />
  }
  const rows = sources.data.data
  if (rows.length === 0) {
    return (
      <EmptyState icon={IconDatabase} title="The corpus is empty">
        Import an open data set of places, and every search can find them.
      </EmptyState>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Sources" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Licence</th>
            <th scope="col" className={classes.numeric}>
              Places
            </th>
            <th scope="col">Data as of</th>
            <th scope="col">Last import</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((source) => (
            <tr key={source.id}>
              <th scope="row">{source.name}</th>
              <td>{source.licence}</td>
              <td className={classes.numeric}>{formatNumber(source.places)}</td>
              <td>{source.data_as_of ? formatDay(source.data_as_of) : '–'}</td>
              <td>
                <When at={source.updated_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
