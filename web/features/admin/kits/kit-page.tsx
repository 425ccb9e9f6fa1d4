import { Text } from '@mantine/core'
import IconRollOut from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs'
import { useNavigate } from '@tanstack/react-router'
import { kitRollouts, type Rollout } from '#contract/admin/kit-rollouts.ts'
import { type KitVersion, type StoredKitDetail, showKit } from '#contract/admin/stored-kits.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { KitAccounts } from './kit-accounts.tsx'
import { downloads, kitActions } from './kit-actions.tsx'
import { KitContents } from './kit-contents.tsx'
import { rolloutBadge, rolloutFacts, versionLabel } from './kit-labels.ts'

const SHOWN_ROLLOUTS = 10

const VERSIONS: readonly Column<KitVersion>[] = [
  { id: 'number', label: 'Version', card: 'title', cell: ({ number }) => versionLabel(number) },
  { id: 'note', label: 'What is new', wrap: '320px', cell: ({ note }) => note || '–' },
  { id: 'made', label: 'Made', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'by', label: 'By', wrap: '160px', cell: ({ created_by }) => created_by ?? '–' },
  { id: 'settings', label: 'Settings', align: 'end', cell: ({ settings }) => formatNumber(settings) },
  { id: 'accounts', label: 'Accounts', align: 'end', cell: ({ accounts }) => formatNumber(accounts) },
]

const ROLLOUTS: readonly Column<Rollout>[] = [
  {
    id: 'what',
    label: 'Roll-out',
    card: 'title',
    cell: ({ id, kind, version }) => (
      <AnchorLink to="/whitelabel/kits/roll-outs/$id" params={{ id: String(id) }} inherit>
        {kind === 'apply' ? versionLabel(version) : `Rollback of version ${version}`}
      </AnchorLink>
    ),
  },
  { id: 'state', label: 'State', cell: (rollout) => <StateBadge {...rolloutBadge(rollout)} /> },
  { id: 'facts', label: 'Accounts', wrap: '320px', cell: (rollout) => rolloutFacts(rollout).join(' · ') },
  { id: 'started', label: 'Started', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'by', label: 'By', wrap: '160px', cell: ({ created_by }) => created_by ?? '–' },
]

function Rollouts({ id }: { id: number }) {
  const found = useEndpoint(kitRollouts, { query: { kit_id: id, limit: SHOWN_ROLLOUTS } })
  const total = found.data?.total ?? 0
  return (
    <Part title="Roll-outs">
      <DataTable
        label="Roll-outs of the kit"
        things="roll-outs"
        framed
        found={{ ...found, rows: found.data?.data }}
        columns={ROLLOUTS}
        rowKey={(row) => row.id}
        empty={<Text c="dimmed">It was never rolled out.</Text>}
      />
      {total > SHOWN_ROLLOUTS && <p>{`The newest ${SHOWN_ROLLOUTS} of ${formatNumber(total)} are shown.`}</p>}
    </Part>
  )
}

const subtitle = ({ accounts, packages, description }: StoredKitDetail): string =>
  [
    description,
    formatCount(accounts, 'account'),
    packages.length > 0 && `new customers of ${packages.map(({ name }) => name).join(', ')} get it`,
  ]
    .filter(Boolean)
    .join(' · ')

/** A kit: its versions, what is in them, who has it, and how it was rolled out. */
export function KitPage() {
  const id = usePathId()
  const navigate = useNavigate()
  const dialogs = useDialog()
  const found = useEndpoint(showKit, { params: { id } })
  const kit = found.data?.data
  const rollOut = (version: number) =>
    void navigate({ to: `/whitelabel/kits/${id}/roll-out`, search: { version } as never })
  return (
    <>
      <PageHeader
        title={kit?.name ?? 'Kit'}
        subtitle={kit ? subtitle(kit) : '\u00a0'}
        back={{ to: '/whitelabel/kits', label: 'Back to all kits' }}
        actions={
          kit && (
            <>
              <RowMenu
                name={kit.name}
                items={kitActions(kit, dialogs, () => void navigate({ to: '/whitelabel/kits' }))}
              />
              <ButtonLink
                to="/whitelabel/kits/$id/roll-out"
                params={{ id: String(id) }}
                leftSection={<IconRollOut size={16} stroke={1.75} aria-hidden />}
              >
                Roll out
              </ButtonLink>
            </>
          )
        }
      />
      {found.isPending && <SkeletonRows rows={6} height={56} label="Loading the kit" />}
      {found.isError && !kit && <LoadError what="The kit" query={found} />}
      {kit && (
        <PageBody maw={1040} data-in-order>
          <Part title="Versions" hint="An account stays on its version until you roll out another one.">
            <DataTable
              label="Versions of the kit"
              things="versions"
              framed
              found={{ ...found, rows: kit.versions }}
              columns={VERSIONS}
              rowKey={({ number }) => number}
              actions={({ number }) => (
                <RowMenu
                  name={versionLabel(number)}
                  items={[
                    { label: 'Roll out', icon: IconRollOut, run: () => rollOut(number) },
                    ...downloads(kit, number),
                  ]}
                />
              )}
            />
          </Part>
          <KitContents kit={kit} />
          <KitAccounts kit={kit} dialogs={dialogs} />
          <Rollouts id={id} />
        </PageBody>
      )}
      {dialogs.dialog}
    </>
  )
}
