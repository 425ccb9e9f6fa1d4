import { Button } from '@mantine/core'
import type { TrainingText } from '#contract/ai/ai-training.ts'
import type { Side } from '#web/lib/edit-conflict.ts'
import { Notice } from '#web/ui/notice.tsx'

interface TextConflictProps {
  current: TrainingText
  onChoose: (side: Side) => void
}

const wordsOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** What stands when somebody else has saved the text that is being edited: theirs, and the choice between both. */
export function TextConflict({ current, onChoose }: TextConflictProps) {
  return (
    <Notice tone="warning" title="Someone else saved first">
      <p>
        Your last changes are not saved. The saved text, “{current.title}”: {wordsOf(current.html) || 'empty'}
      </p>
      <Button size="compact-xs" variant="default" onClick={() => onChoose('theirs')}>
        Use the saved text
      </Button>{' '}
      <Button size="compact-xs" variant="default" onClick={() => onChoose('mine')}>
        Keep mine
      </Button>
    </Notice>
  )
}
