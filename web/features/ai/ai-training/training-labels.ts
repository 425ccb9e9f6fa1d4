import type { TrainingKind, TrainingLanguage } from '#contract/ai/ai-training.ts'
import type { PageChange } from '#contract/ai/ai-training-websites.ts'

/** Language labels; `simple` is any other. */
const LANGUAGE_LABELS: Record<TrainingLanguage | 'auto', string> = {
  auto: 'Detect automatically',
  english: 'English',
  german: 'German',
  french: 'French',
  spanish: 'Spanish',
  italian: 'Italian',
  portuguese: 'Portuguese',
  dutch: 'Dutch',
  danish: 'Danish',
  swedish: 'Swedish',
  norwegian: 'Norwegian',
  finnish: 'Finnish',
  simple: 'Another language',
}
export const LANGUAGE_OPTIONS = Object.entries(LANGUAGE_LABELS).map(([value, label]) => ({ value, label }))

export const KIND_LABELS: Record<TrainingKind, string> = {
  page: 'Page',
  text: 'Text',
  qa: 'Q&A',
  file: 'File',
}

/** Label and badge state of a crawled page compared with the training. */
export const CHANGE_LOOKS: Record<PageChange, { state: string; label: string }> = {
  new: { state: 'found', label: 'New' },
  changed: { state: 'potential', label: 'Changed' },
  same: { state: 'not_found', label: 'Unchanged' },
  gone: { state: 'failed', label: 'Page removed' },
  waiting: { state: 'queued', label: 'Waiting' },
}

/** Refresh intervals. */
export const REFRESH_OPTIONS = [
  { value: '0', label: 'Manually' },
  { value: '1', label: 'Every day' },
  { value: '7', label: 'Every week' },
  { value: '30', label: 'Every 30 days' },
]
