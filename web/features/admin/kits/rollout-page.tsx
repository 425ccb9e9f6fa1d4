import { Button } from '@mantine/core'
import IconAccounts from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useNavigate } from '@tanstack/react-router'
import {
  ROLLOUT_OUTCOMES,
  type Rollout,
  type RolloutAccount,
  rollBackRollout,
  rolloutAccounts,
  showRollout,
  stopRollout,
} from '#contract/admin/kit-rollouts.ts'
import { call } from '#web/lib/api.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch, usePathId } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { type Dialog, useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import {
  changesLabel,
  OUTCOME_LABELS,
  outcomeBadge,
  rolloutBadge,
  rolloutFacts,
  rolloutTitle,
} from './kit-labels.ts'
import { SettingNames } from './setting-names.tsx'

const POLL_MS = 2000
const accountsSearch = pageSearch({ outcome: oneOf(ROLLOUT_OUTCOMES, null), ...paging })

const FILTERS: readonly ListFilter<ReturnType<typeof accountsSearch.read>>[] = [
  {
    name: 'outcome',
    label: 'Result',
    all: 'All results',
    options: ROLLOUT_OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
  },
]

const COLUMNS: readonly Column<RolloutAccount>[] = [
  { id: 'account', label: 'Account', card: 'title', wrap: '240px', cell: ({ account }) => account },
  { id: 'outcome', label: 'Result', cell: ({ outcome }) => <StateBadge {...outcomeBadge(outcome)} /> },
  {
    id: 'changes',
    label: 'Settings',
    wrap: '240px',
    cell: (row) => (row.outcome === 'done' ? changesLabel(row) : '–'),
  },
  { id: 'own', label: 'Own changes kept', align: 'end', cell: ({ kept }) => kept.length },
  { id: 'problem', label: 'Reason', wrap: '320px', cell: ({ problem }) => problem ?? '–' },
  { id: 'ended', label: 'Ended', cell: ({ ended_at }) => (ended_at ? <When at={ended_at} /> : '–') },
]

function Actions({ rollout, dialogs }: { rollout: Rollout; dialogs: Dialog }) {
  const navigate = useNavigate()
  const params = { id: rollout.id }
  const stop = () =>
    dialogs.confirm({
      title: 'Stop this roll-out?',
      confirmLabel: 'Stop',
      onConfirm: () => call(stopRollout, { params, quiet: 'errors' }),
      children: 'The account in work is finished first. What was rolled out so far stays.',
    })
  const rollBack = () =>
    dialogs.confirm({
      title: `Roll back ${rollout.kit} everywhere?`,
      confirmLabel: 'Roll back',
      danger: true,
      onConfirm: async () => {
        const { data } = await call(rollBackRollout, { params, quiet: 'errors' })
        await navigate({ to: '/whitelabel/kits/roll-outs/$id', params: { id: String(data.id) } })
      },
      children:
        'Every account of this roll-out gets the settings that it had before. What accounts have changed themselves since then stays, and accounts with a newer version are left alone.',
    })
  return (
    <>
      {rollout.can.stop && (
        <Button variant="default" onClick={stop}>
          Stop
        </Button>
      )}
      {rollout.can.roll_back && (
        <Button variant="default" onClick={rollBack}>
          Roll back
        </Button>
      )}
    </>
  )
}

function Progress({ rollout }: { rollout: Rollout }) {
  const { accounts, counts } = rollout
  const { state, label } = rolloutBadge(rollout)
  return (
    <RunStrip
      title={rollout.kind === 'apply' ? 'Roll-out' : 'Rollback'}
      state={state}
      stateLabel={label}
      percent={accounts > 0 ? Math.round(((accounts - counts.waiting) / accounts) * 100) : 100}
      facts={rolloutFacts(rollout)}
      stopping={rollout.state === 'stopping'}
    />
  )
}

/** How far a roll-out is, and what it did in each account. */
export function RolloutPage() {
  const id = usePathId()
  const [query, change] = usePageSearch(accountsSearch)
  const dialogs = useDialog()
  const shown = useEndpoint(
    showRollout,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.data.ended_at === null ? POLL_MS : false) },
  )
  const rollout = shown.data?.data
  const found = usePagedQuery(
    rolloutAccounts,
    { params: { id }, query },
    {
      // Until its rows have their results, too: they may have been read just before the end.
      refetchInterval: ({ state }) =>
        rollout?.ended_at === null || state.data?.data.some(({ outcome }) => outcome === 'waiting')
          ? POLL_MS
          : false,
    },
  )
  if (shown.isError && !rollout) return <LoadError what="The roll-out" query={shown} />
  const kitId = rollout?.kit_id ?? null
  return (
    <ListPage
      title={rollout ? rolloutTitle(rollout) : 'Roll-out'}
      subtitle={
        rollout ? (
          <>
            {`Started${rollout.created_by ? ` by ${rollout.created_by}` : ''} `}
            <When at={rollout.created_at} />
            {rollout.kind === 'apply' &&
              (rollout.conflicts === 'keep'
                ? '. What accounts changed themselves stays'
                : '. What accounts changed themselves is replaced')}
          </>
        ) : (
          '\u00a0'
        )
      }
      back={
        kitId === null
          ? { to: '/whitelabel/kits', label: 'Back to all kits' }
          : { to: `/whitelabel/kits/${kitId}`, label: 'Back to the kit' }
      }
      action={rollout && <Actions rollout={rollout} dialogs={dialogs} />}
      around={(list) => (
        <>
          {rollout && <Progress rollout={rollout} />}
          {list}
        </>
      )}
      label="Accounts of the roll-out"
      things="accounts"
      list={{ found, query, change }}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ account_id }) => account_id}
      inside={({ kept }) => (kept.length > 0 ? <SettingNames names={kept} /> : null)}
      empty={<EmptyState icon={IconAccounts} title="No accounts" />}
    >
      {dialogs.dialog}
    </ListPage>
  )
}
