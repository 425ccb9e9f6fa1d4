import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** Accessible name. */
  label: string
  /** `id` distinguishes tabs of one path that differ only in `search`. */
  tabs: readonly { to: string; label: string; id?: string; search?: () => Record<string, unknown> }[]
  /** Id, else path, of the current page. */
  current: string
}

/** The last followed tab: after navigation the tabs are rendered again, and the focus returns to it. */
let followed: string | undefined

/** Links to the sub-pages of a page. The line scrolls on narrow screens. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const active = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const link = active.current
    if (!link) return
    link.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (followed === current) link.focus({ preventScroll: true })
    followed = undefined
  }, [current])
  return (
    <nav className={classes.root} aria-label={label}>
      {tabs.map(({ to, label: text, id = to, search }) => (
        <Link
          key={id}
          to={to}
          {...(search ? { search: search as () => never } : {})}
          ref={id === current ? active : undefined}
          className={classes.tab}
          data-label={text}
          aria-current={id === current ? 'page' : undefined}
          activeOptions={{ exact: true }}
          onClick={() => {
            followed = id
          }}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
