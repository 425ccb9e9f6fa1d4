import { Group, Modal, Skeleton } from '@mantine/core'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useBrand } from '../../lib/branding.ts'
import { useCommands } from '../../lib/commands.ts'
import { readRecent } from '../../lib/recent.ts'
import { useUser } from '../../lib/session.ts'
import { visibleSections } from '../sidebar.ts'
import { commandKey } from '../use-app-keys.ts'
import classes from './palette.module.css'
import { PaletteField } from './palette-field.tsx'
import {
  commandItem,
  linkItems,
  pageItems,
  paletteGroups,
  recentItem,
  type ShownItem,
} from './palette-items.ts'
import { optionId, PaletteResults } from './palette-results.tsx'
import { useShellCommands } from './shell-commands.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const LIST_ID = 'palette-list'
/** Number of recent items shown before anything is typed. */
const RECENT = 6

interface PaletteProps {
  opened: boolean
  onClose: () => void
  onKeyList: () => void
}

/** All local items, in the order shown before anything is typed. */
function useLocalItems(typed: boolean, onKeyList: () => void) {
  const user = useUser()
  const here = useRouterState({ select: ({ location }) => location.href })
  const { menu } = useBrand()
  const registered = useCommands()
  const shell = useShellCommands(onKeyList)
  return useMemo(
    () => [
      ...registered.map(commandItem),
      ...readRecent(user.id)
        .filter(({ href }) => href !== here)
        .slice(0, typed ? undefined : RECENT)
        .map(recentItem),
      ...pageItems(user),
      ...linkItems(visibleSections(user, menu)),
      ...shell.map(commandItem),
    ],
    [registered, shell, user, menu, typed, here],
  )
}

const stepped = (items: readonly ShownItem[], active: ShownItem | undefined, step: 1 | -1) => {
  const at = active ? items.indexOf(active) : -1
  return items[(at + step + items.length) % items.length]
}

/** State of the server search, announced to screen readers and shown where it matters. */
function SourceStatus({
  query,
  count,
  found,
}: {
  query: string
  count: number
  found: ReturnType<typeof usePaletteSearch>
}) {
  const isEmpty = count === 0 && !found.looking && !found.failed
  return (
    <>
      {found.looking && (
        <Group wrap="nowrap" gap="sm" h={36} flex="none" pr="md" pl={42} aria-hidden>
          <Skeleton height={10} width="38%" />
          <Skeleton height={10} width="24%" />
        </Group>
      )}
      {isEmpty && (
        <p className={classes.nothing}>
          Nothing found for “{query.trim()}”. Try the name of a list, a company, an email or a page.
        </p>
      )}
      {found.failed && (
        <p className={classes.failed} role="alert">
          Lists and leads couldn’t be searched.{' '}
          <button type="button" onClick={found.retry}>
            Try again
          </button>
        </p>
      )}
      <div className="visually-hidden" role="status">
        {found.looking ? 'Searching' : formatCount(count, 'result')}
      </div>
    </>
  )
}

const HINTS = { borderTop: 'var(--app-line)' }

function Hints() {
  const hints = [
    ['↑ ↓', 'to move'],
    ['↵', 'to open'],
    [`${commandKey()} ↵`, 'in a new tab'],
    ['esc', 'to close'],
  ] as const
  return (
    <Group
      wrap="nowrap"
      flex="none"
      py="xs"
      px="md"
      fz="xs"
      c="dimmed"
      style={HINTS}
      visibleFrom="sm"
      aria-hidden
    >
      {hints.map(([key, hint]) => (
        <span key={key}>
          <kbd>{key}</kbd> {hint}
        </span>
      ))}
    </Group>
  )
}

function PaletteBody({ onClose, onKeyList }: Omit<PaletteProps, 'opened'>) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const local = useLocalItems(query.trim() !== '', onKeyList)
  const found = usePaletteSearch(query)
  const groups = useMemo(() => paletteGroups(query, local, found.items), [query, local, found.items])
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ id }) => id === activeId) ?? items[0]

  useEffect(() => {
    if (activeId) document.getElementById(optionId(LIST_ID, activeId))?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const choose = (item: ShownItem | undefined, newTab: boolean) => {
    if (!item) return
    const address = item.to ?? item.url
    if (address && (newTab || !item.to)) window.open(address, '_blank', 'noopener,noreferrer')
    onClose()
    if (address && (newTab || !item.to)) return
    // What an action opens gets the focus after the palette has returned it.
    if (item.run) item.run()
    else if (item.to) router.history.push(item.to)
  }
  return (
    <>
      <PaletteField
        query={query}
        onQuery={(text) => {
          setQuery(text)
          setActiveId(undefined)
        }}
        list={items.length > 0 ? LIST_ID : undefined}
        active={active && optionId(LIST_ID, active.id)}
        onStep={(step) => setActiveId(stepped(items, active, step)?.id)}
        onChoose={(newTab) => choose(active, newTab)}
        onClose={onClose}
      />
      <div className={classes.results}>
        {items.length > 0 && (
          <PaletteResults
            id={LIST_ID}
            groups={groups}
            active={active?.id}
            onActive={setActiveId}
            onChoose={choose}
          />
        )}
        <SourceStatus query={query} count={items.length} found={found} />
      </div>
      <Hints />
    </>
  )
}

/** Finds lists, leads, pages and actions by name from anywhere. In its own file, loaded on first use. */
export function CommandPalette({ opened, onClose, onKeyList }: PaletteProps) {
  const [shown, setShown] = useState(false)
  // Opened only once loaded, so that it can return the focus to where it was.
  useEffect(() => setShown(opened), [opened])
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      centered={false}
      yOffset={72}
      classNames={{ content: classes.content, body: classes.body, inner: classes.inner }}
      overlayProps={{ backgroundOpacity: 0.25, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <PaletteBody onClose={onClose} onKeyList={onKeyList} />
    </Modal>
  )
}
