import { useRef } from 'react'

/**
 * For menus whose items open dialogs. A closing dialog returns the focus to where it was, but the menu item
 * is gone by then: `fromButton` first moves the focus to the menu's button.
 */
export function useMenuButton() {
  const button = useRef<HTMLButtonElement>(null)
  const fromButton = (run: () => void) => {
    button.current?.focus()
    run()
  }
  return { button, fromButton }
}
