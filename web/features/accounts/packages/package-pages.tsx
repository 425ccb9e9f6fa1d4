import { Box } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type PackageDetail, showPackage } from '#contract/accounts/plans.ts'
import { formatCount, formatCredits, formatDay } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { editorValues, initialValues } from './editor-values.ts'
import { MoveSection } from './move-section.tsx'
import { OffersSection } from './offers-section.tsx'
import { PackageEditor } from './package-editor.tsx'
import { priceLabel } from './package-labels.ts'
import { useBase } from './use-base.ts'

const STATES = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const

/** Every version of a package; published ones never change. */
function VersionsSection({ detail }: { detail: PackageDetail }) {
  return (
    <Part title="Versions" hint="Customers keep the version they are on until you move them.">
      <Box component="ul" pl={18} style={{ listStyle: 'disc' }}>
        {detail.versions.map((version) => (
          <li key={version.id}>
            {[
              `Version ${version.version}: ${STATES[version.state]}`,
              priceLabel(version),
              formatCredits(version.credits),
              formatCount(version.customers, 'customer'),
              formatDay(version.created_at),
            ].join(' · ')}
          </li>
        ))}
      </Box>
    </Part>
  )
}

export function PackageCreatePage() {
  const { path, singular: thing, plural: things } = useBase()
  const navigate = useNavigate()
  const modules = useUser().modules.map(({ slug }) => slug)
  return (
    <>
      <PageHeader title={`New ${thing}`} back={{ to: path, label: `Back to all ${things}` }} />
      <PageBody maw={680}>
        <PackageEditor
          id={null}
          initial={initialValues(modules)}
          onDone={(id, published) => void navigate({ to: published ? path : `${path}/${id}/edit` })}
        />
      </PageBody>
    </>
  )
}

function Detail({ detail }: { detail: PackageDetail }) {
  const draft = detail.versions.find(({ state }) => state === 'draft')
  const shown = draft ?? detail.versions.find(({ state }) => state === 'published') ?? detail.versions[0]
  if (!shown) return null
  return (
    <PageBody maw={680}>
      {detail.problem && (
        <Notice tone="warning" title="Not for sale">
          {detail.problem}
        </Notice>
      )}
      <PackageEditor
        key={`${shown.id} ${shown.state}`}
        id={detail.id}
        initial={editorValues(detail.name, shown)}
        hasDraft={draft !== undefined}
        onDone={() => {}}
      />
      <VersionsSection detail={detail} />
      <MoveSection detail={detail} />
      <OffersSection detail={detail} currency={shown.currency} />
    </PageBody>
  )
}

/** Edits a package: draft, coupons, add-ons, and the move of customers to the new version. */
export function PackageEditPage() {
  const { path, singular: thing, plural: things } = useBase()
  const id = usePathId()
  const found = useEndpoint(showPackage, { params: { id } }, { refetchOnWindowFocus: false })
  const detail = found.data?.data
  return (
    <>
      <PageHeader
        title={detail?.name ?? `Edit ${thing}`}
        back={{ to: path, label: `Back to all ${things}` }}
        actions={
          <ButtonLink
            variant="default"
            to="/whitelabel/packages/$id/sales-settings"
            params={{ id: String(id) }}
          >
            Sales settings
          </ButtonLink>
        }
      />
      {found.isPending && <SkeletonRows rows={6} height={56} label={`Loading the ${thing}`} />}
      {found.isError && !detail && <LoadError what={`The ${thing}`} query={found} />}
      {detail && <Detail detail={detail} />}
    </>
  )
}
