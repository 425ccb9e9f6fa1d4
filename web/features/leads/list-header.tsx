import { ActionIcon, Button, Menu } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import type { EnrichAction } from '#contract/enrichment.ts'
import type { ActionName } from '#contract/list-types/define.ts'
import { LIST_TYPES } from '#contract/list-types/index.ts'
import type { List } from '#contract/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { When } from '#web/ui/when.tsx'
import { enrichActions, hasCompanies } from './actions/built-actions.ts'
import { EnrichItems } from './actions/enrich-items.tsx'
import { ListName } from './list-name.tsx'
import classes from './list-page.module.css'
import type { ListTarget } from './use-leads.ts'
import { useListTab } from './use-list-tab.ts'

interface ListHeaderProps {
  target: ListTarget
  list: List | undefined
  actions: readonly ActionName[]
  view: 'active' | 'bin'
  onExport: () => void
  onHistory: () => void
  onEnrich: (action: EnrichAction) => void
  onView: (view: 'active' | 'bin') => void
}

/** How the list stands: type, leads, its latest run. */
function ListFacts({ list, target }: { list: List | undefined; target: ListTarget }) {
  const type = LIST_TYPES[target.type].name
  if (!list) return <span className={classes.facts}>{type}</span>
  return (
    <span className={classes.facts}>
      <span>{type}</span>
      <span>{formatCount(list.total, 'lead')}</span>
      {list.last_run && (
        <span className={classes.fact}>
          <StateBadge state={list.last_run.state} />
          <When at={list.last_run.finished_at ?? list.last_run.created_at} />
        </span>
      )}
      {list.is_archived && <span>Archived</span>}
      {list.deleted_at && <span>In the bin</span>}
    </span>
  )
}

/** What is asked for less often. */
function MoreMenu({ actions, view, onHistory, onEnrich, onView }: ListHeaderProps) {
  const enrichments = view === 'bin' ? [] : enrichActions(actions)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More about this list">
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {enrichments.length > 0 && (
          <>
            <Menu.Label>All leads of this view</Menu.Label>
            <EnrichItems actions={enrichments} onPick={onEnrich} />
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconHistory size={14} stroke={1.75} aria-hidden />} onClick={onHistory}>
          History
        </Menu.Item>
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
          {view === 'bin' ? 'Show the leads' : 'Show deleted leads'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Head of a list: its name, how it stands, and what can be done with all of it. */
export function ListHeader(props: ListHeaderProps) {
  const { target, list, actions, onExport } = props
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
          {actions.includes('csv') && (
            <Button
              variant="default"
              leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
              onClick={onExport}
            >
              Export
            </Button>
          )}
          {actions.includes('search') && (
            <Button
              component={Link}
              to={`${path}/new-search`}
              leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            >
              New search
            </Button>
          )}
          <MoreMenu {...props} />
        </>
      }
    >
      {hasCompanies(target.type) && (
        <TabLinks
          label="Parts of this list"
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
