import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** What the pages are about, for screen readers. */
  label: string
  /** `id` tells tabs of the same address apart, whose difference is in `search`. */
  tabs: readonly { to: string; label: string; id?: string; search?: () => Record<string, unknown> }[]
  /** Id, else address, of the page that is shown. */
  current: string
}

/** The tab that was followed last: the page it leads to draws the tabs again, and the focus continues there. */
let followed: string | undefined

/** Sub-pages of a page as a line of links: each has its own address. On a narrow screen the line scrolls. */
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
      {tabs.map(({ to, label: words, id = to, search }) => (
        <Link
          key={id}
          to={to}
          {...(search ? { search: search as () => never } : {})}
          ref={id === current ? active : undefined}
          className={classes.tab}
          data-label={words}
          aria-current={id === current ? 'page' : undefined}
          activeOptions={{ exact: true }}
          onClick={() => {
            followed = id
          }}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
