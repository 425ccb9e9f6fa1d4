import { formatCount } from '../lib/format.ts'
import { methodPhrase, pageHref, pageLabel, pagesOf } from '../lib/sighting-labels.ts'
import classes from './sightings.module.css'

interface SightingsProps {
  /** The value that stands on these pages. */
  value: string
  sources: readonly { url: string; method: string }[]
}

/** The pages on which a value stands, each with the form in which it was found there. */
export function Sightings({ value, sources }: SightingsProps) {
  const pages = pagesOf(sources)
  return (
    <>
      <div className={classes.title}>{value}</div>
      <p className={classes.quiet}>
        {pages.length === 0
          ? 'Not found on any page we read.'
          : `Found on ${formatCount(pages.length, 'page')}`}
      </p>
      <ul className={classes.list}>
        {pages.map(({ url, methods }) => {
          const href = pageHref(url)
          return (
            <li key={url}>
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
                  {pageLabel(url)}
                </a>
              ) : (
                <span>{url}</span>
              )}
              <span
                className={classes.quiet}
              >{`Found in ${methods.map(methodPhrase).join(', and in ')}`}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
