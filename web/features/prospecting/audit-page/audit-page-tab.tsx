import { Skeleton, Stack } from '@mantine/core'
import { type AuditPage, auditPage } from '#contract/prospecting/audits.ts'
import { formatDay } from '#web/lib/format.ts'
import { freeText, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { UsageMeter } from '#web/ui/usage-meter.tsx'
import classes from './audit-page.module.css'
import { AuditPageForm } from './audit-page-form.tsx'
import { AuditsList } from './audits-list.tsx'

const search = pageSearch({ ...paging, search: freeText() })

/** How the page is reached, and how much of the package is used. */
function Publishing({ page }: { page: AuditPage }) {
  return (
    <aside>
      {page.problem && (
        <Notice tone="warning" title="Visitors don’t see the page yet">
          {page.problem}
        </Notice>
      )}
      <Part title="Address" hint={page.is_on ? undefined : 'It works once the page is on.'}>
        <CopyBox label="Link" text={page.url} />
        <CopyBox label="Embed code" text={page.embed_code} />
        <Hint>
          Paste the code where the page should be on any website. With data-lang="de" it is in that language,
          with data-service="Web design" that service comes first, with data-theme="dark" it is dark.
        </Hint>
        {page.is_on && !page.problem && (
          <a href={page.url} target="_blank" rel="noopener">
            Open the page
          </a>
        )}
      </Part>
      <Part
        title="This month"
        hint={`Websites checked; one counts once a day. The count starts anew on ${formatDay(page.resets_at)}.`}
      >
        <UsageMeter used={page.used} limit={page.limit} />
      </Part>
    </aside>
  )
}

/** The audit page of a site: settings, embed code, use, and the audits so far. */
export function AuditPageTab() {
  const found = useEndpoint(auditPage, {}, { refetchOnWindowFocus: false })
  const [query, change] = usePageSearch(search)
  if (found.isPending)
    return (
      <Stack role="status" aria-label="Loading the audit page" maw={448}>
        <Skeleton height={58} />
        <Skeleton height={58} />
        <Skeleton height={120} />
      </Stack>
    )
  if (!found.data) return <LoadError what="The audit page" query={found} />
  const page = found.data.data
  return (
    <>
      <div className={classes.split}>
        <div>
          <AuditPageForm page={page} />
        </div>
        <Publishing page={page} />
      </div>
      <div className={classes.audits}>
        <AuditsList query={query} change={change} />
      </div>
    </>
  )
}
