import { Button } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useState } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CorpusTabs } from './corpus-tabs.tsx'
import { ImportSteps } from './import-steps.tsx'
import { SourcesTable } from './sources-table.tsx'

/** The open corpus that local searches draw from: its sources, and importing into it. */
export function CorpusPage() {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        title="Open corpus"
        subtitle="Places that every account can search"
        actions={
          <Button
            variant={importing ? 'default' : 'filled'}
            leftSection={importing ? undefined : <IconUpload size={14} stroke={1.75} aria-hidden />}
            aria-expanded={importing}
            onClick={() => setImporting(!importing)}
          >
            {importing ? 'Close import' : 'Import a file'}
          </Button>
        }
      >
        <CorpusTabs current="/admin/corpus" />
      </PageHeader>
      {importing && <ImportSteps />}
      <SourcesTable />
    </>
  )
}
