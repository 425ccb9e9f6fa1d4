import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** How long a page may load its heading, in ms. */
const PATIENCE_MS = 5000

/** Nothing on the new page has the focus: it was on what has gone, or on the link that was followed. */
const isLost = (): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.closest('nav') !== null
}

/** Moves a lost focus to the heading of `main`, once it is there. @returns a function that stops waiting */
export function focusHeading(main: Element): () => void {
  const observer = new MutationObserver(tryNow)
  const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
  }
  function tryNow() {
    if (!isLost()) return stop()
    const heading = main.querySelector('h1')
    if (!heading) return
    stop()
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }
  observer.observe(main, { childList: true, subtree: true })
  tryNow()
  return stop
}

/** After every navigation to another page the focus is on its heading, so that Tab continues from there. */
export function useHeadingFocus(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    const before = last.current
    last.current = path
    const main = document.getElementById('content')
    if (before === undefined || before === path || !main) return
    return focusHeading(main)
  }, [path])
}
