import { useRef } from 'react'

/**
 * For a menu whose entries open dialogs. A dialog gives the focus back to where it was when it opened, and the menu's
 * entry is gone by then: `fromButton` puts the focus on the menu's button first.
 */
export function useMenuButton() {
  const button = useRef<HTMLButtonElement>(null)
  const fromButton = (run: () => void) => {
    button.current?.focus()
    run()
  }
  return { button, fromButton }
}
