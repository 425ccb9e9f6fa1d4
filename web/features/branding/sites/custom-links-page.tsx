import { Skeleton } from '@mantine/core'
import { showSite } from '#contract/branding/site.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LinksForm } from './links-form.tsx'

/** The links of Resources. */
export function CustomLinksPage() {
  const found = useEndpoint(showSite, {}, { refetchOnWindowFocus: false })
  return (
    <>
      <PageHeader title="Custom Links" subtitle="Links in the Resources section of the sidebar" />
      <PageBody>
        {found.isPending && <Skeleton height={280} role="status" aria-label="Loading the links" />}
        {found.isError && !found.data && <LoadError what="The links" query={found} />}
        {found.data && <LinksForm site={found.data.data} />}
      </PageBody>
    </>
  )
}
