import type { ReactNode } from 'react'
import classes from './payments.module.css'

/** A part of a page about payments. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
