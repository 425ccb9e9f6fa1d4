import { CloseButton } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import type { KeyboardEvent } from 'react'
import classes from './palette.module.css'

interface PaletteFieldProps {
  query: string
  onQuery: (query: string) => void
  /** Id of the list of results; absent while there are none. */
  list: string | undefined
  /** Id of the item that Enter opens. */
  active: string | undefined
  onStep: (step: 1 | -1) => void
  onChoose: (newTab: boolean) => void
  onClose: () => void
}

/** The input of the palette: it keeps the focus, and its keys move through the results. */
export function PaletteField(props: PaletteFieldProps) {
  const { query, onQuery, list, active, onStep, onChoose, onClose } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      onStep(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // The page below has shortcuts of its own, some of which cost credits.
      event.stopPropagation()
      onChoose(event.ctrlKey || event.metaKey)
    }
  }
  return (
    <div className={classes.field}>
      <IconSearch size={17} stroke={1.6} aria-hidden />
      <input
        className={classes.input}
        type="text"
        role="combobox"
        aria-label="Search lists, leads, pages and actions"
        aria-autocomplete="list"
        aria-expanded={list !== undefined}
        aria-controls={list}
        aria-activedescendant={active}
        placeholder="Search lists, leads, pages and actions"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={100}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <CloseButton size={28} aria-label="Close" hiddenFrom="sm" onClick={onClose} />
    </div>
  )
}
