import type { AiText } from '#contract/ai-text.ts'
import { pageHref, pageWords } from '#web/lib/sighting-labels.ts'
import classes from './ai.module.css'
import { citationWords, droppedWords, reasonWords } from './ai-words.ts'

type Cited = AiText['sentences'][number]['citations'][number]

function Source({ citation }: { citation: Cited }) {
  const href = citation.url ? pageHref(citation.url) : null
  return (
    <span className={classes.cites}>
      {`“${citation.quote}”`}
      <br />
      {citationWords(citation)}
      {href && citation.url && (
        <>
          {' · '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {pageWords(citation.url)}
          </a>
        </>
      )}
    </span>
  )
}

/** A text sentence by sentence, each with the words that bear it out, and what was left out. */
export function Sentences({ text }: { text: AiText }) {
  if (text.state !== 'written')
    return (
      <p className={classes.hint}>
        {text.state === 'no_signal'
          ? 'Nothing to say that its sources bear out'
          : `Not written: ${reasonWords(text.reason)}`}
      </p>
    )
  return (
    <>
      {text.sentences.map((sentence) => (
        <div key={sentence.text} className={classes.sentence}>
          {sentence.text}
          {sentence.citations.map((citation) => (
            <Source key={`${citation.title} ${citation.quote}`} citation={citation} />
          ))}
        </div>
      ))}
      {text.dropped.length > 0 && (
        <ul className={classes.dropped} aria-label="Left out">
          {text.dropped.map((one) => (
            <li key={one.text}>{`Left out: “${one.text}” It ${droppedWords(one.reason)}.`}</li>
          ))}
        </ul>
      )}
    </>
  )
}
