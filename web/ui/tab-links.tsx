import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** What the pages are about, for screen readers. */
  label: string
  tabs: readonly { to: string; label: string }[]
  /** Address of the page that is shown. */
  current: string
}

/** The tab that was followed last: the page it leads to draws the tabs anew, and the focus goes on there. */
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
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          ref={tab.to === current ? active : undefined}
          className={classes.tab}
          data-label={tab.label}
          aria-current={tab.to === current ? 'page' : undefined}
          onClick={() => {
            followed = tab.to
          }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
