import type { AiText } from '#contract/ai/ai-text.ts'
import { pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import classes from './ai.module.css'
import { citationLabel, droppedLabel, OPINION_LOOKS, reasonLabel, SENTENCE_LOOKS } from './ai-labels.ts'

type Cited = AiText['sentences'][number]['citations'][number]

function Source({ citation }: { citation: Cited }) {
  const href = citation.url ? pageHref(citation.url) : null
  return (
    <span className={classes.cites}>
      {`“${citation.quote}”`}
      <br />
      {citationLabel(citation)}
      {href && citation.url && (
        <>
          {' · '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {pageLabel(citation.url)}
          </a>
        </>
      )}
    </span>
  )
}

/** A text sentence by sentence, each beside the words that it cites with what is known of it, and what was left out. */
export function Sentences({ text }: { text: AiText }) {
  if (text.state !== 'written')
    return (
      <p className={classes.hint}>
        {text.state === 'no_signal'
          ? 'Nothing to say that the sources support'
          : `Not written: ${reasonLabel(text.reason)}`}
      </p>
    )
  return (
    <>
      {text.sentences.map((sentence) => (
        <div key={sentence.text} className={classes.sentence}>
          <div>
            {sentence.text} {sentence.state && <StateBadge {...SENTENCE_LOOKS[sentence.state]} />}{' '}
            {sentence.opinion && <StateBadge {...OPINION_LOOKS[sentence.opinion]} />}
          </div>
          <div>
            {sentence.citations.map((citation) => (
              <Source key={`${citation.title} ${citation.quote}`} citation={citation} />
            ))}
          </div>
        </div>
      ))}
      {text.dropped.length > 0 && (
        <ul className={classes.dropped} aria-label="Left out">
          {text.dropped.map((one) => (
            <li key={one.text}>{`Left out: “${one.text}” It ${droppedLabel(one.reason)}.`}</li>
          ))}
        </ul>
      )}
    </>
  )
}
