import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { type EditedPage, editedPage } from '#contract/branding/training-content.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useContentBase } from './content-base.ts'
import { PageEditor } from './page-editor.tsx'

/** A page in the editor. It is read once: from then on the editor has the newest text. */
export function EditPagePage() {
  const course = usePathId()
  const id = usePathId('pageId')
  const { base } = useContentBase()
  const [replaced, setReplaced] = useState<EditedPage>()
  const found = useEndpoint(
    editedPage,
    { params: { id } },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  const page = replaced?.id === id ? replaced : found.data?.data
  const back = { to: `${base}/${course}`, label: 'Back to the course' }
  if (page)
    return <PageEditor key={`${page.id}-${page.version}`} page={page} back={back} onReplace={setReplaced} />
  return (
    <>
      <PageHeader title="Edit page" back={back} />
      <Stack maw={900} p="var(--app-gutter)">
        {found.isPending && <Skeleton height={320} aria-label="Loading the page" role="status" />}
        {found.isError && <LoadError what="The page" query={found} />}
      </Stack>
    </>
  )
}
