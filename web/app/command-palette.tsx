import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useBrand } from '../lib/branding.ts'
import { type Command, useCommands } from '../lib/commands.ts'
import { useUser } from '../lib/session.ts'
import classes from './command-palette.module.css'
import { visibleSections } from './sidebar.ts'

const toAction = (command: Command) => ({
  id: command.id,
  label: command.label,
  description: command.description,
  keywords: command.keywords,
  onClick: command.run,
})

/** Groups commands under their headings, in the order in which the groups first appear. */
export function groupCommands(commands: readonly Command[]): SpotlightActionGroupData[] {
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    const name = command.group ?? 'Actions'
    groups.set(name, [...(groups.get(name) ?? []), command])
  }
  return [...groups].map(([group, list]) => ({ group, actions: list.map(toAction) as never }))
}

/** Pages and actions by name, from anywhere. Its own file: it is loaded when it is first asked for. */
export function CommandPalette({ shellCommands }: { shellCommands: readonly Command[] }) {
  const user = useUser()
  const { menu } = useBrand()
  const router = useRouter()
  const registered = useCommands()
  const actions = useMemo(() => {
    const pages = visibleSections(user, menu).flatMap((section) =>
      section.items.map((item) => ({
        id: `page:${item.path ?? item.url}`,
        label: item.label,
        description: section.label,
        group: 'Pages',
        run: () =>
          item.path
            ? void router.navigate({ to: item.path })
            : void window.open(item.url, '_blank', 'noopener,noreferrer'),
      })),
    )
    return groupCommands([...registered, ...pages, ...shellCommands])
  }, [user, menu, router, registered, shellCommands])
  useEffect(() => spotlight.open(), [])
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound="Nothing of that name"
      scrollable
      maxHeight={420}
      size={560}
      centered={false}
      yOffset={96}
      overlayProps={{ backgroundOpacity: 0.25, blur: 0 }}
      classNames={classes}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      searchProps={{
        placeholder: 'Search pages and actions',
        'aria-label': 'Search pages and actions',
        leftSection: <IconSearch size={16} stroke={1.6} aria-hidden />,
      }}
    />
  )
}

/** Opens the palette once it is loaded. */
export const openPalette = (): void => spotlight.open()
