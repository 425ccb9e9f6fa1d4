import { useLocalStorage } from '@mantine/hooks'
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import { useMemo } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type Command, useRegisteredCommands } from '#web/lib/commands.ts'
import { isForPage, type KeyHelp, useDocumentKey, useKeyHelp } from '#web/lib/keys.ts'
import { hasMap } from '../../lead-data/filters/area-filter.ts'

const KEY = 'm'
const HELP: readonly KeyHelp[] = [{ keys: [KEY], label: 'Show or hide the map', group: 'In a list' }]
const NONE: readonly KeyHelp[] = []

/** Calls `toggle` when the key is pressed outside text fields. */
function useToggleKey(usable: boolean, toggle: () => void): void {
  useDocumentKey((event) => {
    if (!usable || event.key !== KEY || !isForPage(event)) return
    event.preventDefault()
    toggle()
  })
}

/** Whether the map is open, remembered by the browser; with its key and palette command. */
export function useMapPane(type: ListTypeId) {
  const usable = hasMap(type)
  const [opened, setOpened] = useLocalStorage({
    key: 'list_map',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const toggle = () => setOpened(!opened)
  useToggleKey(usable, toggle)
  useKeyHelp(usable ? HELP : NONE)
  useRegisteredCommands(
    useMemo((): Command[] => {
      if (!usable) return []
      const label = opened ? 'Hide map' : 'Show map'
      const run = () => setOpened(!opened)
      return [{ id: 'list-map', label, group: 'This list', icon: IconMap2, keys: [KEY], run }]
    }, [usable, opened, setOpened]),
  )
  return { usable, open: usable && opened, toggle }
}
