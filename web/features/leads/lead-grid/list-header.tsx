import { ActionIcon, Group, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import type { List } from '#contract/leads/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { type ActionPlace, actionsAt, type LeadAction, menuSections } from '#web/lib/lead-actions.ts'
import { type ListAction, useListActions } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { failedLeadsLink, runBadge } from '#web/lib/run-facts.ts'
import { Hint } from '#web/ui/hint.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { TagLinks } from '#web/ui/tag-chips.tsx'
import { useMenuButton } from '#web/ui/use-menu-button.ts'
import { When } from '#web/ui/when.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import { ActionButton, ActionItem } from '../lead-actions/action-items.tsx'
import { nextStep } from '../lead-actions/next-step.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { hasCompanies, useListTab } from '../lead-data/use-list-tab.ts'
import { ListName } from './list-name.tsx'

interface ListHeaderProps {
  target: ListTarget
  list: List | undefined
  actions: readonly LeadAction[]
  onAction: (action: LeadAction, place: ActionPlace) => void
  /** The active action. */
  busy: string | undefined
  view: 'active' | 'bin'
  onHistory: () => void
  onSources: () => void
  onView: (view: 'active' | 'bin') => void
  onListAction: (action: ListAction, chosen: readonly List[]) => void
}

/** State of the list: type, leads, latest run. */
function ListFacts({ list, target }: { list: List | undefined; target: ListTarget }) {
  const type = LIST_TYPES[target.type].name
  if (!list)
    return (
      <Group component="span" display="inline-flex" gap={0} style={{ columnGap: '12px' }}>
        {type}
      </Group>
    )
  const failed = list.last_run && failedLeadsLink(list.last_run)
  return (
    <Group component="span" display="inline-flex" gap={0} style={{ columnGap: '12px' }}>
      <span>{type}</span>
      <span>{formatCount(list.total, 'lead')}</span>
      {list.last_run && (
        <Group component="span" display="inline-flex" wrap="nowrap" gap={6}>
          <StateBadge {...runBadge(list.last_run)} />
          {failed && <Link {...failed}>See which</Link>}
          <When at={list.last_run.finished_at ?? list.last_run.created_at} />
        </Group>
      )}
      {list.folder && <span>{`In ${list.folder}`}</span>}
      {list.is_archived && <span>Archived</span>}
      {list.deleted_at && <span>In trash</span>}
      <TagLinks
        tags={list.tags}
        source={list.lead_source}
        to={`/saved-lists/${listRef(target.type, target.id)}/tags-and-source`}
      />
    </Group>
  )
}

interface ListActionItemProps {
  action: ListAction
  list: List
  onAction: () => void
}

/** An action on the whole list, as a menu item. */
function ListActionItem({ action, list, onAction }: ListActionItemProps) {
  const leftSection = <action.icon size={14} stroke={1.75} aria-hidden />
  const refusal = action.useRefusal?.(list) ?? null
  if (refusal !== null)
    return (
      <Menu.Item leftSection={leftSection} aria-disabled closeMenuOnClick={false} c="var(--app-dimmed)">
        {action.label}
        <Hint>{refusal}</Hint>
      </Menu.Item>
    )
  return 'link' in action ? (
    <MenuLink to={action.link(list)} leftSection={leftSection}>
      {action.label}
    </MenuLink>
  ) : (
    <Menu.Item onClick={onAction} leftSection={leftSection} {...(action.danger && { color: 'red' })}>
      {action.label}
    </Menu.Item>
  )
}

/** What a list is for, and its next step; a phone has no room for more. */
const isOnPhone = (action: LeadAction, next: LeadAction | undefined): boolean =>
  action === next || action.name === 'csv'

interface MoreMenuProps extends ListHeaderProps {
  /** The action with a permanent button. */
  next: LeadAction | undefined
}

/** Less frequent actions; on a phone also those with their own button elsewhere. */
function MoreMenu(props: MoreMenuProps) {
  const { target, list, actions, next, onAction, view, onHistory, onSources, onView, onListAction } = props
  const sections = menuSections(actionsAt('menu', actions))
  // Not hidden by CSS: arrow keys of a menu stop at items that cannot be focused.
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const unseen = isSmall ? actionsAt('head', actions).filter((action) => !isOnPhone(action, next)) : []
  const { button, fromButton } = useMenuButton()
  const listActions = useListActions()
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={30} aria-label="List menu">
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 110px)" style={{ overflowY: 'auto' }}>
        {unseen.map((action) => (
          <ActionItem
            key={action.name}
            action={action}
            target={target}
            onAction={(requested) => fromButton(() => onAction(requested, 'head'))}
          />
        ))}
        {sections.map(({ label, actions }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {actions.map((action) => (
              <ActionItem
                key={action.name}
                action={action}
                target={target}
                onAction={(requested) => fromButton(() => onAction(requested, 'menu'))}
              />
            ))}
          </Fragment>
        ))}
        <Menu.Label>This list</Menu.Label>
        <Menu.Item
          leftSection={<IconHistory size={14} stroke={1.75} aria-hidden />}
          onClick={() => fromButton(onHistory)}
        >
          History
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDatabase size={14} stroke={1.75} aria-hidden />}
          onClick={() => fromButton(onSources)}
        >
          Data sources
        </Menu.Item>
        {list &&
          listActions('menu', [list]).map((action) => (
            <ListActionItem
              key={action.name}
              action={action}
              list={list}
              onAction={() => fromButton(() => onListAction(action, [list]))}
            />
          ))}
        <Menu.Item
          leftSection={
            view === 'bin' ? (
              <IconList size={14} stroke={1.75} aria-hidden />
            ) : (
              <IconTrash size={14} stroke={1.75} aria-hidden />
            )
          }
          onClick={() => onView(view === 'bin' ? 'active' : 'bin')}
        >
          {view === 'bin' ? 'Show leads' : 'Show deleted leads'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Header of a list: name, state and actions. */
export function ListHeader(props: ListHeaderProps) {
  const { target, list, actions, onAction, busy } = props
  const next = nextStep(actions, list)
  // The next step comes last, next to the menu.
  const inHead = actionsAt('head', actions).sort((a, b) => Number(a === next) - Number(b === next))
  const tab = useListTab(target.type)
  const path = `/saved-lists/${listRef(target.type, target.id)}`
  return (
    <PageHeader
      back={{ to: '/lead-search/saved-lists', label: 'Back to saved lists' }}
      title={list ? <ListName list={list} /> : LIST_TYPES[target.type].name}
      {...(list ? { documentTitle: list.name } : {})}
      subtitle={<ListFacts list={list} target={target} />}
      actions={
        <>
          {inHead.map((action) => (
            <ActionButton
              key={action.name}
              action={action}
              target={target}
              {...(action === next && { primary: true })}
              {...(!isOnPhone(action, next) && { visibleFrom: 'sm' })}
              onAction={(requested) => onAction(requested, 'head')}
              busy={busy}
            />
          ))}
          <MoreMenu {...props} next={next} />
          {/* Its name may take several lines, and its next step one more. */}
          {!list && <Pending />}
        </>
      }
    >
      {hasCompanies(target.type) && (
        <TabLinks
          label="List sections"
          current={tab}
          tabs={[
            { id: 'leads', to: path, label: 'Leads', search: () => ({}) },
            { id: 'companies', to: path, label: 'Companies', search: () => ({ tab: 'companies' }) },
          ]}
        />
      )}
    </PageHeader>
  )
}
