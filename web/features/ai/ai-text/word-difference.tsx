import { diffWords } from 'diff'
import classes from './ai.module.css'

/** Changes of a version: added words underlined, removed words struck out. */
export function WordDifference({ from, to }: { from: string; to: string }) {
  let at = 0
  return (
    <p className={classes.diff}>
      {diffWords(from, to).map(({ value, added, removed }) => {
        at += value.length
        const key = `${at} ${added} ${removed}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </p>
  )
}
