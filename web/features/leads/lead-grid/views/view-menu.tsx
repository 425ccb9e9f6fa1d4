import { Box, Button, Group, Menu, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import IconPinnedOff from '@tabler/icons-react/dist/esm/icons/IconPinnedOff.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { ComponentType, RefObject } from 'react'
import type { LeadView } from '#contract/leads/views.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { showToast } from '#web/lib/toast.ts'
import type { ViewActions } from './use-view-actions.ts'
import type { CurrentView } from './use-views.ts'
import type { ViewsReply } from './view-query.ts'
import classes from './view-switcher.module.css'

interface ViewMenuProps {
  button: RefObject<HTMLButtonElement | null>
  current: CurrentView
  stored: ViewsReply | undefined
  failed: boolean
  onRetry: () => void
  actions: ViewActions
  onAction: (action: 'save' | 'duplicate' | 'rename') => void
}

const ALL = 'all'
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

async function copyLink() {
  const done = await copyText(location.href)
  showToast(
    done
      ? { kind: 'success', message: 'Link copied. Your team sees the same filters and columns' }
      : { kind: 'error', message: 'Couldn’t copy the link. Copy it from the address bar instead' },
  )
}

interface Item {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  run: () => void
  danger?: true
}

/** Actions of the current view. */
function makeItems({ current, stored: saved, actions, onAction }: ViewMenuProps): Item[] {
  const { view, isAll } = current
  const isDefault = (saved?.default_view_id ?? null) === (view?.id ?? null)
  const items: (Item | false | undefined)[] = [
    (view || isAll) &&
      !isDefault && { label: 'Set as default', icon: IconPin, run: () => actions.setDefault(view) },
    isDefault &&
      view && { label: 'Remove as default', icon: IconPinnedOff, run: () => actions.setDefault(undefined) },
    { label: 'Copy link', icon: IconLink, run: () => void copyLink() },
    view?.can.edit && { label: 'Rename', icon: IconPencil, run: () => onAction('rename') },
    view
      ? { label: 'Duplicate', icon: IconCopy, run: () => onAction('duplicate') }
      : { label: 'Save view', icon: IconCopy, run: () => onAction('save') },
    view?.is_mine &&
      (view.visibility === 'mine'
        ? { label: 'Share with everyone', icon: IconUsers, run: () => actions.share(view, 'everyone') }
        : { label: 'Make private', icon: IconLock, run: () => actions.share(view, 'mine') }),
    view?.can.edit && { label: 'Delete', icon: IconTrash, run: () => actions.remove(view), danger: true },
  ]
  return items.filter((item): item is Item => Boolean(item))
}

/** Marks of a view, visible and for screen readers. */
function Marks({ view, isDefault }: { view: LeadView; isDefault: boolean }) {
  const isShared = view.is_mine && view.visibility === 'everyone'
  return (
    <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={6} c="dimmed">
      {isShared && <IconUsers size={14} stroke={1.75} role="img" aria-label="Shared with everyone" />}
      {isDefault && <IconPin size={14} stroke={1.75} role="img" aria-label="Default" />}
    </Group>
  )
}

/** Views of one person or shared ones, the default one first. */
function ViewGroup({
  label,
  views,
  defaultId,
}: {
  label: string
  views: LeadView[]
  defaultId: number | null
}) {
  if (views.length === 0) return null
  const inOrder = [...views].sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId))
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {inOrder.map((view) => (
        <Menu.RadioItem
          key={view.id}
          value={String(view.id)}
          closeMenuOnClick
          title={view.is_mine ? view.name : `${view.name} (${view.owner ?? 'former member'})`}
          classNames={{ itemLabel: 'truncate' }}
          rightSection={<Marks view={view} isDefault={view.id === defaultId} />}
        >
          {view.name}
        </Menu.RadioItem>
      ))}
    </>
  )
}

/** All views to choose from, and the actions of the current one. */
export function ViewMenu(props: ViewMenuProps) {
  const { button, current, stored: saved, failed, onRetry, actions } = props
  const { view, name, isAll, changed } = current
  const all = saved?.data ?? []
  const groups = [
    { label: 'My views', views: all.filter(({ is_mine }) => is_mine) },
    { label: 'Shared views', views: all.filter(({ is_mine }) => !is_mine) },
  ]
  return (
    <Menu position="bottom-start" width={264}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          className={classes.button}
          rightSection={<IconChevronDown {...ICON} />}
        >
          <VisuallyHidden>View: </VisuallyHidden>
          <Text component="span" truncate title={name}>
            {name}
          </Text>
          {changed && (
            <Tooltip label="Unsaved changes">
              <Box
                component="span"
                flex="none"
                w={7}
                h={7}
                ms={6}
                bdrs="50%"
                bg="var(--app-accent)"
                role="img"
                aria-label="Unsaved changes"
              />
            </Tooltip>
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Box mah="min(320px, 45dvh)" style={{ overflow: 'auto' }}>
          <Menu.RadioGroup
            value={isAll ? ALL : String(view?.id)}
            onChange={(id) => actions.open(all.find((candidate) => String(candidate.id) === id))}
          >
            <Menu.RadioItem value={ALL} closeMenuOnClick>
              All leads
            </Menu.RadioItem>
            {groups.map((group) => (
              <ViewGroup key={group.label} {...group} defaultId={saved?.default_view_id ?? null} />
            ))}
          </Menu.RadioGroup>
          {failed && <Menu.Item onClick={onRetry}>Couldn’t load the views. Try again</Menu.Item>}
        </Box>
        <Menu.Divider />
        {makeItems(props).map(({ label, icon: Icon, run, danger }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon {...ICON} />}
            {...(danger ? { c: 'var(--app-danger)' } : {})}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
