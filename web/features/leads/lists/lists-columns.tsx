import { ActionIcon, Group, Progress, Text } from '@mantine/core'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import IconPinned from '@tabler/icons-react/dist/esm/icons/IconPinFilled.mjs'
import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { List } from '#contract/leads/lists.ts'
import { formatCount, formatNumber, formatShare } from '#web/lib/format.ts'
import type { ListAction } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { runBadge } from '#web/lib/run-facts.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TagButtons } from '#web/ui/tag-chips.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import classes from './saved-lists-page.module.css'

interface PinButtonProps {
  list: List
  onPin: (pinned: boolean) => void
}

/** Keeps a list at the top for oneself. */
function PinButton({ list, onPin }: PinButtonProps) {
  const { is_pinned: pinned, name } = list
  const Icon = pinned ? IconPinned : IconPin
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={classes.pin}
      aria-label={`Pin ${name}`}
      aria-pressed={pinned}
      title={pinned ? 'Unpin' : 'Pin to the top'}
      onClick={() => onPin(!pinned)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** A list's folder as a button that shows what else is in it. */
function FolderButton({ folder, onFolder }: { folder: string; onFolder: (folder: string) => void }) {
  return (
    <button
      type="button"
      className={`hoverable ${classes.folder}`}
      aria-label={`Show lists in folder ${folder}`}
      onClick={() => onFolder(folder)}
    >
      <IconFolder size={13} stroke={1.75} aria-hidden />
      <span className="truncate">{folder}</span>
    </button>
  )
}

/** Number of leads with an email: percentage, counts and a bar. */
function Coverage({ list: { emails, total } }: { list: Pick<List, 'emails' | 'total'> }) {
  if (total === 0)
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  return (
    <span
      className={classes.coverage}
      title={`${formatNumber(emails)} of ${formatCount(total, 'lead')} have a usable email`}
    >
      <Group component="span" wrap="nowrap" gap="xs">
        {formatShare(emails, total)}
        <Progress.Root size={4} w={36} flex="none" aria-hidden>
          <Progress.Section value={(emails / total) * 100} color="var(--app-success)" withAria={false} />
        </Progress.Root>
      </Group>{' '}
      <Text component="span" c="dimmed">{`${formatNumber(emails)} of ${formatNumber(total)}`}</Text>
    </span>
  )
}

const makePath = (list: List): string => `/saved-lists/${listRef(list.type, list.id)}`

function LastRun({ last_run: run }: List) {
  if (!run) return '–'
  return (
    <Group component="span" gap="0 8px" style={{ whiteSpace: 'nowrap' }}>
      <StateBadge {...runBadge(run)} />
      <Text component="span" c="dimmed">
        {`${RUN_DEFINITIONS[run.kind].labels.name}, `}
        <When at={run.finished_at ?? run.created_at} />
      </Text>
    </Group>
  )
}

interface ColumnActions {
  onPin: (list: List, pinned: boolean) => void
  onTag: (tag: string) => void
  onFolder: (folder: string) => void
}

/** A row of the list table; lists in the trash cannot be opened or pinned. */
export const listColumns = ({ onPin, onTag, onFolder }: ColumnActions): readonly Column<List>[] => [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    width: '45%',
    full: (list) => list.name,
    cell: (list) =>
      list.deleted_at ? (
        list.name
      ) : (
        <span className={classes.name}>
          <PinButton list={list} onPin={(pinned) => onPin(list, pinned)} />
          <AnchorLink to={makePath(list)} underline="hover" c="var(--app-heading)" inherit>
            {list.name}
          </AnchorLink>
          {list.folder && <FolderButton folder={list.folder} onFolder={onFolder} />}
          <TagButtons tags={list.tags} onTag={onTag} />
        </span>
      ),
  },
  {
    id: 'type',
    label: 'Type',
    sort: 'type',
    cell: (list) => LIST_TYPES[list.type as ListTypeId]?.name ?? list.type,
  },
  {
    id: 'by',
    label: 'Created by',
    sort: 'created_by',
    full: (list) => list.created_by,
    cell: (list) => <span className={classes.by}>{list.created_by_name ?? '–'}</span>,
  },
  {
    id: 'total',
    label: 'Leads',
    sort: 'total',
    descendingFirst: true,
    align: 'end',
    cell: (list) => formatNumber(list.total),
  },
  {
    id: 'emails',
    label: 'Emails',
    sort: 'coverage',
    descendingFirst: true,
    title: 'Leads with a verified or possible email',
    cell: (list) => <Coverage list={list} />,
  },
  { id: 'run', label: 'Last run', sort: 'last_run', descendingFirst: true, wrap: '180px', cell: LastRun },
  {
    id: 'created',
    label: 'Created',
    sort: 'created_at',
    descendingFirst: true,
    cell: (list) => <When at={list.created_at} />,
  },
]

interface ListMenuProps {
  list: List
  actions: readonly ListAction[]
  onAction: (action: ListAction, chosen: readonly List[]) => void
}

/** All actions of one list. */
export function ListMenu({ list, actions, onAction }: ListMenuProps) {
  const items = actions.map((action) => ({
    label: action.label,
    icon: action.icon,
    ...(action.danger && { danger: action.danger }),
    run: () => onAction(action, [list]),
  }))
  return <RowMenu name={list.name} items={items} />
}
