import { Button } from '@mantine/core'
import IconMapDown from '@tabler/icons-react/dist/esm/icons/IconMapDown.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CorpusTabs } from './corpus-tabs.tsx'
import { FetchPanel } from './fetch-panel.tsx'
import { ImportSteps } from './import-steps.tsx'
import { SourcesTable } from './sources-table.tsx'

/** URL parameter: which panel for adding data is open. */
const corpusSearch = pageSearch({ add: oneOf(['fetch', 'file'], null) })

const WAYS = [
  { add: 'fetch', label: 'Fetch places', close: 'Cancel', icon: IconMapDown },
  { add: 'file', label: 'Import a file', close: 'Cancel', icon: IconUpload },
] as const

/** The business data that searches use: its sources, and two ways to add to it. */
export function CorpusPage() {
  const [{ add }, change] = usePageSearch(corpusSearch)
  return (
    <>
      <PageHeader
        title="Business data"
        subtitle="Places and people every account can search"
        actions={WAYS.map(({ add: way, label, close, icon: Icon }) => (
          <Button
            key={way}
            variant={add === null && way === 'fetch' ? 'filled' : 'default'}
            leftSection={add === way ? undefined : <Icon size={14} stroke={1.75} aria-hidden />}
            aria-expanded={add === way}
            onClick={() => change({ add: add === way ? null : way })}
          >
            {add === way ? close : label}
          </Button>
        ))}
      >
        <CorpusTabs current="/admin/corpus" />
      </PageHeader>
      {add === 'fetch' && <FetchPanel />}
      {add === 'file' && <ImportSteps />}
      <SourcesTable onFetch={() => change({ add: 'fetch' })} />
    </>
  )
}
